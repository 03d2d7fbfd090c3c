import { DateTime, type Schema } from "effect"
import type { Conversation, ConversationPriority, ConversationStatus } from "../conversations/Conversation.ts"
import { isSameLabels } from "../conversations/Label.ts"
import type { Note } from "../conversations/Note.ts"
import type { ContactId, ConversationId, EventId, UserId } from "../Ids.ts"
import type { ConversationOpenedData } from "./EventData.ts"
import type { Event } from "./Event.ts"

/** A conversation is open, for the first time or again. */
export type ConversationOpened = Extract<Event, { readonly type: "conversation.opened" }>

const envelope = (
  id: EventId,
  { id: conversationId, organizationId }: Pick<Conversation, "id" | "organizationId">,
  occurredAt: DateTime.Utc
) => ({ id, organizationId, conversationId, occurredAt })

const conversationData = ({
  channel,
  contactId,
  id,
  labels,
  status,
  teamId
}: Conversation): typeof ConversationOpenedData.Type => ({
  conversation: {
    id,
    contact_id: contactId,
    channel,
    status,
    ...(teamId !== null && { team_id: teamId }),
    ...(labels.length > 0 && { labels })
  }
})

/** `at` is when it was opened again, for one that had been closed. */
export const conversationOpened = (
  id: EventId,
  conversation: Conversation,
  at: DateTime.Utc = conversation.createdAt
): ConversationOpened => ({
  ...envelope(id, conversation, at),
  type: "conversation.opened",
  data: conversationData(conversation)
})

/** The event for the existing contact, and for a conversation that is reopened instead of created. */
export const openedFor = (
  event: ConversationOpened,
  contactId: ContactId,
  conversationId: ConversationId = event.data.conversation.id
): ConversationOpened => ({
  ...event,
  conversationId,
  data: { conversation: { ...event.data.conversation, contact_id: contactId, id: conversationId } }
})

/** `at` is when it was closed. Who closed it, and how it was resolved, is in the conversation. */
export const conversationClosed = (id: EventId, conversation: Conversation, at: DateTime.Utc): Event => ({
  ...envelope(id, conversation, at),
  type: "conversation.closed",
  data: {
    ...conversationData(conversation),
    closed_by: conversation.closedBy,
    resolution: conversation.resolution
  }
})

const noteEvent = (
  id: EventId,
  { authorId, conversationId, organizationId, ...note }: Note,
  occurredAt: DateTime.Utc
) => ({
  id,
  organizationId,
  conversationId,
  occurredAt,
  data: { note_id: note.id, conversation_id: conversationId, author_id: authorId }
})

/** A member wrote a note. Its text is not in the event (contract: Events of notes). */
export const noteAdded = (id: EventId, note: Note): Event => ({
  ...noteEvent(id, note, note.createdAt),
  type: "conversation.note_added"
})

/** A note was removed, at this time (contract: Events of notes). */
export const noteRemoved = (id: EventId, note: Note, at: DateTime.Utc): Event => ({
  ...noteEvent(id, note, at),
  type: "conversation.note_removed"
})

/** `previousId`: who looked after it until now. `by` is as `actorOf` gives it. */
export const conversationAssigned = (
  id: EventId,
  conversation: Pick<Conversation, "id" | "organizationId" | "assigneeId">,
  { by, previousId }: { readonly by: string; readonly previousId: UserId | null },
  at: DateTime.Utc
): Event => ({
  ...envelope(id, conversation, at),
  type: "conversation.assigned",
  data: {
    conversation_id: conversation.id,
    assignee_id: conversation.assigneeId,
    previous_assignee_id: previousId,
    assigned_by: by
  }
})

/** The conversation with its new count; `by` is as `actorOf` gives it. */
export const unreadChanged = (
  id: EventId,
  conversation: Pick<Conversation, "id" | "organizationId" | "unreadCount">,
  by: string,
  at: DateTime.Utc
): Event => ({
  ...envelope(id, conversation, at),
  type: conversation.unreadCount === 0 ? "conversation.read" : "conversation.unread",
  data: { conversation_id: conversation.id, unread_count: conversation.unreadCount, changed_by: by }
})

/** Change of a conversation's status. */
export interface StatusChange {
  readonly previousStatus: ConversationStatus
  /** `platform`, or as `actorOf` gives it. */
  readonly by: string
  readonly reason: string | null
  readonly details: Readonly<Record<string, Schema.Json>>
  readonly at: DateTime.Utc
}

/** A change by us that keeps the status. `reason` names it, `details` has its values. */
const adjusted = (
  id: EventId,
  conversation: Conversation,
  { by, details, reason }: Pick<StatusChange, "by" | "details" | "reason">,
  at: DateTime.Utc
): Event => conversationUpdated(id, conversation, { previousStatus: conversation.status, by, reason, details, at }, at)

/** A member snoozed the conversation (contract: Snoozing a conversation). `by` is as `actorOf` gives it. */
export const conversationSnoozed = (id: EventId, conversation: Conversation, by: string, at: DateTime.Utc): Event => {
  const { snoozedUntil } = conversation
  const until = snoozedUntil === null ? null : DateTime.formatIso(snoozedUntil)
  return adjusted(id, conversation, { by, reason: "snoozed", details: { snoozed_until: until } }, at)
}

/** The end of a snooze: its time is over, the contact wrote, or a member ended it. */
export interface SnoozeEnd {
  readonly cause: "time" | "reply" | "member"
  /** `automatic`, `contact`, or as `actorOf` gives it. */
  readonly by: string
}

/** The conversation is no longer snoozed. */
export const snoozeEnded = (
  id: EventId,
  conversation: Conversation,
  { by, cause }: SnoozeEnd,
  at: DateTime.Utc
): Event => adjusted(id, conversation, { by, reason: "unsnoozed", details: { cause } }, at)

/** The conversation has another priority. `by` is as `actorOf` gives it. */
export const priorityChanged = (
  id: EventId,
  conversation: Conversation,
  { by, previous }: { readonly by: string; readonly previous: ConversationPriority },
  at: DateTime.Utc
): Event => {
  const details = { priority: conversation.priority, previous_priority: previous }
  return adjusted(id, conversation, { by, reason: "priority_changed", details }, at)
}

/** Announces the conversation with its new status. Occurs at `occurredAt`, when the service learns of the change. */
export const conversationUpdated = (
  id: EventId,
  conversation: Conversation,
  { at, by, details, previousStatus, reason }: StatusChange,
  occurredAt: DateTime.Utc
): Event => ({
  ...envelope(id, conversation, occurredAt),
  type: "conversation.updated",
  data: {
    ...conversationData(conversation),
    previous_status: previousStatus,
    changed_by: by,
    reason,
    details,
    timestamp: DateTime.formatIso(at)
  }
})

/** The conversation has other labels or another team than `before`. `by` is as `actorOf` gives it. */
export const organizedConversation = (
  id: EventId,
  conversation: Conversation,
  before: Conversation,
  by: string,
  at: DateTime.Utc
): Event => ({
  ...envelope(id, conversation, at),
  type: "conversation.updated",
  data: {
    ...conversationData(conversation),
    previous_status: before.status,
    changed_by: by,
    reason: null,
    details: {},
    ...(!isSameLabels(conversation.labels, before.labels) && {
      labels: { current: conversation.labels, previous: before.labels }
    }),
    ...(conversation.teamId !== before.teamId && { team: { current: conversation.teamId, previous: before.teamId } }),
    timestamp: DateTime.formatIso(at)
  }
})
