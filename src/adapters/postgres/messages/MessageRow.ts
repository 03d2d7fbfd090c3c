import { DateTime, Duration, Option, Predicate, Schema } from "effect"
import {
  Direction,
  Message,
  MessageAnnotations,
  MessageContent,
  MessageFailure,
  MessageStatus
} from "../../../domain/messages/Message.ts"
import { PricingReport } from "../../../domain/messages/MessagePricing.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import {
  type ChannelAccountId,
  type ContactId,
  type ConversationId,
  type MessageId,
  type OrganizationId,
  PlatformMessageId
} from "../../../domain/Ids.ts"
import { clockUncertainty } from "../../../domain/messages/messageOrder.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(MessageAnnotations))

/**
 * Text of annotations for their column. Most annotated messages have a price alone. Such annotations are written and read
 * without the schema of all annotations, which takes longer than the database.
 */
export const annotationsText = (annotations: MessageAnnotations): string => {
  const { pricing, ...others } = annotations
  if (pricing === undefined || Object.keys(others).length > 0) return encode(annotations)
  const { at, status, value } = pricing
  return JSON.stringify({ pricing: { at: DateTime.formatIso(at), status, value } })
}

const noAnnotations: MessageAnnotations = {}

const decodePricing = Schema.decodeUnknownOption(PricingReport)

/** No annotations or a price alone; null for others, which the schema decodes. */
const plainAnnotations = (text: string): MessageAnnotations | null => {
  if (text === "{}") return noAnnotations
  const parsed: unknown = JSON.parse(text)
  if (!Predicate.hasProperty(parsed, "pricing") || Object.keys(parsed).length > 1) return null
  return Option.match(decodePricing(parsed.pricing), { onNone: () => null, onSome: (pricing) => ({ pricing }) })
}

/** The uncertainty of clocks as an interval. */
export const uncertainty = `${Duration.toMillis(clockUncertainty)} milliseconds`

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

/** Whether the row `m` is unanswered: `isUnanswered` of `domain/messages/Message.ts`, compared by `test/postgres/restatedRules.test.ts`. */
export const isUnansweredRow = `(m.status = 'pending' or (m.status = 'failed' and m.failure ->> '_tag' = 'OutcomeUnknown'))`

/** Whether the row `m` is listed: `isListed` of `domain/messages/Message.ts`, compared by `test/postgres/restatedRules.test.ts`. */
export const isListedRow = `(m.settled_at is not null and m.type <> 'reaction')`

/** The columns of a `MessageRow`, from the table `messages` with the alias `m`. */
export const messageColumns = `m.organization_id, m.id, m.conversation_id, m.contact_id, m.channel, m.channel_account_id,
  m.direction, m.peer, m.type, m.content::text as content, m.status, m.platform_message_id,
  m.failure::text as failure, m.delivered_at, m.read_at, m.annotations::text as annotations, m.created_at`

/** The columns as the driver returns them. The database guarantees their types, but not the values of enumerated texts. */
export interface MessageColumns {
  readonly organization_id: OrganizationId
  readonly id: MessageId
  readonly conversation_id: ConversationId
  readonly contact_id: ContactId
  readonly channel: string
  readonly channel_account_id: ChannelAccountId
  readonly direction: string
  readonly peer: string
  readonly type: string
  readonly content: string
  readonly status: string
  readonly platform_message_id: string | null
  readonly failure: string | null
  readonly delivered_at: Date | null
  readonly read_at: Date | null
  readonly annotations: string
  readonly created_at: Date
}

const isChannel = Schema.is(Channel)
const isDirection = Schema.is(Direction)
const isStatus = Schema.is(MessageStatus)
const isPlatformId = Schema.is(PlatformMessageId)

export const instantOf = (date: Date): DateTime.Utc => DateTime.makeUnsafe(date.getTime())

/** The database guarantees valid JSON; only the type `object` is left to check. */
const contentIn = (text: string): MessageContent | null => {
  const content: MessageContent = JSON.parse(text)
  return Predicate.isObject(content) ? content : null
}

/**
 * Decodes the message of a row by hand, since the schema takes longer than the database. Returns null for a row that
 * the schema has to decode: a failed message, one with annotations other than a price, or one with an unknown value.
 */
export const plainMessage = (row: MessageColumns): Message | null => {
  const { channel, peer, delivered_at, direction, platform_message_id, read_at, status, type } = row
  const content = contentIn(row.content)
  const annotations = plainAnnotations(row.annotations)
  return content !== null &&
    annotations !== null &&
    row.failure === null &&
    peer !== "" &&
    type !== "" &&
    isChannel(channel) &&
    isDirection(direction) &&
    isStatus(status) &&
    (platform_message_id === null || isPlatformId(platform_message_id))
    ? {
        id: row.id,
        organizationId: row.organization_id,
        conversationId: row.conversation_id,
        contactId: row.contact_id,
        channel,
        channelAccountId: row.channel_account_id,
        direction,
        peer,
        type,
        content,
        status,
        platformMessageId: platform_message_id,
        failure: null,
        deliveredAt: delivered_at === null ? null : instantOf(delivered_at),
        readAt: read_at === null ? null : instantOf(read_at),
        annotations,
        createdAt: instantOf(row.created_at)
      }
    : null
}
