import { Effect, type Schema } from "effect"
import { digitsOf } from "../EmulatorState.ts"
import { messageKey } from "../graph/randomIds.ts"
import { wamid } from "../whatsapp/wamid.ts"
import { metadataOf, newMessageId, type Reported, secondsOf, type WhatsAppDoing } from "./whatsAppMessage.ts"
import { People } from "./People.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"
import { contactOf, idsOf, nameOf } from "./whatsAppSender.ts"

type OfType<Type extends WhatsAppRequest["type"]> = Extract<WhatsAppRequest, { readonly type: Type }>
type System = OfType<"system">["system"]

/** What changes about the person by a notice: the id that is no longer hers, and the one that is. */
const changeOf = ({ sender: { person } }: WhatsAppDoing, system: System) => {
  const [known = ""] = idsOf(person)
  switch (system.type) {
    case "user_changed_number": {
      const waId = digitsOf(system.wa_id)
      return { former: person.waId ?? known, current: waId, told: { waId }, said: { wa_id: waId } }
    }
    case "user_changed_user_id": {
      const userId = system.user_id
      return { former: person.userId ?? known, current: userId, told: { userId }, said: { user_id: userId } }
    }
    case "customer_identity_changed":
      return null
  }
}

/** A notice among the messages. The platform sends no `contacts` with it. */
export const notice = Effect.fnUntraced(function* (doing: WhatsAppDoing<OfType<"system">>) {
  const { at, number, request, sender } = doing
  const { system } = request
  const change = changeOf(doing, system)
  const name = nameOf(sender.person)
  const id = yield* newMessageId(doing)
  if (change !== null) yield* (yield* People).rename(number.wabaId, change.former, change.told)
  const words =
    change === null
      ? `User ${name} changed their security code`
      : `User ${name} changed from ${change.former} to ${change.current}`
  const reported: Reported = {
    body: {
      _tag: "OfNumber",
      field: "messages",
      list: "messages",
      metadata: metadataOf(number),
      contact: null,
      item: {
        // The number of the person is unknown to the business, so only the text identifies her.
        ...(sender.waId === null ? {} : { from: sender.waId }),
        id,
        timestamp: String(secondsOf(at)),
        type: "system",
        system: { body: system.body ?? words, ...change?.said, type: system.type }
      }
    },
    messageId: id,
    opensWindow: false
  }
  return reported
})

/** A change in a field of its own, of which the number's accounts hear. */
const change = ({ number, sender }: WhatsAppDoing, field: string, item: Schema.JsonObject): Reported => ({
  body: {
    _tag: "Change",
    field,
    value: {
      messaging_product: "whatsapp",
      metadata: metadataOf(number),
      contacts: [contactOf(sender)],
      [field]: [{ ...(sender.waId === null ? {} : { wa_id: sender.waId }), ...item }]
    }
  },
  messageId: null,
  opensWindow: false
})

export const userIdUpdate = Effect.fnUntraced(function* (doing: WhatsAppDoing<OfType<"user_id_update">>) {
  const { at, number, request, sender } = doing
  const { person } = sender
  const current = request.newUserId
  const [known = ""] = idsOf(person)
  yield* (yield* People).rename(number.wabaId, person.userId ?? known, { userId: current })
  return change({ ...doing, sender: { ...sender, userId: null } }, "user_id_update", {
    detail: `User id for ${nameOf(person)} has been updated.`,
    user_id: { ...(person.userId === null ? {} : { previous: person.userId }), current },
    timestamp: String(secondsOf(at))
  })
})

export const preference = (doing: WhatsAppDoing<OfType<"user_preferences">>): Reported => {
  const { at, request, sender } = doing
  return change(doing, "user_preferences", {
    ...(sender.userId === null ? {} : { user_id: sender.userId }),
    detail: `User requested to ${request.value} marketing messages`,
    category: "marketing_messages",
    value: request.value,
    timestamp: secondsOf(at)
  })
}

/** What the business wrote from its phone. */
export const echo = Effect.fnUntraced(function* ({ at, number, request, sender }: WhatsAppDoing<OfType<"echo">>) {
  const id = wamid(idsOf(sender.person)[0] ?? "", yield* messageKey)
  const reported: Reported = {
    body: {
      _tag: "OfNumber",
      field: "smb_message_echoes",
      list: "message_echoes",
      metadata: metadataOf(number),
      contact: null,
      item: {
        from: digitsOf(number.displayPhoneNumber),
        ...(sender.waId === null ? {} : { to: sender.waId }),
        ...(sender.userId === null ? {} : { to_user_id: sender.userId }),
        id,
        timestamp: String(secondsOf(at)),
        type: "text",
        text: { body: request.text }
      }
    },
    messageId: id,
    opensWindow: false
  }
  return reported
})
