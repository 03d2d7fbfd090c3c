import { Schema } from "effect"
import { Conversation } from "../../../domain/conversations/Conversation.ts"

/** A conversation's columns, selected with `conversationColumns`. */
export const conversationFields = {
  ...Conversation.fields,
  closedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  createdAt: Schema.DateTimeUtcFromDate,
  updatedAt: Schema.DateTimeUtcFromDate
}

export const conversationKeys = {
  organizationId: "organization_id",
  contactId: "contact_id",
  channelAccountId: "channel_account_id",
  assigneeId: "assignee_id",
  unreadCount: "unread_count",
  closedAt: "closed_at",
  closedBy: "closed_by",
  createdAt: "created_at",
  updatedAt: "updated_at"
} as const

export const ConversationRow = Schema.Struct(conversationFields).pipe(Schema.encodeKeys(conversationKeys))

/** The columns of a `ConversationRow`, from the table `conversations` with the alias `v`. */
export const conversationColumns = `v.organization_id, v.id, v.contact_id, v.channel, v.channel_account_id, v.status,
  v.assignee_id, v.unread_count, v.source, v.closed_at, v.closed_by, v.resolution, v.created_at, v.updated_at`
