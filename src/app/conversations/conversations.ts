import { DateTime, Effect, Option, Result } from "effect"
import type { Channel } from "../../domain/conversations/Channel.ts"
import {
  type Conversation,
  type ConversationAccount,
  conversationAccount
} from "../../domain/conversations/Conversation.ts"
import { assign, close, reopen, unassign } from "../../domain/conversations/conversationActions.ts"
import { markedUnread } from "../../domain/messages/unread.ts"
import {
  conversationAssigned,
  conversationClosed,
  conversationOpened,
  unreadChanged
} from "../../domain/webhooks/conversationEvents.ts"
import { type ConversationId, EventId, NotificationId, type OrganizationId, type UserId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { NotAMember, type SessionAccess, actorOf, shownTo, visibleTo } from "../../domain/access/SessionAccess.ts"
import {
  type ConversationFilter,
  type ConversationOrder,
  ConversationStore,
  everyConversation
} from "../../ports/conversations/ConversationStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Memberships, Notifier } from "../../ports/access/Memberships.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { offerReadReceipt } from "../messages/readReceipts.ts"
import { changeConversation } from "./changeConversation.ts"
import { lockedConversation } from "./shownConversation.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"

/** Returns a page of the stored conversations of a channel, most recently updated first. */
export const listChannelConversations = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channel: Channel,
  page: PageRequest
) {
  const filter = { ...everyConversation, channel }
  return yield* (yield* ConversationStore).list(organizationId, filter, page)
}, spanned("listChannelConversations"))

/** A filter of a caller. A field that is null restricts nothing. */
export interface RequestedConversations extends Omit<ConversationFilter, "visibleTo" | "priority" | "snoozed"> {
  readonly priority?: ConversationFilter["priority"]
  readonly snoozed?: ConversationFilter["snoozed"]
}

/** A page of the conversations that the caller may see. */
export const listConversations = Effect.fnUntraced(function* (
  access: SessionAccess,
  asked: Partial<Omit<ConversationFilter, "visibleTo">>,
  page: PageRequest,
  order: ConversationOrder = "updated"
) {
  const filter = { ...everyConversation, ...asked, visibleTo: visibleTo(access) }
  return yield* (yield* ConversationStore).list(access.organizationId, filter, page, order)
}, spanned("listConversations"))

/** A conversation with all that is shown of it. */
export const getConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const found = yield* (yield* ConversationStore).detail(access.organizationId, id)
  return yield* Effect.fromResult(shownTo(access, found, ({ conversation }) => conversation))
}, spanned("getConversation"))

/** Closes the conversation, and announces it. To close it again changes nothing: the first time counts. */
export const closeConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  resolution: string | null
) {
  const closed = changeConversation(
    access,
    id,
    (present, at) => Result.succeed(close(present, actorOf(access), resolution, at)),
    (eventId, conversation, _, at) => conversationClosed(eventId, conversation, at)
  )
  // One that is closed is never one too many.
  return yield* Effect.catchTag(closed, "AnotherConversationOpen", Effect.die)
}, spanned("closeConversation"))

/**
 * Assigns the conversation to a member and notifies them. A closed conversation is reopened, which records an event. If
 * the contact has another open conversation, reopening fails.
 */
export const assignConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  userId: UserId
) {
  const { organizationId } = access
  const conversations = yield* ConversationStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const members = yield* Memberships
  const notifier = yield* Notifier
  const { atomically } = yield* Transaction

  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* lockedConversation(access, id)
      const member = yield* members.find(organizationId, userId)
      if (Option.isNone(member)) return yield* new NotAMember()
      const at = yield* DateTime.now
      const { conversation, isChanged, isReassigned, isReopened } = assign(present, userId, at)
      if (isChanged) yield* conversations.save(conversation)
      if (isReopened) yield* events.append(conversationOpened(EventId.make(yield* ids.uuid), conversation, at))
      if (isReassigned) {
        const change = { by: actorOf(access), previousId: present.assigneeId }
        yield* events.append(conversationAssigned(EventId.make(yield* ids.uuid), conversation, change, at))
        yield* notifier.notify({
          id: NotificationId.make(yield* ids.uuid),
          organizationId,
          userId,
          type: "conversation.assigned",
          conversationId: id,
          createdAt: at,
          readAt: null
        })
      }
      return { conversation, assignee: member.value.user }
    })
  )
}, spanned("assignConversation"))

/** Unassigns the conversation and records an event. Does nothing if there is no assignee. */
export const unassignConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const unassigned = changeConversation(
    access,
    id,
    (present, at) => Result.succeed(unassign(present, at)),
    (eventId, conversation, { assigneeId }, at) =>
      conversationAssigned(eventId, conversation, { by: actorOf(access), previousId: assigneeId }, at)
  )
  // The status stays, so it is never one open conversation too many.
  return yield* Effect.catchTag(unassigned, "AnotherConversationOpen", Effect.die)
}, spanned("unassignConversation"))

/**
 * Opens a closed conversation again, for its assignee, and announces that; fails when the contact has another one by
 * now. One that is not closed stays as it is.
 */
export const reopenConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  return yield* changeConversation(
    access,
    id,
    (present, at) => Result.succeed(reopen(present, at)),
    (eventId, conversation, _, at) => conversationOpened(eventId, conversation, at)
  )
}, spanned("reopenConversation"))

/**
 * Marks all messages of the conversation as read, those that the service has learned of so far, and announces it. Returns
 * whether some were unread.
 */
export const markConversationRead = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const { markRead } = yield* ConversationStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* lockedConversation(access, id)
      yield* markRead(present.organizationId, id)
      if (present.unreadCount === 0) return false
      const read = { ...present, unreadCount: 0 }
      const eventId = EventId.make(yield* ids.uuid)
      yield* events.append(unreadChanged(eventId, read, actorOf(access), yield* DateTime.now))
      return true
    })
  )
}, spanned("markConversationRead"))

/** Marks the conversation as read, and queues a read receipt if the organization's setting says so. */
export const readConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const wasUnread = yield* markConversationRead(access, id)
  if (wasUnread) yield* offerReadReceipt(access.organizationId, id, "on_read")
}, spanned("readConversation"))

/** Makes the conversation unread for all members, and announces it: one with unread messages stays as it is. */
export const unreadConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const marked = changeConversation(
    access,
    id,
    (present) => {
      const conversation = markedUnread(present)
      return Result.succeed({ conversation, isChanged: conversation !== present })
    },
    (eventId, conversation, _, at) => unreadChanged(eventId, conversation, actorOf(access), at)
  )
  // The status stays, so the conversation cannot become one too many.
  return yield* Effect.catchTag(marked, "AnotherConversationOpen", Effect.die)
}, spanned("unreadConversation"))

/** The accounts of conversations that views name, by conversation: see `conversationAccount`. */
export const conversationAccounts = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  conversations: ReadonlyArray<Conversation>
) {
  const { ofChannel } = yield* ChannelAccounts
  const channels = new Set<Channel>(conversations.map(({ channel }) => channel))
  const accounts = new Map(
    yield* Effect.forEach(channels, (channel) =>
      Effect.map(ofChannel(organizationId, channel), (connected) => [channel, connected] as const)
    )
  )
  return new Map<ConversationId, ConversationAccount>(
    conversations.flatMap((conversation) => {
      const account = conversationAccount(conversation, accounts.get(conversation.channel) ?? [])
      return account === null ? [] : [[conversation.id, account] as const]
    })
  )
})
