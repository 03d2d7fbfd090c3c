import { DateTime, Schema } from "effect"
import type { InboxContact } from "../../../domain/inbound/InboxContact.ts"
import type { InboxConversation, InboxMessage, ParkedReport } from "../../../domain/inbound/InboxState.ts"
import { Inbound } from "../../../domain/inbound/Inbound.ts"
import { messagePreview } from "../../../domain/messages/messageText.ts"
import { MessageAnnotations } from "../../../domain/messages/Message.ts"
import { priorityRank } from "../conversations/ConversationRow.ts"
import { contactRecord, recordColumns } from "../contacts/contactRecord.ts"

/** An instant in the form that Postgres reads. */
export const isoOrNull = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/** Rows as `json_to_recordset` takes them, which also takes the columns. */
export const asRecords = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): string => JSON.stringify(rows)

/** When a platform reported the name, the number and the opt-in of a contact, by the fields of `InboxContact`. */
export const reportColumns = {
  nameAt: "name_reported_at",
  phoneAt: "phone_reported_at",
  optedInAt: "opted_in_reported_at"
} as const
export const reportNames = Object.values(reportColumns)

export const inboxContactRecord = ({ contact, nameAt, optedInAt, phoneAt }: InboxContact) => ({
  ...contactRecord(contact),
  [reportColumns.nameAt]: isoOrNull(nameAt),
  [reportColumns.phoneAt]: isoOrNull(phoneAt),
  [reportColumns.optedInAt]: isoOrNull(optedInAt)
})

/** The columns of `inboxContactRecord`, as `json_to_recordset` takes them. */
export const inboxContactColumns = [recordColumns, ...reportNames.map((name) => `${name} timestamptz`)].join(", ")

export const conversationRecord = ({
  control,
  conversation,
  lastEchoAt,
  lastLearnedAt,
  lastSentAt,
  lastWrittenAt
}: InboxConversation) => ({
  id: conversation.id,
  contact_id: conversation.contactId,
  channel: conversation.channel,
  channel_account_id: conversation.channelAccountId,
  status: conversation.status,
  assignee_id: conversation.assigneeId,
  priority: priorityRank(conversation.priority),
  snoozed_at: isoOrNull(conversation.snoozedAt),
  snoozed_until: isoOrNull(conversation.snoozedUntil),
  warned_at: isoOrNull(conversation.warnedAt),
  queued_at: isoOrNull(conversation.queuedAt),
  team_id: conversation.teamId,
  labels: conversation.labels,
  source: conversation.source,
  unread_count: conversation.unreadCount,
  created_at: isoOrNull(conversation.createdAt),
  updated_at: isoOrNull(conversation.updatedAt),
  last_learned_at: isoOrNull(lastLearnedAt),
  last_sent_at: isoOrNull(lastSentAt),
  last_written_at: isoOrNull(lastWrittenAt),
  last_echo_at: isoOrNull(lastEchoAt),
  control: control?.holder ?? null,
  control_at: isoOrNull(control?.at ?? null)
})

export const conversationRecordColumns = `id uuid, contact_id uuid, channel text, channel_account_id uuid, status text,
  assignee_id uuid, team_id uuid, labels text[], priority smallint, snoozed_at timestamptz, snoozed_until timestamptz,
  warned_at timestamptz, queued_at timestamptz, source text, unread_count integer, created_at timestamptz, updated_at timestamptz,
  last_learned_at timestamptz, last_sent_at timestamptz, last_written_at timestamptz, last_echo_at timestamptz,
  control text, control_at timestamptz`

const encodeAnnotations = Schema.encodeSync(MessageAnnotations)

/** The content of a message is only written for a new message or when it has changed. */
export const messageRecord = (
  { countsUnread, learnedAt, listedAt, message, raw }: InboxMessage,
  before: InboxMessage | undefined
) => ({
  id: message.id,
  conversation_id: message.conversationId,
  contact_id: message.contactId,
  channel: message.channel,
  channel_account_id: message.channelAccountId,
  direction: message.direction,
  peer: message.peer,
  type: message.type,
  content: message.content === before?.message.content ? null : message.content,
  preview: messagePreview(message.type, message.content),
  status: message.status,
  platform_message_id: message.platformMessageId,
  failure: message.failure,
  delivered_at: isoOrNull(message.deliveredAt),
  read_at: isoOrNull(message.readAt),
  annotations: encodeAnnotations(message.annotations),
  raw: raw === before?.raw ? null : raw,
  drops_raw: raw === null && before !== undefined && before.raw !== null,
  counts_unread: countsUnread,
  created_at: isoOrNull(message.createdAt),
  learned_at: isoOrNull(learnedAt),
  listed_at: isoOrNull(listedAt)
})

export const messageRecordColumns = `id uuid, conversation_id uuid, contact_id uuid, channel text,
  channel_account_id uuid, direction text, peer text, type text, content jsonb, preview text, status text,
  platform_message_id text, failure jsonb, delivered_at timestamptz, read_at timestamptz, annotations jsonb, raw json,
  drops_raw boolean, counts_unread boolean, created_at timestamptz, learned_at timestamptz, listed_at timestamptz`

const encodeItem = Schema.encodeSync(Inbound)

export const parkedRecord = ({ channelAccountId, item, platformMessageId }: ParkedReport) => ({
  channel_account_id: channelAccountId,
  platform_message_id: platformMessageId ?? "",
  key: item.key,
  item: encodeItem(item)
})
