import { DateTime, Schema } from "effect"
import { ConversationStatus } from "../../../domain/Conversation.ts"
import { ConversationId } from "../../../domain/Ids.ts"
import { maxPreviewLength } from "../../../domain/messagePreview.ts"
import type { ConversationOverview } from "../../../ports/ConversationStore.ts"
import { Data, ok } from "../envelope.ts"
import { PageOf } from "./pagination.ts"

const WhatsAppConversation = Schema.Struct({
  id: ConversationId.annotate({ description: "The conversation's id" }),
  contact: Schema.Struct({
    name: Schema.String.annotate({ description: "Name of the contact; empty when unknown" }),
    phone: Schema.String.annotate({ description: "E.164 without +; empty when it is not known" })
  }).annotate({ description: "Whom the conversation is with" }),
  last_message: Schema.String.annotate({
    description: `The last message, shortened to ${maxPreviewLength} characters; the kind in brackets when it has no words`
  }),
  status: ConversationStatus.annotate({ description: "open, ai_handling, escalated or closed" }),
  updated_at: Schema.String.annotate({ description: "When something was last said or changed; ISO 8601 UTC" })
})

/** The answer of `GET /v1/conversations/whatsapp` (contract C52). */
export const WhatsAppConversations = Data(PageOf(WhatsAppConversation)).annotate({
  examples: [
    ok({
      data: [
        {
          id: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
          contact: { name: "Ada Lovelace", phone: "15551234567" },
          last_message: "See you at eight",
          status: "open" as const,
          updated_at: "2026-11-20T12:00:00.000Z"
        }
      ],
      meta: { page: 1, limit: 20, total: 1 }
    })
  ]
})

export const conversationView = ({ contact, conversation, lastMessage }: ConversationOverview) => ({
  id: conversation.id,
  contact: { name: contact.name, phone: contact.phone ?? "" },
  last_message: lastMessage?.text ?? "",
  status: conversation.status,
  updated_at: DateTime.formatIso(conversation.updatedAt)
})
