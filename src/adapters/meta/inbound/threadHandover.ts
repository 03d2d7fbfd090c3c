import { Result, type Schema } from "effect"
import type { ThreadHolder } from "../../../domain/conversations/threadControl.ts"
import type { InboundPerson, PersonId } from "../../../domain/inbound/Inbound.ts"
import { holds, idAt, isList, isObject, listAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { itemKey, type Items, ofAccount, required, type Source, timing } from "./Source.ts"
import { personIdsAt } from "./whatsAppPerson.ts"
import type { MessagingEvent } from "./messagingMessage.ts"

/** The field of WhatsApp's handovers (platforms P24). */
export const handoverField = "messaging_handovers"

const takenKind = "control_taken"
const kinds: ReadonlyArray<string> = ["control_passed", takenKind]

/** The platform's names of its AI agent: its role, or its app's role in older reports. */
const agents: ReadonlySet<string> = new Set(["ai_agent", "meta_business_agent"])

/** A role in a handover. Old and new reports use different keys, and some have an object of the owner. */
const roleAt = (part: Schema.Json | undefined, owner: "previous_owner" | "new_owner"): string | null => {
  const object = objectAt(part, owner)
  return (
    textAt(part, `${owner}_role`) ??
    textAt(part, `${owner}_app_role`) ??
    textAt(object, "role") ??
    textAt(object, "app_role")
  )
}

/** The holder of a WhatsApp thread after a handover (contract: Handovers of threads). */
const whatsAppHolder = (kind: string, part: Schema.Json | undefined): ThreadHolder => {
  const [previous, next] = [roleAt(part, "previous_owner"), roleAt(part, "new_owner")]
  if (next !== null && agents.has(next)) return "agent"
  const isFromAgent = previous === null ? next === null : agents.has(previous)
  return kind === takenKind || next === "escalation" || isFromAgent ? "people" : "app"
}

/** The ids of the person of the thread. The platform may omit the sender. */
const whatsAppPerson = (value: Schema.JsonObject): ReadonlyArray<PersonId> => {
  const senderIds = personIdsAt(objectAt(value, "sender"), "phone_number", "wa_id", "id", "user_id", "parent_user_id")
  const [contact, ...others] = listAt(value, "contacts")
  if (senderIds.length > 0 || contact === undefined || others.length > 0) return senderIds
  return personIdsAt(contact, "wa_id", "user_id", "parent_user_id")
}

/** The kind of a handover: its `type`, or the name of its part. */
const kindOf = (value: Schema.JsonObject): string | null =>
  textAt(value, "type") ?? kinds.find((kind) => holds(value, kind)) ?? null

const withPerson = (
  ids: ReadonlyArray<PersonId>,
  name: string | null,
  username: string | null
): InboundPerson | null => {
  const [first, ...rest] = ids
  return first === undefined ? null : { ids: [first, ...rest], name, username }
}

/**
 * Reads a handover. Without a person, or of an unknown kind, it is a change of the account (contract: Handovers of
 * threads).
 */
const whatsAppHandover = (source: Source, value: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const kind = yield* required(kindOf(value), "a handover without a type")
    const time = valueAt(value, "timestamp")
    const accountExternalId =
      idAt(objectAt(value, "recipient"), "phone_number_id") ?? idAt(objectAt(value, "metadata"), "phone_number_id")
    const part = objectAt(value, kind)
    const person = withPerson(whatsAppPerson(value), null, null)
    if (person === null || !kinds.includes(kind)) {
      const { at, stamp } = timing(source, time)
      const { businessAccountId } = source
      return [
        {
          _tag: "AccountChanged",
          key: itemKey("account", ["whatsapp", businessAccountId, accountExternalId, kind, stamp, value]),
          at,
          channel: "whatsapp",
          accountExternalId,
          businessAccountId,
          displayNumber: textAt(objectAt(value, "recipient"), "display_phone_number"),
          what: kind,
          values: value
        }
      ]
    }
    const number = yield* required(accountExternalId, "the phone number is missing")
    const { of, stamp } = ofAccount({ ...source, channel: "whatsapp", accountExternalId: number }, time)
    const values = part ?? {}
    return [
      {
        _tag: "ControlChanged",
        ...of("control", kind, person.ids, stamp, values),
        person,
        holder: whatsAppHolder(kind, part),
        what: kind,
        values
      }
    ]
  })

/** The handovers of a change: its value, or the items in it. */
export const whatsAppHandovers = (source: Source, value: Schema.JsonObject): Items => {
  const inside = valueAt(value, handoverField)
  if (inside === undefined) return whatsAppHandover(source, value)
  const { messaging_handovers: _, ...beside } = value
  const items = (isList(inside) ? inside : [inside]).filter(isObject)
  return Result.map(Result.all(items.map((item) => whatsAppHandover(source, { ...beside, ...item }))), (all) =>
    all.flat()
  )
}

/** The apps of the platform's own inboxes: of a Page, and of an Instagram account. */
const inboxApps: ReadonlySet<string> = new Set(["263902037430900", "1217981644879628"])

const isInbox = (part: Schema.Json, key: string): boolean => inboxApps.has(idAt(part, key) ?? "")

/** The holder of a thread of Messenger or Instagram after a handover. Only ids distinguish apps. */
const messagingHolder = (kind: string, part: Schema.JsonObject): ThreadHolder => {
  if (kind === "request_thread_control") return "people"
  if (isInbox(part, "new_owner_app_id")) return "inbox"
  if (kind === "take_thread_control") return "agent"
  // The previous owner of an idle thread is null.
  return isInbox(part, "previous_owner_app_id") || part["previous_owner_app_id"] === null ? "app" : "people"
}

/** The other party of the item: reports name the person as sender, as recipient, or not at all. */
const messagingPerson = ({ item, person, source }: MessagingEvent): InboundPerson | null => {
  const { accountExternalId, channel } = source
  const id = idAt(objectAt(item, "recipient"), "id")
  if (person !== null || id === null || id === accountExternalId) return person
  return withPerson([{ kind: channel, value: id }], null, null)
}

/** A handover of a thread on Messenger or Instagram; without a person it is a change of the account. */
export const messagingHandover =
  (kind: string) =>
  (event: MessagingEvent): Items => {
    const { item, part, source } = event
    const { of, stamp } = ofAccount(source, valueAt(item, "timestamp"))
    const person = messagingPerson(event)
    return Result.succeed([
      person === null
        ? {
            _tag: "AccountChanged",
            ...of("account", kind, stamp, part),
            businessAccountId: null,
            displayNumber: null,
            what: kind,
            values: part
          }
        : {
            _tag: "ControlChanged",
            ...of("control", kind, person.ids, stamp, part),
            person,
            holder: messagingHolder(kind, part),
            what: kind,
            values: part
          }
    ])
  }

/** The roles of the apps of a Page or an account. No thread changes its holder (contract: Handovers of threads). */
export const appRoles = ({ item, part, source }: MessagingEvent): Items => {
  const what = "app_roles"
  const { of, stamp } = ofAccount(source, valueAt(item, "timestamp"))
  return Result.succeed([
    {
      _tag: "AccountChanged",
      ...of("account", what, stamp, part),
      businessAccountId: null,
      displayNumber: null,
      what,
      values: part
    }
  ])
}
