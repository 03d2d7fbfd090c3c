import { Schema } from "effect"
import {
  CampaignId,
  CampaignRecipientId,
  ChannelAccountId,
  ContactId,
  ConversationId,
  MessageId,
  OrganizationId,
  PlatformMessageId,
  TraceParent,
  UserId
} from "../Ids.ts"
import { PricingReport } from "./MessagePricing.ts"
import { Channel } from "../conversations/Channel.ts"
import type { Named } from "../Named.ts"

/** Content by type in the words of the channel: for a template `{template:{name, language, components}}`. */
export const MessageContent = Schema.Record(Schema.String, Schema.Json)
export type MessageContent = typeof MessageContent.Type

/** Removes the fields that are null. */
export const withoutNulls = (fields: MessageContent): MessageContent =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** Why a message failed: the platform rejected it, or its outcome is unknown. */
export const MessageFailure = Schema.Union([
  Schema.TaggedStruct("Rejected", { code: Schema.Int, title: Schema.String, message: Schema.String }),
  Schema.TaggedStruct("NotReached", { detail: Schema.String }),
  Schema.TaggedStruct("OutcomeUnknown", { detail: Schema.String })
])
export type MessageFailure = typeof MessageFailure.Type

/** When something was reported, and the report that says so, which decides between two of one instant. */
const ReportMark = Schema.Struct({ at: Schema.DateTimeUtcFromString, key: Schema.NonEmptyString })

/** A report by the platform's time and its key, which recognize a repetition. */
export type ReportMark = typeof ReportMark.Type

/** Most replaced reports that one reaction or edit remembers. An older one that comes late counts as known. */
export const maxEarlierReports = 32

/** The reports that the standing one replaced, the newest first. They were announced, and are not announced again. */
const earlier = Schema.optionalKey(Schema.Array(ReportMark))

/** The last reaction to a message. */
export const Reaction = Schema.Struct({
  by: Schema.Literals(["business", "contact"]),
  /** The emoji, or the platform's word for it; null once it was taken back. */
  reaction: Schema.NullOr(Schema.NonEmptyString),
  ...ReportMark.fields,
  earlier
})
export type Reaction = typeof Reaction.Type

/** The edit that a message shows. */
export const Edit = Schema.Struct({
  /** The number of edits including this one, where the platform counts them. */
  number: Schema.NullOr(Schema.Int),
  ...ReportMark.fields,
  earlier,
  /** The message before any edit. */
  original: Schema.Struct({ type: Schema.NonEmptyString, content: MessageContent })
})
export type Edit = typeof Edit.Type

/** The campaign that a message belongs to, and its recipient. */
export const CampaignMark = Schema.Struct({ id: CampaignId, recipientId: CampaignRecipientId })
export type CampaignMark = typeof CampaignMark.Type

/** Facts beside the content of a message, such as its agent, and later changes: reactions, edits, deletion. */
export class MessageAnnotations extends Schema.Opaque<MessageAnnotations>()(
  Schema.Struct({
    /** At most one reaction per side. */
    reactions: Schema.optionalKey(Schema.Array(Reaction)),
    edit: Schema.optionalKey(Edit),
    deletedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
    /**
     * The first failure that was reported, also of a message that arrived all the same (contract: Message status is a
     * join).
     */
    failure: Schema.optionalKey(Schema.Struct({ at: Schema.DateTimeUtcFromString, failure: MessageFailure })),
    /** The latest price that was reported (contract: Prices of messages). */
    pricing: Schema.optionalKey(PricingReport),
    /** The trace of the request that sent it, as `traceparent`. Later reports join it. */
    trace: Schema.optionalKey(TraceParent),
    /** The recipient of a campaign that it was sent to. */
    campaign: Schema.optionalKey(CampaignMark),
    /** The name of the agent that a backend sent it for, or of the author in an import (contract: Agents of backends). */
    agent: Schema.optionalKey(Schema.NonEmptyString),
    /** It was learned of from a phone's history or an import first, and not announced (contract: Messages of the past). */
    imported: Schema.optionalKey(Schema.Literal(true)),
    /** The member who wrote it, or scheduled it. */
    member: Schema.optionalKey(UserId),
    /** Present on a greeting, an away message and a warning, which the service itself sent. They make nothing read. */
    automatic: Schema.optionalKey(Schema.Literal(true))
  })
) {}

/** Maximum characters of the name of an agent. */
export const maxAgentNameLength = 100

/** The direction from the organization's view: `inbound` comes from the peer. */
export const Direction = Schema.Literals(["inbound", "outbound"])
export type Direction = Named<typeof Direction.Type>

/**
 * `pending` is an intent whose outcome is not recorded yet (contract: Intent first, outcome after); the others are the
 * public ones. Among those,
 * `sent < delivered < read`, and `failed` ends a message that was not delivered.
 */
export const MessageStatus = Schema.Literals(["pending", "sent", "delivered", "read", "failed"])
export type MessageStatus = Named<typeof MessageStatus.Type>

/** The statuses that callers know (contract: States). */
export const PublicMessageStatus = Schema.Literals(["sent", "delivered", "read", "failed"])
export type PublicMessageStatus = Named<typeof PublicMessageStatus.Type>

/** A message of a conversation, sent or received, with the later reports of platforms about it. */
export class Message extends Schema.Opaque<Message>()(
  Schema.Struct({
    id: MessageId,
    organizationId: OrganizationId,
    conversationId: ConversationId,
    contactId: ContactId,
    channel: Channel,
    channelAccountId: ChannelAccountId,
    direction: Direction,
    /** Recipient of an outbound message, sender of an inbound one: phone digits, or the platform's id of the person. */
    peer: Schema.NonEmptyString,
    type: Schema.NonEmptyString,
    content: MessageContent,
    status: MessageStatus,
    platformMessageId: Schema.NullOr(PlatformMessageId),
    /** Why it failed, while that is its status. */
    failure: Schema.NullOr(MessageFailure),
    /** When it arrived, if known. A message that was read without a delivery report arrived when it was read. */
    deliveredAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    readAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    annotations: MessageAnnotations,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** A message whose outcome is known, as callers see it (contract: Sends whose outcome is unknown). */
export type SettledMessage = Message & { readonly status: PublicMessageStatus }

/** An intent belongs to no list before the platform has answered. */
export const isSettled = (message: Message): message is SettledMessage => message.status !== "pending"

/** The type of a message that is a reaction to another one. */
export const reactionType = "reaction"

/**
 * Whether the message is part of its conversation. A reaction of the business is a message, since it is sent and has a
 * status, but shows at the message that it belongs to (contract: Reactions of the business).
 */
export const isListed = (message: Message): message is SettledMessage =>
  isSettled(message) && message.type !== reactionType

/** No message of the conversation has this id. */
export class MessageNotFound extends Schema.TaggedError<MessageNotFound>()("MessageNotFound", {}) {}

/** How long an intent may wait for its outcome before it is taken for lost (contract: Intent first, outcome after). */
export const outcomeDeadline = "5 minutes"

/** The failure recorded after that time. A later outcome replaces it. */
export const expiredFailure: MessageFailure = { _tag: "OutcomeUnknown", detail: "no outcome was recorded" }

/**
 * Whether a message of ours has no answer of the platform yet: what the platform reports of it may still complete it
 * (contract: A report that names its send). The statement that records outcomes repeats this.
 */
export const isUnanswered = ({ failure, status }: Pick<Message, "failure" | "status">): boolean =>
  status === "pending" || (status === "failed" && failure?._tag === "OutcomeUnknown")
