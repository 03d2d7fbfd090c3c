import { Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import { MessageAnnotations } from "./MessageAnnotations.ts"
import { MessageContent } from "./MessageContent.ts"
import { MessageFailure } from "./MessageFailure.ts"
import { ChannelAccountId, ContactId, ConversationId, MessageId, OrganizationId, PlatformMessageId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** The direction from the organization's view: `inbound` comes from the peer. */
export const Direction = Schema.Literals(["inbound", "outbound"])
export type Direction = Named<typeof Direction.Type>

/**
 * `pending` is an intent whose outcome is not recorded yet (contract C20); the others are the public ones. Among those,
 * `sent < delivered < read`, and `failed` ends a message that was not delivered.
 */
export const MessageStatus = Schema.Literals(["pending", "sent", "delivered", "read", "failed"])
export type MessageStatus = Named<typeof MessageStatus.Type>

/** The statuses that callers know (contract C56). */
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

/** A message whose outcome is known, as callers see it (contract C107). */
export type SettledMessage = Message & { readonly status: PublicMessageStatus }

/** An intent belongs to no list before the platform has answered. */
export const isSettled = (message: Message): message is SettledMessage => message.status !== "pending"

/** No message of the conversation has this id. */
export class MessageNotFound extends Schema.TaggedError<MessageNotFound>()("MessageNotFound", {}) {}

/** How long an intent may wait for its outcome before it is taken for lost (contract C20). */
export const outcomeDeadline = "5 minutes"

/** The failure recorded after that time. A later outcome replaces it. */
export const expiredFailure: MessageFailure = { _tag: "OutcomeUnknown", detail: "no outcome was recorded" }

/**
 * Whether a message of ours has no answer of the platform yet: what the platform reports of it may still complete it
 * (contract C150). The statement that records outcomes repeats this.
 */
export const isUnanswered = ({ failure, status }: Pick<Message, "failure" | "status">): boolean =>
  status === "pending" || (status === "failed" && failure?._tag === "OutcomeUnknown")
