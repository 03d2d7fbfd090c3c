import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Channel } from "../../domain/conversations/Channel.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ContactSearch } from "../../domain/contacts/ContactSearch.ts"
import type {
  AnotherConversationOpen,
  Conversation,
  ConversationStatus
} from "../../domain/conversations/Conversation.ts"
import type { ChannelAccountId, ContactId, ConversationId, OrganizationId, UserId } from "../../domain/Ids.ts"
import type { MessagePreview } from "../../domain/messages/messagePreview.ts"
import type { User } from "../../domain/access/Organization.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/** A conversation as lists show it. */
export interface ConversationOverview {
  readonly conversation: Conversation
  readonly contact: Pick<Contact, "id" | "name" | "phone">
  /** The last message in either direction whose outcome is known, in the order of `inConversation`, or null. */
  readonly lastMessage: MessagePreview | null
}

/** A conversation in its detail view. */
export interface ConversationDetail extends ConversationOverview {
  readonly contact: Pick<Contact, "id" | "name" | "phone" | "email" | "labels">
  readonly assignee: Pick<User, "id" | "name" | "email"> | null
  /** The time of the first message, in the order of `inConversation`; null when there is none. */
  readonly firstMessageAt: DateTime.Utc | null
}

/** Which conversations are listed. A field that is null restricts nothing. */
export interface ConversationFilter {
  readonly channel: Channel | null
  readonly status: ConversationStatus | null
  readonly assigneeId: UserId | null
  readonly contactId: ContactId | null
  /** Only those with the contacts that the search finds. */
  readonly search: ContactSearch | null
  /** Only those assigned to this user and unassigned ones (contract C13). */
  readonly visibleTo: UserId | null
}

/** Stores conversations. Those of deleted contacts are not found. */
export class ConversationStore extends Context.Service<
  ConversationStore,
  {
    find(organizationId: OrganizationId, id: ConversationId): Effect.Effect<Option.Option<Conversation>>
    /** Like `find`; inside a transaction the conversation stays locked until its end. */
    lock(organizationId: OrganizationId, id: ConversationId): Effect.Effect<Option.Option<Conversation>>
    /** The conversation of the contact on the account that is not closed. */
    findRunning(
      organizationId: OrganizationId,
      contactId: ContactId,
      channelAccountId: ChannelAccountId
    ): Effect.Effect<Option.Option<Conversation>>
    /**
     * The last updated conversation that is not closed, on one of the accounts, with the contact of the identity.
     * `visibleTo`: only those assigned to this user and unassigned ones; null for all.
     */
    findLatestRunning(
      organizationId: OrganizationId,
      identity: ContactIdentity,
      channelAccountIds: ReadonlyArray<ChannelAccountId>,
      visibleTo: UserId | null
    ): Effect.Effect<Option.Option<Conversation>>
    detail(organizationId: OrganizationId, id: ConversationId): Effect.Effect<Option.Option<ConversationDetail>>
    /** A page of the conversations that pass the filter, the last updated first. */
    list(
      organizationId: OrganizationId,
      filter: ConversationFilter,
      page: PageRequest
    ): Effect.Effect<Page<ConversationOverview>>
    /**
     * Replaces what may change: status, assignee, unread count, closing, and the time of update. Fails when that would
     * leave the contact with two conversations on one account that are not closed; a transaction around it is lost
     * then.
     */
    save(conversation: Conversation): Effect.Effect<void, AnotherConversationOpen>
    /**
     * Makes every message read that was learned of so far: the unread count is 0, and counts later messages only. The
     * time of the update stays, so the lists keep their order. Does nothing without such a conversation.
     */
    markRead(organizationId: OrganizationId, id: ConversationId): Effect.Effect<void>
  }
>()("effect-parley/ports/ConversationStore") {}
