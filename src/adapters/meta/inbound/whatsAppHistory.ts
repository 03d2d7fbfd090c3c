import { Result, type Schema } from "effect"
import type { Inbound, PersonId } from "../../../domain/inbound/Inbound.ts"
import { isSamePersonId } from "../../../domain/inbound/Inbound.ts"
import type { PublicMessageStatus } from "../../../domain/messages/Message.ts"
import { holds, idAt, intAt, isObject, listAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { type AccountSource, ignored, type Items, ofAccount, orUnreadable, required, unreadable } from "./Source.ts"
import { whatsAppMessage } from "./whatsAppMessage.ts"
import { personIdsAt, type ReportedList, type WhatsAppPeople } from "./whatsAppPerson.ts"
import { platformProblem } from "./whatsAppStatus.ts"

/** The platform's code if the business does not share the history of its phone (platforms P5). */
const historyDeclined = 2_593_109

/** The platform's words for the last status of a message, in lower case. An inbound one is always `pending` or `read`. */
const statuses: ReadonlyMap<string, PublicMessageStatus> = new Map([
  ["pending", "sent"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "read"],
  ["played", "read"],
  ["error", "failed"]
])

/** Marks reports about messages as reports about the past. */
const inPast = (item: Inbound, message: Schema.JsonObject): Inbound => {
  const word = textAt(objectAt(message, "history_context"), "status")?.toLowerCase() ?? ""
  const past = { status: statuses.get(word) ?? null, author: null }
  switch (item._tag) {
    case "MessageReceived":
      return { ...item, past, raw: message }
    case "Reacted":
    case "MessageEdited":
    case "MessageDeleted":
      return { ...item, past }
    default:
      return item
  }
}

/** The ids of the person of a thread. */
const threadIds = (thread: Schema.Json): ReadonlyArray<PersonId> => [
  ...personIdsAt(thread, "id"),
  ...personIdsAt(objectAt(thread, "context"), "wa_id", "user_id")
]

/**
 * Whether the business wrote the message: the platform says so, or it names a recipient, or its author is not the person
 * of the thread.
 */
const isFromBusiness = (message: Schema.JsonObject, thread: Schema.Json): boolean => {
  const own = valueAt(objectAt(message, "history_context"), "from_me")
  if (typeof own === "boolean") return own
  if (holds(message, "to") || holds(message, "to_user_id")) return true
  const [author] = personIdsAt(message, "from", "from_user_id")
  const ids = threadIds(thread)
  return author !== undefined && ids.length > 0 && !ids.some((id) => isSamePersonId(id, author))
}

/** A message of a thread. The person of the thread is on the other side if the message does not name them. */
const pastMessage = (
  source: AccountSource,
  people: WhatsAppPeople,
  message: Schema.JsonObject,
  thread: Schema.Json
): Items => {
  const echo = isFromBusiness(message, thread)
  const [side, userSide] = echo ? ["to", "to_user_id"] : ["from", "from_user_id"]
  const id = idAt(thread, "id")
  const complete =
    holds(message, side) || holds(message, userSide) || id === null ? message : { ...message, [side]: id }
  return Result.map(whatsAppMessage({ source, people, message: complete, echo }), (items) =>
    items.map((item) => inPast(item, message))
  )
}

/** The messages of a thread, each read separately. */
const threadItems = (source: AccountSource, people: WhatsAppPeople, thread: Schema.Json): ReadonlyArray<Inbound> =>
  listAt(thread, "messages").flatMap((message) =>
    orUnreadable(
      source,
      message,
      isObject(message)
        ? pastMessage(source, people, message, thread)
        : unreadable("a message of a thread is no object"),
      valueAt(message, "timestamp")
    )
  )

/** The errors of a part of the history: the business declined, or the account has a problem. */
const historyErrors = (source: AccountSource, part: Schema.JsonObject): ReadonlyArray<Inbound> =>
  listAt(part, "errors").flatMap((error): ReadonlyArray<Inbound> => {
    if (!isObject(error)) return []
    const { of, stamp } = ofAccount(source, undefined)
    const problem = platformProblem(error)
    return problem.code === historyDeclined
      ? [{ _tag: "HistoryReported", ...of("history", "declined"), phase: null, progress: null, isDeclined: true }]
      : [{ _tag: "AccountTroubled", ...of("problem", stamp, error), problem }]
  })

/** A part of the history: its progress, and the messages of its threads. */
const historyPart: ReportedList["read"] = (source, people, part) => {
  const metadata = objectAt(part, "metadata")
  const [phase, progress] = [intAt(metadata, "phase"), intAt(metadata, "progress")]
  const { of } = ofAccount(source, undefined)
  const report: Inbound = {
    _tag: "HistoryReported",
    ...of("history", phase, intAt(metadata, "chunk_order"), progress),
    phase,
    progress,
    isDeclined: false
  }
  return Result.succeed([
    ...listAt(part, "threads").flatMap((thread) => threadItems(source, people, thread)),
    ...historyErrors(source, part),
    ...(metadata === undefined ? [] : [report])
  ])
}

const pastList = (name: string): ReportedList => ({
  name,
  names: null,
  read: (source, people, message) => pastMessage(source, people, message, null)
})

/**
 * The lists of the field `history`. Files of messages arrive as messages beside the parts (platforms P5).
 */
export const historyLists: ReadonlyArray<ReportedList> = [
  pastList("messages"),
  pastList("message_echoes"),
  { name: "history", names: null, read: historyPart }
]

/** An entry of the phone's address book. */
const addressBookEntry: ReportedList["read"] = (source, people, entry) =>
  Result.gen(function* () {
    const time = valueAt(objectAt(entry, "metadata"), "timestamp")
    if (textAt(entry, "type") !== "contact") return [ignored(source, "no entry of an address book", entry, time)]
    const contact = objectAt(entry, "contact")
    const ids = personIdsAt(contact, "phone_number", "wa_id", "user_id")
    const person = yield* required(people.named(ids), "an entry of an address book without a number")
    const isRemoved = textAt(entry, "action") === "remove"
    const name = isRemoved ? null : (textAt(contact, "full_name") ?? textAt(contact, "first_name"))
    const { of, stamp } = ofAccount(source, time)
    return [{ _tag: "AddressBookChanged", ...of("address_book", ids, name, stamp), person, name }]
  })

/** The list of the field `smb_app_state_sync`. */
export const addressBookLists: ReadonlyArray<ReportedList> = [
  { name: "state_sync", names: null, read: addressBookEntry }
]
