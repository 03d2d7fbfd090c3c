import { Schema } from "effect"
import { Message } from "../../domain/Message.ts"
import { MessageAnnotations } from "../../domain/MessageAnnotations.ts"
import { MessageContent } from "../../domain/MessageContent.ts"
import { MessageFailure } from "../../domain/MessageFailure.ts"

/** A message's columns, selected with `messageColumns`. */
export const messageFields = {
  ...Message.fields,
  content: Schema.fromJsonString(MessageContent),
  failure: Schema.NullOr(Schema.fromJsonString(MessageFailure)),
  deliveredAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  readAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  annotations: Schema.fromJsonString(MessageAnnotations),
  createdAt: Schema.DateTimeUtcFromDate
}

export const messageKeys = {
  organizationId: "organization_id",
  conversationId: "conversation_id",
  contactId: "contact_id",
  channelAccountId: "channel_account_id",
  platformMessageId: "platform_message_id",
  deliveredAt: "delivered_at",
  readAt: "read_at",
  createdAt: "created_at"
} as const

export const MessageRow = Schema.Struct(messageFields).pipe(Schema.encodeKeys(messageKeys))

/** What makes a `MessageRow` of the table `messages` under the name `m`. */
export const messageColumns = `m.organization_id, m.id, m.conversation_id, m.contact_id, m.channel, m.channel_account_id,
  m.direction, m.counterpart, m.type, m.content::text as content, m.status, m.platform_message_id,
  m.failure::text as failure, m.delivered_at, m.read_at, m.annotations::text as annotations, m.created_at`
