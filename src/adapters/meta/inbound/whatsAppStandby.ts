import { Result, type Schema } from "effect"
import type { Inbound } from "../../../domain/inbound/Inbound.ts"
import { holds, isList, isObject, objectAt, sendIdAt, textAt, valueAt } from "./PlatformJson.ts"
import type { Items } from "./Source.ts"
import { peerIds, whatsAppMessage } from "./whatsAppMessage.ts"
import type { ReportedList } from "./whatsAppPerson.ts"
import { recipientIds, whatsAppStatus } from "./whatsAppStatus.ts"

/** The field of changes in threads that another responder owns (platforms P24). */
const standbyField = "standby"

/** The lists of a standby report. */
const listNames = ["contacts", "messages", "message_echoes", "statuses"] as const

/** The list or single item under the key of the report itself. */
const itemsAt = (json: Schema.Json | undefined, key: string): ReadonlyArray<Schema.Json> => {
  const value = valueAt(json, key) ?? null
  if (value === null) return []
  return isList(value) ? value : [value]
}

/** The list that a bare item of a standby report belongs to. */
const listOf = (item: Schema.JsonObject): (typeof listNames)[number] => {
  if (holds(item, "status")) return "statuses"
  return holds(item, "message") || (holds(item, "to") && !holds(item, "from")) ? "message_echoes" : "messages"
}

const hasList = (json: Schema.Json | undefined): boolean => listNames.some((name) => holds(json, name))

/** The lists of one part; a part without lists is one item. */
const listsOf = (part: Schema.Json): Schema.JsonObject => {
  if (!isObject(part) || hasList(part)) {
    return Object.fromEntries(listNames.map((name) => [name, itemsAt(part, name)] as const))
  }
  return holds(part, "id") ? { [listOf(part)]: [part] } : {}
}

/**
 * Splits a report into its standby part, as a report of its own, and the rest; null without that part. Its lists are in
 * `standby`, in items of `standby`, or in the value of the field `standby`.
 */
export const splitStandby = (
  field: string,
  value: Schema.JsonObject
): { readonly standby: Schema.JsonObject; readonly rest: Schema.JsonObject } | null => {
  if (field !== standbyField && !holds(value, standbyField)) return null
  const { standby: _, ...rest } = value
  const parts = itemsAt(value, standbyField).map(listsOf)
  const all = field === standbyField ? [...parts, listsOf(hasList(rest) ? rest : null)] : parts
  const byName = new Map(listNames.map((name) => [name, all.flatMap((part) => itemsAt(part, name))] as const))
  // People may be named beside the part instead of inside it.
  const contacts = [...(byName.get("contacts") ?? []), ...(field === standbyField ? [] : itemsAt(rest, "contacts"))]
  const lists = [...byName, ["contacts", contacts] as const].filter(([, items]) => items.length > 0)
  return { standby: Object.fromEntries(lists), rest: field === standbyField ? {} : rest }
}

/** Marks messages and taps in a thread that another responder owns. */
const inStandby = (item: Inbound): Inbound =>
  item._tag === "MessageReceived" || item._tag === "PostbackTapped" ? { ...item, standby: true } : item

/** The type of a send without `type`: the kind whose key it has, else text. */
const typeOf = (body: Schema.JsonObject): string =>
  textAt(body, "type") ?? Object.keys(body).find((key) => contentKeys.has(key)) ?? "text"

const contentKeys: ReadonlySet<string> = new Set([
  "text",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "contacts",
  "interactive",
  "template",
  "reaction"
])

/**
 * Converts an echo to the form of reported messages. The platform sends the body of the send call as `message`. It
 * names the recipient by `to` or `recipient` and a quoted message by `context.message_id`.
 */
const asReported = (echo: Schema.JsonObject): Schema.JsonObject => {
  const body = objectAt(echo, "message")
  if (body === undefined) return echo
  const { message: _, ...beside } = echo
  const quoted = valueAt(objectAt(body, "context"), "message_id")
  const recipient = valueAt(body, "recipient")
  return {
    ...body,
    ...(quoted === undefined ? {} : { context: { id: quoted } }),
    ...(typeof recipient === "string" ? { to_user_id: recipient } : {}),
    type: typeOf(body),
    // Definitions of a template and a flow have the keys of parts of the body, so only these two are copied.
    ...Object.fromEntries(
      ["id", "timestamp"].flatMap((key) => (holds(beside, key) ? [[key, beside[key] ?? null]] : []))
    )
  }
}

const echoOf = (item: Schema.Json): Schema.JsonObject => (isObject(item) ? asReported(item) : {})

/** An echo of a send. If this service made the call, the body has the id of its send. */
const readEcho: ReportedList["read"] = (source, people, item): Items => {
  const message = echoOf(item)
  const sendId = sendIdAt(message, "biz_opaque_callback_data")
  return Result.map(whatsAppMessage({ source, people, message, echo: true }), (items) =>
    items.map((one) => inStandby(one._tag === "MessageReceived" ? { ...one, sendId } : one))
  )
}

/** The lists of a standby report, in the order in which they are read. */
export const standbyLists: ReadonlyArray<ReportedList> = [
  {
    name: "messages",
    names: (item) => peerIds(item, false),
    read: (source, people, message) =>
      Result.map(whatsAppMessage({ source, people, message, echo: false }), (items) => items.map(inStandby))
  },
  { name: "message_echoes", names: (item) => peerIds(echoOf(item), true), read: readEcho },
  { name: "statuses", names: recipientIds, read: whatsAppStatus }
]
