import type { Schema } from "effect"
import { type MessageTag, type MessengerContent, messengerMessage } from "../../domain/MessengerContent.ts"

type Fields = Readonly<Record<string, Schema.Json>>

/** Messenger keeps what it fetched, so that it need not fetch it for every message. */
const message = (content: MessengerContent): Fields =>
  content._tag === "Attachment"
    ? { attachment: { type: content.kind, payload: { url: content.url, is_reusable: true } } }
    : messengerMessage(content)

/** The body of `POST /{page-id}/messages` for a person of Messenger. A tag needs its own type of message. */
export const messengerBody = (to: string, content: MessengerContent, tag: MessageTag | null): Fields => ({
  recipient: { id: to },
  ...(tag === null ? { messaging_type: "RESPONSE" } : { messaging_type: "MESSAGE_TAG", tag }),
  message: message(content)
})
