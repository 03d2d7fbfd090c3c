import { DateTime, Option, Schema } from "effect"
import { app } from "../tokens/debugToken.ts"
import type { PlatformReport } from "../webhooks/PlatformReport.ts"
import type { Inbox } from "./Sender.ts"

/** A message that the platform accepted. */
export interface AcceptedMessage {
  readonly inbox: Inbox
  readonly to: string
  readonly id: string
  /** The content of the message, as it was sent. */
  readonly content: Schema.Json
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

/** Only Messenger tells that a message has arrived. */
export const deliveredReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport =>
  report(message, at, byPerson(message), {
    delivery: { mids: [message.id], watermark: DateTime.toEpochMillis(at) }
  })

/** Messenger tells up to when all was read, Instagram which message was (platforms P11, P13). */
export const readReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport =>
  report(message, at, byPerson(message), {
    read: message.inbox.channel === "messenger" ? { watermark: DateTime.toEpochMillis(at) } : { mid: message.id }
  })

const decodeContent = Schema.decodeUnknownOption(
  Schema.Struct({
    text: Schema.optionalKey(Schema.String),
    attachment: Schema.optionalKey(Schema.JsonObject),
    metadata: Schema.optionalKey(Schema.String)
  })
)

/** What the app sent, told to it. */
export const echoReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport => {
  const { attachment, metadata, text } = Option.getOrElse(decodeContent(message.content), () => ({
    text: undefined,
    attachment: undefined,
    metadata: undefined
  }))
  return report(message, at, [message.inbox.id, message.to], {
    message: {
      mid: message.id,
      is_echo: true,
      app_id: Number(app.id),
      ...(metadata === undefined ? {} : { metadata }),
      ...(text === undefined ? {} : { text }),
      ...(attachment === undefined ? {} : { attachments: [attachment] })
    }
  })
}
