import { DateTime, Option } from "effect"
import type { Channel } from "../../../domain/conversations/Channel.ts"
import type { PastMessage } from "../../../domain/messages/PastMessage.ts"
import { type ExportedObject, objectIn, textIn } from "./chatwootLines.ts"

/** Prefixes of addresses by their channel. Addresses of SMS have none. */
const channels: ReadonlyMap<string, Channel> = new Map([
  ["whatsapp", "whatsapp"],
  ["messenger", "messenger"]
])

/** An address such as `whatsapp:+15551234567`; null for one of another channel. */
const addressOf = (text: string | null): { readonly channel: Channel; readonly id: string } | null => {
  const [prefix = "", id = ""] = (text ?? "").split(":", 2)
  const channel = channels.get(prefix)
  return channel === undefined || id === "" ? null : { channel, id }
}

const statuses: ReadonlyMap<string, NonNullable<PastMessage["status"]>> = new Map([
  ["accepted", "sent"],
  ["queued", "sent"],
  ["sending", "sent"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "read"],
  ["failed", "failed"],
  ["undelivered", "failed"]
])

/** Field names in lower case without underscores: the API writes `date_sent`, the console `SentDate`. */
const normalized = (json: ExportedObject): ExportedObject =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key.toLowerCase().replaceAll("_", ""), value]))

/** The line of a row or an object of the message log; null if an import cannot have it. */
const lineOf = (row: ExportedObject): PastMessage | null => {
  const fields = normalized(row)
  const word = textIn(fields, "direction") ?? ""
  const direction = word.startsWith("inbound") ? "inbound" : "outbound"
  const [from, to] = [addressOf(textIn(fields, "from")), addressOf(textIn(fields, "to"))]
  const [person, account] = direction === "inbound" ? [from, to] : [to, from]
  const sent = textIn(fields, "datesent") ?? textIn(fields, "sentdate") ?? textIn(fields, "datecreated")
  const time = Option.getOrNull(Option.map(DateTime.make(sent ?? ""), DateTime.formatIso))
  const [text, sid] = [textIn(fields, "body"), textIn(fields, "sid")]
  if (person === null || account === null || time === null || sid === null || text === null) return null
  const status = statuses.get(textIn(fields, "status") ?? "")
  return {
    channel: person.channel,
    account: account.id,
    contact: { id: person.id },
    direction,
    type: "text",
    text,
    time,
    externalId: `twilio:${sid}`,
    ...(direction === "outbound" && status !== undefined ? { status } : {})
  }
}

/** The messages of Twilio's message log: a list of the API, a list, or one message. */
export const twilioLines = (json: unknown): ReadonlyArray<PastMessage | null> => {
  if (Array.isArray(json)) return json.flatMap(twilioLines)
  const object = objectIn(json)
  const { messages } = object
  return Array.isArray(messages) ? messages.map((message) => lineOf(objectIn(message))) : [lineOf(object)]
}

/** The messages of a message log as CSV, by the names of its header. */
export const twilioRows = (records: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<PastMessage | null> => {
  const [header = [], ...rows] = records
  return rows.map((row) => lineOf(Object.fromEntries(header.map((name, index) => [name.trim(), row[index] ?? ""]))))
}
