import { type DateTime, Schema } from "effect"
import { Channel, type ChannelAccount } from "./Channel.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId, TeamId, UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** The table `transitions` of `conversationActions.ts` says which action leads from one status to another. */
export const ConversationStatus = Schema.Literals(["open", "ai_handling", "escalated", "closed"])
export type ConversationStatus = Named<typeof ConversationStatus.Type>

/** How urgent a conversation is, in ascending order. */
export const ConversationPriority = Schema.Literals(["none", "low", "normal", "high", "urgent"])
export type ConversationPriority = Named<typeof ConversationPriority.Type>

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
    priority: ConversationPriority,
    /** When a member snoozed it; null while it is not snoozed. A closed conversation is not snoozed. */
    snoozedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** The end of the snooze; null while it is not snoozed, and if it ends with the next message of the contact. */
    snoozedUntil: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** When the warning before the automatic close was due; null without one. See `closingStep`. */
    warnedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** Since when it waits for an assignee by a policy; null while it does not wait. See `chooseAssignee`. */
    queuedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** The team that looks after it, beside the member. */
    teamId: Schema.NullOr(TeamId),
    /** Names of labels, in the order of `byLabelName` when they were assigned. */
    labels: Schema.Array(Schema.String),
    /** Messages learned of since the business last wrote, as `isUnread` says. */
    unreadCount: Schema.Int,
    /** The origin: `api` for an API send, otherwise the channel of the inbound message. */
    source: Schema.String,
    closedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** The user who closed it, `service_role`, or `automatic`. */
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
  priority: "none",
  snoozedAt: null,
  snoozedUntil: null,
  warnedAt: null,
  queuedAt: null,
  teamId: null,
  labels: [],
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

/** A conversation as Messenger or Instagram itself lists it. The Page or account is one of the participants. */
export class PlatformConversation extends Schema.Opaque<PlatformConversation>()(
  Schema.Struct({
    id: Schema.NonEmptyString,
    updatedAt: Schema.DateTimeUtcFromString,
    /** Messages that the Page has not read. Null on Instagram, which does not report it. */
    unreadCount: Schema.NullOr(Schema.Int),
    /** `name` is the username on Instagram. */
    participants: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
  })
) {}

/** The account of a conversation as views name it. */
export interface ConversationAccount {
  readonly id: ChannelAccountId
  /** The platform's id and the name; null if the account is no longer connected. */
  readonly externalId: string | null
  readonly displayName: string | null
}

/**
 * The account of a conversation, if the organization has several on the channel or the account is no longer connected;
 * null where there is no doubt. `accounts`: the connected accounts of the channel.
 */
export const conversationAccount = (
  { channelAccountId }: Pick<Conversation, "channelAccountId">,
  accounts: ReadonlyArray<ChannelAccount>
): ConversationAccount | null => {
  const own = accounts.find(({ id }) => id === channelAccountId)
  if (own === undefined) return { id: channelAccountId, externalId: null, displayName: null }
  return accounts.length < 2 ? null : own
}

/** A member's activity in a conversation on their screen. */
export const PresenceState = Schema.Literals(["viewing", "typing"])
export type PresenceState = Named<typeof PresenceState.Type>

/** A member with a conversation on the screen. */
export interface PresentMember {
  readonly userId: UserId
  readonly name: string
  readonly state: PresenceState
}

/** A member who does not say so again is gone after this time, in milliseconds. */
export const presenceMillis = 30_000

/** How often a client says so, in seconds: a member stays visible after one lost call. */
export const presenceIntervalSeconds = 12
