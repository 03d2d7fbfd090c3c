import { DateTime, Option, Predicate } from "effect"
import type { Channel } from "../../../domain/conversations/Channel.ts"
import type { PastMessage } from "../../../domain/messages/PastMessage.ts"

/** An object of an export. */
export type ExportedObject = Readonly<Record<string, unknown>>

export const objectIn = (json: unknown): ExportedObject => (Predicate.isObject(json) ? { ...json } : {})

/** The text of a field; null if it is blank or no text. */
export const textIn = (json: ExportedObject, key: string): string | null => {
  const value = json[key]
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null
}

const listIn = (json: ExportedObject, key: string): ReadonlyArray<unknown> => {
  const value = json[key]
  return Array.isArray(value) ? value : []
}

/** A conversation with its messages, and the contact on the other side. */
interface ExportedConversation {
  readonly contact: ExportedObject
  readonly channel: string
  readonly sourceId: string | null
  readonly messages: ReadonlyArray<ExportedObject>
}

const conversationOf = (json: ExportedObject, messages: ReadonlyArray<unknown>): ExportedConversation => {
  const meta = objectIn(json["meta"])
  const contact = [meta["sender"], meta["contact"], json["contact"]].find(Predicate.isObject)
  return {
    contact: objectIn(contact),
    channel: textIn(meta, "channel") ?? textIn(json, "channel") ?? "",
    sourceId: textIn(objectIn(json["contact_inbox"]), "source_id"),
    messages: messages.map(objectIn)
  }
}

const isMessage = (json: unknown): boolean => "message_type" in objectIn(json)

/**
 * The conversations in an answer of Chatwoot's API: lists of conversations with `messages`, and messages of one
 * conversation with `meta.contact`; alone, in lists, or under `payload` and `data`.
 */
const conversationsIn = (json: unknown): ReadonlyArray<ExportedConversation> => {
  if (Array.isArray(json)) return json.flatMap(conversationsIn)
  const object = objectIn(json)
  if (Array.isArray(object["messages"])) return [conversationOf(object, object["messages"])]
  const payload = listIn(object, "payload")
  if (payload.some(isMessage)) return [conversationOf(object, payload)]
  return [...payload.flatMap(conversationsIn), ...("data" in object ? conversationsIn(object["data"]) : [])]
}

const channels: ReadonlyMap<string, Channel> = new Map([
  ["Channel::Whatsapp", "whatsapp"],
  ["Channel::TwilioSms", "whatsapp"],
  ["Channel::FacebookPage", "messenger"],
  ["Channel::Instagram", "instagram"],
  ["", "whatsapp"]
])

/** 0 and 3 are numbers of message types: incoming, outgoing, template. Notes about the conversation have 2. */
const directions: ReadonlyMap<unknown, PastMessage["direction"]> = new Map<unknown, PastMessage["direction"]>([
  [0, "inbound"],
  ["incoming", "inbound"],
  [1, "outbound"],
  ["outgoing", "outbound"],
  [3, "outbound"],
  ["template", "outbound"]
])

const fileTypes: ReadonlyMap<string, PastMessage["type"]> = new Map([
  ["image", "image"],
  ["video", "video"],
  ["audio", "audio"],
  ["file", "document"]
])

const statuses: ReadonlyMap<string, NonNullable<PastMessage["status"]>> = new Map([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "read"],
  ["failed", "failed"]
])

/** A time in seconds, or as ISO 8601. */
const timeOf = (value: unknown): string | null => {
  if (typeof value === "number" && Number.isFinite(value)) return DateTime.formatIso(DateTime.makeUnsafe(value * 1_000))
  return typeof value === "string" ? Option.getOrNull(Option.map(DateTime.make(value), DateTime.formatIso)) : null
}

/** The contact's id on the channel: the number, or the id that the inbox knows them by. */
const contactId = ({ contact, sourceId }: ExportedConversation): string | null =>
  textIn(contact, "phone_number") ?? sourceId ?? textIn(contact, "identifier")

/** The lines of a message: one for each file, or one for its text. Null if it is no message of people. */
const linesOf = (conversation: ExportedConversation, message: ExportedObject): ReadonlyArray<PastMessage> | null => {
  const channel = channels.get(conversation.channel)
  const direction = directions.get(message["message_type"])
  const id = contactId(conversation)
  const time = timeOf(message["created_at"])
  if (channel === undefined || direction === undefined || message["private"] === true) return null
  if (id === null || time === null) return null
  const text = textIn(message, "content")
  const name = textIn(conversation.contact, "name")
  const author = textIn(objectIn(message["sender"]), "name")
  const platformId = textIn(message, "source_id")
  const status = statuses.get(textIn(message, "status") ?? "")
  const common = {
    channel,
    contact: { id, ...(name === null ? {} : { name }) },
    direction,
    time,
    ...(direction === "outbound" && author !== null ? { author } : {}),
    ...(direction === "outbound" && status !== undefined ? { status } : {})
  }
  const externalId = `chatwoot:${String(message["id"])}`
  const own = platformId === null ? { externalId } : { platformId, externalId }
  const files = listIn(message, "attachments")
    .map(objectIn)
    .flatMap((file) => {
      const url = textIn(file, "data_url")
      const type = fileTypes.get(textIn(file, "file_type") ?? "")
      return url === null || type === undefined ? [] : [{ type, media: { url } }]
    })
  const [first, ...others] = files
  if (first === undefined) return text === null ? null : [{ ...common, ...own, type: "text", text }]
  const lines: Array<PastMessage> = [{ ...common, ...own, ...first, ...(text === null ? {} : { text }) }]
  for (const [index, file] of others.entries()) {
    lines.push({ ...common, ...file, externalId: `${externalId}:${index + 1}` })
  }
  return lines
}

/** The messages of an answer of Chatwoot's API; null for each that an import cannot have. */
export const chatwootLines = (json: unknown): ReadonlyArray<PastMessage | null> =>
  conversationsIn(json).flatMap((conversation) =>
    conversation.messages.flatMap(
      (message): ReadonlyArray<PastMessage | null> => linesOf(conversation, message) ?? [null]
    )
  )
