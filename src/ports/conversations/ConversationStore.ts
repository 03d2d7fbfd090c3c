import { Context, type DateTime, type Effect, type Option, type Scope } from "effect"
import type { Channel } from "../../domain/conversations/Channel.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ContactSearch } from "../../domain/contacts/ContactSearch.ts"
import type {
  AnotherConversationOpen,
  Conversation,
  ConversationPriority,
  ConversationStatus,
  PresentMember
} from "../../domain/conversations/Conversation.ts"
import type { ThreadControl } from "../../domain/conversations/threadControl.ts"
import type {
  ChannelAccountId,
  ContactId,
  ConversationId,
  NoteId,
  OrganizationId,
  TeamId,
  UserId
} from "../../domain/Ids.ts"
import type { MessagePreview } from "../../domain/messages/messageText.ts"
import type { User } from "../../domain/access/Organization.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"
import type { Note } from "../../domain/conversations/Note.ts"

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
  readonly priority: ConversationPriority | null
  /** Only snoozed ones (true), or only those that are not snoozed (false). */
  readonly snoozed: boolean | null
  readonly contactId: ContactId | null
  readonly teamId: TeamId | null
  /** The name of a label, as it is stored. */
  readonly label: string | null
  /** Only those with the contacts that the search finds. */
  readonly search: ContactSearch | null
  /** Only those assigned to this user and unassigned ones (contract: Access to conversations). */
  readonly visibleTo: UserId | null
}

/** Every conversation of the organization. */
export const everyConversation: ConversationFilter = {
  channel: null,
  status: null,
  assigneeId: null,
  priority: null,
  snoozed: null,
  contactId: null,
  teamId: null,
  label: null,
  search: null,
  visibleTo: null
}

/** Order of a list: the last updated first, or the highest priority first and of one priority the last updated. */
export type ConversationOrder = "updated" | "priority"

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
    /** A page of the conversations that pass the filter. */
    list(
      organizationId: OrganizationId,
      filter: ConversationFilter,
      page: PageRequest,
      order?: ConversationOrder
    ): Effect.Effect<Page<ConversationOverview>>
    /**
     * Replaces what may change: status, assignee, team, labels, priority, snooze, warning, wait for an assignee, unread count, closing, and the time of update. Fails when that would
     * leave the contact with two conversations on one account that are not closed; a transaction around it is lost
     * then.
     */
    save(conversation: Conversation): Effect.Effect<void, AnotherConversationOpen>
    /**
     * Makes every message read that was learned of so far: the unread count is 0, and counts later messages only. The
     * time of the update stays, so the lists keep their order. Does nothing without such a conversation.
     */
    markRead(organizationId: OrganizationId, id: ConversationId): Effect.Effect<void>
    /** The latest handover of the thread, by a report or by `setControl`. None without one. */
    control(organizationId: OrganizationId, id: ConversationId): Effect.Effect<Option.Option<ThreadControl>>
    /** Replaces the latest handover of the thread. Null: the thread has no holder. */
    setControl(organizationId: OrganizationId, id: ConversationId, control: ThreadControl | null): Effect.Effect<void>
  }
>()("effect-parley/ports/ConversationStore") {}

/** A note with its author as the author is now; null for the service role. */
export interface ShownNote {
  readonly note: Note
  readonly author: Pick<User, "id" | "name" | "email"> | null
}

/**
 * The notes of conversations (contract: Notes of a conversation). When two conversations become one, it has the notes
 * of both.
 */
export class ConversationNotes extends Context.Service<
  ConversationNotes,
  {
    /** The newest first, of one instant the greater id. */
    list(
      organizationId: OrganizationId,
      conversationId: ConversationId,
      page: PageRequest
    ): Effect.Effect<Page<ShownNote>>
    find(organizationId: OrganizationId, conversationId: ConversationId, id: NoteId): Effect.Effect<Option.Option<Note>>
    count(organizationId: OrganizationId, conversationId: ConversationId): Effect.Effect<number>
    /** Stores a note of a conversation of the organization. */
    add(note: Note): Effect.Effect<void>
    /** Whether there was one to remove. */
    remove(organizationId: OrganizationId, conversationId: ConversationId, id: NoteId): Effect.Effect<boolean>
  }
>()("effect-parley/ports/ConversationNotes") {}

/** A member who says that the conversation is on the screen. */
export interface SaidPresence {
  readonly organizationId: OrganizationId
  readonly conversationId: ConversationId
  readonly member: PresentMember
}

/**
 * Sends the presence of members in conversations to the other processes (contract: Who else is looking, over several
 * processes). Nothing is stored.
 */
export class PresenceSignals extends Context.Service<
  PresenceSignals,
  {
    /** Notifies the other processes soon, without a wait. A signal may be lost: members repeat it. */
    notify(presence: SaidPresence): Effect.Effect<void>
    /** Receives the signals of other processes, until the scope ends. */
    listen(receive: (presence: SaidPresence) => Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/ports/PresenceSignals") {}
