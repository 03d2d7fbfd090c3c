import { type DateTime, Effect } from "effect"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import { PendingSendId } from "../../domain/Ids.ts"
import { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { PendingSends } from "../../ports/sends/PendingSends.ts"
import { storedContent } from "../sends/pendingSends.ts"
import { composedInConversation, type ReplyMessage } from "../sends/scheduledSends.ts"

/**
 * Records a text of the service in the conversation as a send that leaves after the commit. Of several with one key, the
 * first is sent. Fails if the contact cannot be reached.
 */
export const recordAutomatic = Effect.fnUntraced(function* (
  conversation: Conversation,
  text: string,
  key: string | null,
  at: DateTime.Utc
) {
  const { channel } = conversation
  const reply: ReplyMessage =
    channel === "whatsapp" ? WhatsAppContent.cases.Text.make({ text }) : { text, mediaId: null }
  const { message, recipient } = yield* composedInConversation(conversation, reply)
  yield* (yield* PendingSends).add({
    id: PendingSendId.make(yield* (yield* IdSource).uuid),
    organizationId: conversation.organizationId,
    origin: "automatic",
    channel,
    recipient,
    sender: null,
    contactId: conversation.contactId,
    conversationId: conversation.id,
    scheduledBy: null,
    content: yield* Effect.fromResult(storedContent(message)),
    key,
    createdAt: at,
    dueAt: at
  })
})
