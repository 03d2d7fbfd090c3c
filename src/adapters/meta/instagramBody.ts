import type { Schema } from "effect"
import { type MessageTag, type MessengerContent, messengerMessage } from "../../domain/MessengerContent.ts"

/** The body of `POST /{page-id or account-id}/messages` for a person of Instagram: Messenger's, without its defaults. */
export const instagramBody = (
  to: string,
  content: MessengerContent,
  tag: MessageTag | null
): Readonly<Record<string, Schema.Json>> => ({
  recipient: { id: to },
  ...(tag === null ? {} : { messaging_type: "MESSAGE_TAG", tag }),
  message: messengerMessage(content)
})
