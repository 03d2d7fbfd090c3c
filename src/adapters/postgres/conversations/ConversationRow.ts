import { Schema } from "effect"
import { Conversation, ConversationPriority } from "../../../domain/conversations/Conversation.ts"

/** A conversation's columns, selected with `conversationColumns`. */
export const conversationFields = {
  ...Conversation.fields,
  priority: Schema.Literals([0, 1, 2, 3, 4]).transform(ConversationPriority.literals),
  snoozedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  snoozedUntil: Schema.NullOr(Schema.DateTimeUtcFromDate),
  warnedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  queuedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  closedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  createdAt: Schema.DateTimeUtcFromDate,
  updatedAt: Schema.DateTimeUtcFromDate
}

export const conversationKeys = {
  organizationId: "organization_id",
  contactId: "contact_id",
  channelAccountId: "channel_account_id",
  assigneeId: "assignee_id",
  snoozedAt: "snoozed_at",
  snoozedUntil: "snoozed_until",
  warnedAt: "warned_at",
  queuedAt: "queued_at",
  teamId: "team_id",
  unreadCount: "unread_count",
  closedAt: "closed_at",
  closedBy: "closed_by",
  createdAt: "created_at",
  updatedAt: "updated_at"
} as const

export const ConversationRow = Schema.Struct(conversationFields).pipe(Schema.encodeKeys(conversationKeys))

/** The stored number of a priority, in the order of `ConversationPriority`. */
export const priorityRank = (priority: ConversationPriority): number => ConversationPriority.literals.indexOf(priority)

/** The columns of a `ConversationRow`, from the table `conversations` with the alias `v`. */
export const conversationColumns = `v.organization_id, v.id, v.contact_id, v.channel, v.channel_account_id, v.status,
  v.assignee_id, v.team_id, v.labels, v.priority, v.snoozed_at, v.snoozed_until, v.warned_at, v.queued_at, v.unread_count, v.source, v.closed_at, v.closed_by, v.resolution, v.created_at, v.updated_at`

/**
 * Whether the conversation `v` runs with the contact of the row `k`.
 *
 * Organizations are compared as text, which no index supports. Before the first `analyze`, the planner expects one row from
 * every index that begins with the organization. A cached plan from that time would read all conversations of the
 * organization for each contact.
 */
export const isRunningOf = (v: string, k: string): string =>
  `${v}.contact_id = ${k}.contact_id and ${v}.organization_id::text = ${k}.organization_id::text and ${v}.status <> 'closed'`
