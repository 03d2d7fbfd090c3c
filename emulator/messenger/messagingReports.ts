import { DateTime, Option, Schema } from "effect"
import { app } from "../tokens/debugToken.ts"
import type { PlatformReport } from "../webhooks/PlatformReport.ts"
import type { Inbox } from "./Sender.ts"

/** An accepted message. */
export interface AcceptedMessage {
  readonly inbox: Inbox
  readonly to: string
  readonly id: string
  /** The content of the message as sent. */
  readonly content: Schema.Json
  /** The id of the message that it answers, if any. */
  readonly replyTo: string | null
}

const objects: Readonly<Record<Inbox["channel"], PlatformReport["object"]>> = {
  messenger: "page",
  instagram: "instagram"
}

const report = (
  { inbox }: AcceptedMessage,
  at: DateTime.Utc,
  [sender, recipient]: readonly [string, string],
  event: Schema.JsonObject
): PlatformReport => ({
  object: objects[inbox.channel],
  entryId: inbox.id,
  at,
  body: {
    _tag: "Messaging",
    list: "messaging",
    item: { sender: { id: sender }, recipient: { id: recipient }, timestamp: DateTime.toEpochMillis(at), ...event }
  }
})

const byPerson = ({ inbox, to }: AcceptedMessage) => [to, inbox.id] as const

/** The delivery report of a message, which only Messenger has. */
export const deliveredReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport =>
  report(message, at, byPerson(message), {
    delivery: { mids: [message.id], watermark: DateTime.toEpochMillis(at) }
  })

/** The read report: Messenger reports the time up to which all is read, Instagram the message (platforms P11, P13). */
export const readReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport =>
  report(message, at, byPerson(message), {
    read: message.inbox.channel === "messenger" ? { watermark: DateTime.toEpochMillis(at) } : { mid: message.id }
  })

const decodeContent = Schema.decodeUnknownOption(
  Schema.Struct({
    text: Schema.optionalKey(Schema.String),
    attachment: Schema.optionalKey(Schema.JsonObject),
    attachments: Schema.optionalKey(Schema.Array(Schema.JsonObject)),
    sticker_id: Schema.optionalKey(Schema.Union([Schema.String, Schema.Number])),
    metadata: Schema.optionalKey(Schema.String)
  })
)

type Sent = Option.Option.Value<ReturnType<typeof decodeContent>>

/** The attachments of a message as reports have them. */
const attachmentsOf = ({ attachment, attachments, sticker_id }: Sent): ReadonlyArray<Schema.JsonObject> => {
  if (sticker_id !== undefined) return [{ type: "sticker", payload: { sticker_id: Number(sticker_id) } }]
  return attachments ?? (attachment === undefined ? [] : [attachment])
}

/** The echo of a send of the app. */
export const echoReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport => {
  const content = Option.getOrElse(decodeContent(message.content), (): Sent => ({}))
  const attachments = attachmentsOf(content)
  const { metadata, text } = content
  return report(message, at, [message.inbox.id, message.to], {
    message: {
      mid: message.id,
      is_echo: true,
      app_id: Number(app.id),
      ...(metadata === undefined ? {} : { metadata }),
      ...(text === undefined ? {} : { text }),
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(message.replyTo === null ? {} : { reply_to: { mid: message.replyTo } })
    }
  })
}
