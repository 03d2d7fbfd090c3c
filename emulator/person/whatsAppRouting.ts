import { DateTime, Effect, type Schema, Struct } from "effect"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { digitsOf } from "../EmulatorState.ts"
import { messageKey } from "../graph/randomIds.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"
import { metadataOf, type Reported, secondsOf, type WhatsAppDoing } from "./whatsAppMessage.ts"
import { contactOf, fromOf, idsOf, nameOf } from "./whatsAppSender.ts"

type OfType<Type extends WhatsAppRequest["type"]> = Extract<WhatsAppRequest, { readonly type: Type }>

const product = { messaging_product: "whatsapp" } as const

/** A change in a field of its own, without a message. */
const changed = (field: string, value: Schema.JsonObject): Reported => ({
  body: { _tag: "Change", field, value },
  messageId: null,
  opensWindow: false
})

/** A report with the number that it is about. */
const ofNumber = (number: SeededPhoneNumber, field: string, value: Schema.JsonObject): Reported =>
  changed(field, { ...product, metadata: metadataOf(number), ...value })

/** The body of the send call that an echo of another responder is of. */
const sendBody = (item: Schema.JsonObject): Schema.JsonObject => {
  const { to_user_id: recipient, ...sent } = Struct.omit(item, ["from", "id", "timestamp"])
  return { ...product, recipient_type: "individual", ...(recipient === undefined ? {} : { recipient }), ...sent }
}

/** The message in the field of a thread that another responder owns (platforms P24). Its window is that of the number. */
export const inStandby = (reported: Reported): Reported => {
  const { body } = reported
  if (body._tag !== "OfNumber") return reported
  const { contact, item, list, metadata } = body
  const echo = { id: item["id"] ?? null, timestamp: item["timestamp"] ?? null, message: sendBody(item) }
  const standby = {
    ...(contact === null ? {} : { contacts: [contact] }),
    [list]: [list === "message_echoes" ? echo : item]
  }
  return { ...reported, body: { _tag: "Change", field: "standby", value: { ...product, metadata, standby } } }
}

/** A handover of a thread. The platform names the number in `recipient`, and the person by number only. */
export const handover = ({ at, number, request, sender }: WhatsAppDoing<OfType<"handover">>): Reported => {
  const { anonymous = false, fields = {}, kind, metadata, newRole, previousRole } = request
  const { waId } = sender.person
  return changed("messaging_handovers", {
    ...product,
    recipient: metadataOf(number),
    ...(anonymous || waId === null ? {} : { sender: { phone_number: waId } }),
    timestamp: String(secondsOf(at)),
    type: kind,
    [kind]: {
      ...(previousRole === undefined ? {} : { previous_owner_role: previousRole }),
      ...(newRole === undefined ? {} : { new_owner_role: newRole }),
      ...(metadata === undefined ? {} : { metadata }),
      ...fields
    }
  })
}

/** An event of a call. A missed call has neither a start nor a duration. */
export const call = Effect.fnUntraced(function* ({ at, number, request, sender }: WhatsAppDoing<OfType<"call">>) {
  const id = request.callId ?? `wacid.${yield* messageKey}`
  const { durationSeconds, event } = request
  const ended = secondsOf(at)
  const status = request.status ?? (durationSeconds === undefined ? "FAILED" : "COMPLETED")
  const lasted =
    durationSeconds === undefined
      ? {}
      : { start_time: String(ended - durationSeconds), end_time: String(ended), duration: durationSeconds }
  const part: Schema.JsonObject =
    event === "connect" ? { session: { sdp_type: "offer", sdp: "v=0\r\n" } } : { status, ...lasted }
  return ofNumber(number, "calls", {
    contacts: [contactOf(sender)],
    calls: [
      {
        id,
        to: digitsOf(number.displayPhoneNumber),
        ...fromOf(sender),
        event,
        timestamp: String(ended),
        direction: "USER_INITIATED",
        ...part
      }
    ]
  })
})

/** Meta's refusal where the business does not share its history. */
const declined = {
  code: 2_593_109,
  title: "History sync is turned off by the business from the WhatsApp Business App",
  message: "History sync is turned off by the business from the WhatsApp Business App",
  error_data: { details: "History sharing is turned off by the business" }
}

/** Messages on the phone of the business before it was connected. */
export const history = ({ number, request, sender }: WhatsAppDoing<OfType<"history">>): Reported => {
  const { chunkOrder = 1, messages = [], phase = 0, progress = 100 } = request
  const [id = ""] = idsOf(sender.person)
  return ofNumber(number, "history", {
    history: [
      request.declined === true
        ? { errors: [declined] }
        : {
            metadata: { phase, chunk_order: chunkOrder, progress },
            threads: [{ id, messages }]
          }
    ]
  })
}

/** The person's entry in the address book of the phone. */
export const stateSync = ({ at, number, request, sender }: WhatsAppDoing<OfType<"state_sync">>): Reported => {
  const { action = "add" } = request
  const fullName = request.fullName ?? nameOf(sender.person)
  const [firstName = fullName] = request.firstName === undefined ? fullName.split(" ") : [request.firstName]
  const names = action === "remove" ? {} : { full_name: fullName, first_name: firstName }
  return ofNumber(number, "smb_app_state_sync", {
    state_sync: [
      {
        type: "contact",
        contact: { ...names, phone_number: sender.person.waId ?? idsOf(sender.person)[0] ?? "" },
        action,
        metadata: { timestamp: String(DateTime.toEpochMillis(at)) }
      }
    ]
  })
}

/** A change in any field. The number is added to values that name none. */
export const anyChange = (number: SeededPhoneNumber, { field, value }: OfType<"change">): Reported =>
  ofNumber(number, field, value)
