import { type DateTime, Schema } from "effect"
import { Channel } from "./Channel.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId, UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** The table `transitions` of `conversationActions.ts` says which action leads from one status to another. */
export const ConversationStatus = Schema.Literals(["open", "ai_handling", "escalated", "closed"])
export type ConversationStatus = Named<typeof ConversationStatus.Type>

/** A conversation between one contact and one channel account. At most one per pair is not closed. */
export class Conversation extends Schema.Opaque<Conversation>()(
  Schema.Struct({
    id: ConversationId,
    organizationId: OrganizationId,
    contactId: ContactId,
    channel: Channel,
    channelAccountId: ChannelAccountId,
    status: ConversationStatus,
    /** The member who looks after it. */
    assigneeId: Schema.NullOr(UserId),
    /** Messages learned of since the business last wrote, as `isUnread` says. */
    unreadCount: Schema.Int,
    /** The origin: `api` for an API send, otherwise the channel of the inbound message. */
    source: Schema.String,
    closedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** The user who closed it, or `service_role`. */
    closedBy: Schema.NullOr(Schema.String),
    /** The resolution, as the closing user wrote it. */
    resolution: Schema.NullOr(Schema.String),
    createdAt: Schema.DateTimeUtcFromString,
    /** When something was last said or changed. */
    updatedAt: Schema.DateTimeUtcFromString
  })
) {}

/** Required fields of a new conversation. */
export type ConversationDraft = Pick<
  Conversation,
  "id" | "organizationId" | "contactId" | "channel" | "channelAccountId" | "source"
>

/** A new conversation: open and unassigned. */
export const newConversation = (draft: ConversationDraft, at: DateTime.Utc): Conversation => ({
  ...draft,
  status: "open",
  assigneeId: null,
  unreadCount: 0,
  closedAt: null,
  closedBy: null,
  resolution: null,
  createdAt: at,
  updatedAt: at
})

/** No conversation of the organization has this id. */
export class ConversationNotFound extends Schema.TaggedError<ConversationNotFound>()("ConversationNotFound", {}) {}

/** The conversation cannot be opened again: the contact has another one on the same account that is not closed. */
export class AnotherConversationOpen extends Schema.TaggedError<AnotherConversationOpen>()(
  "AnotherConversationOpen",
  {}
) {}
