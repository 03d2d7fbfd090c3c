import { Array, Effect, Layer, Option, Order, Struct } from "effect"
import {
  type ConversationDetail,
  type ConversationFilter,
  type ConversationOrder,
  ConversationNotes,
  type ConversationOverview,
  ConversationStore,
  PresenceSignals,
  type ShownNote
} from "../../../ports/conversations/ConversationStore.ts"
import type { ThreadControl } from "../../../domain/conversations/threadControl.ts"
import type { Note } from "../../../domain/conversations/Note.ts"
import type { ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import { newest, pick } from "../newest.ts"
import { contactKnownBy } from "../contacts/storedIdentities.ts"
import { listedMessages } from "../messages/listedMessages.ts"
import { type State, type Step, type StoredConversation, asConversation } from "../State.ts"
import { World } from "../World.ts"
import type { Contact } from "../../../domain/contacts/Contact.ts"
import { isFound } from "../../../domain/contacts/ContactSearch.ts"
import {
  AnotherConversationOpen,
  type Conversation,
  ConversationPriority
} from "../../../domain/conversations/Conversation.ts"
import { messagePreview } from "../../../domain/messages/messageText.ts"

/** Signals without effect: there is only one process. */
const presenceSignals = Layer.succeed(
  PresenceSignals,
  PresenceSignals.of({ notify: () => Effect.void, listen: () => Effect.void })
)

/** The notes of the conversation, newest first. */
const notesOf = ({ notes }: State, organizationId: OrganizationId, conversationId: ConversationId) =>
  notes
    .filter((stored) => stored.organizationId === organizationId && stored.conversationId === conversationId)
    .toSorted(newest(({ createdAt }) => createdAt))

const view = ({ users }: State, note: Note): ShownNote => {
  const author = users.find(({ id }) => id === note.authorId)
  return { note, author: author === undefined ? null : Struct.pick(author, ["id", "name", "email"]) }
}

const conversationNotes = Layer.effect(
  ConversationNotes,
  Effect.map(World, ({ read, step }) =>
    ConversationNotes.of({
      list: (organizationId, conversationId, page) =>
        read("ConversationNotes.list", (state) => {
          const all = notesOf(state, organizationId, conversationId)
          const rows = all.slice(offsetOf(page), offsetOf(page) + page.limit)
          return { rows: rows.map((note) => view(state, note)), total: all.length }
        }),
      find: (organizationId, conversationId, id) =>
        read("ConversationNotes.find", (state) =>
          Option.fromUndefinedOr(notesOf(state, organizationId, conversationId).find((note) => note.id === id))
        ),
      count: (organizationId, conversationId) =>
        read("ConversationNotes.count", (state) => notesOf(state, organizationId, conversationId).length),
      add: (note) =>
        step("ConversationNotes.add", (state) => [Effect.void, { ...state, notes: [...state.notes, note] }]),
      remove: (organizationId, conversationId, id) =>
        step("ConversationNotes.remove", (state) => {
          const gone = notesOf(state, organizationId, conversationId).find((note) => note.id === id)
          const notes = state.notes.filter((note) => note !== gone)
          return [Effect.succeed(gone !== undefined), { ...state, notes }]
        })
    })
  )
)

const visible = ({ conversations }: State, organizationId: OrganizationId): ReadonlyArray<StoredConversation> =>
  conversations.filter((stored) => stored.organizationId === organizationId && !stored.isHidden)

const find = (state: State, organizationId: OrganizationId, id: ConversationId): Option.Option<Conversation> =>
  Option.map(pick(visible(state, organizationId), organizationId, id), asConversation)

const messagesOf = (state: State, { id }: Conversation) =>
  listedMessages(state, ({ conversationId }) => conversationId === id)

const lastMessage = (state: State, conversation: Conversation): ConversationOverview["lastMessage"] =>
  Option.getOrNull(
    Option.map(Array.head(messagesOf(state, conversation)), ({ content, createdAt, direction, type }) => ({
      text: messagePreview(type, content),
      direction,
      createdAt
    }))
  )

const contactOf = ({ contacts }: State, { contactId, organizationId }: Conversation): Option.Option<Contact> =>
  pick(contacts, organizationId, contactId)

const overview = (state: State, conversation: Conversation): Option.Option<ConversationOverview> =>
  Option.map(contactOf(state, conversation), ({ id, name, phone }) => ({
    conversation,
    contact: { id, name, phone },
    lastMessage: lastMessage(state, conversation)
  }))

const detail = (state: State, conversation: Conversation): Option.Option<ConversationDetail> =>
  Option.map(contactOf(state, conversation), ({ email, id, labels, name, phone }) => {
    const assignee = state.users.find((user) => user.id === conversation.assigneeId)
    return {
      conversation,
      contact: { id, name, phone, email, labels },
      lastMessage: lastMessage(state, conversation),
      assignee: assignee === undefined ? null : { id: assignee.id, name: assignee.name, email: assignee.email },
      firstMessageAt: messagesOf(state, conversation).at(-1)?.createdAt ?? null
    }
  })

const isVisible = ({ assigneeId }: Conversation, visibleTo: UserId | null): boolean =>
  visibleTo === null || assigneeId === null || assigneeId === visibleTo

const isListed =
  (
    state: State,
    { assigneeId, channel, contactId, label, priority, search, snoozed, status, teamId, visibleTo }: ConversationFilter
  ) =>
  (stored: Conversation): boolean =>
    (channel === null || stored.channel === channel) &&
    (status === null || stored.status === status) &&
    (assigneeId === null || stored.assigneeId === assigneeId) &&
    (priority === null || stored.priority === priority) &&
    (snoozed === null || (stored.snoozedAt !== null) === snoozed) &&
    (contactId === null || stored.contactId === contactId) &&
    (teamId === null || stored.teamId === teamId) &&
    (label === null || stored.labels.includes(label)) &&
    isVisible(stored, visibleTo) &&
    (search === null || Option.exists(contactOf(state, stored), (contact) => isFound(search, contact)))

const lastUpdated = newest(({ updatedAt }: Conversation) => updatedAt)

const rankOf = ({ priority }: Conversation): number => -ConversationPriority.literals.indexOf(priority)

const inOrder = (order: ConversationOrder): Order.Order<Conversation> =>
  order === "updated" ? lastUpdated : Order.combine(Order.mapInput(Order.Number, rankOf), lastUpdated)

const list = (
  state: State,
  organizationId: OrganizationId,
  filter: ConversationFilter,
  page: PageRequest,
  order: ConversationOrder
): Page<ConversationOverview> => {
  const listed = visible(state, organizationId).filter(isListed(state, filter)).toSorted(inOrder(order))
  return {
    rows: listed
      .slice(offsetOf(page), offsetOf(page) + page.limit)
      .flatMap((stored) => Option.toArray(overview(state, asConversation(stored)))),
    total: listed.length
  }
}

const isRunningBeside =
  (conversation: Conversation) =>
  (stored: StoredConversation): boolean =>
    stored.id !== conversation.id &&
    stored.organizationId === conversation.organizationId &&
    stored.contactId === conversation.contactId &&
    stored.channelAccountId === conversation.channelAccountId &&
    stored.status !== "closed"

/** Keeps the identity, origin and contact of the conversation, and replaces the rest. */
const saved = (stored: StoredConversation, conversation: Conversation): StoredConversation => ({
  ...stored,
  ...Struct.pick(conversation, [
    "status",
    "assigneeId",
    "priority",
    "snoozedAt",
    "snoozedUntil",
    "warnedAt",
    "queuedAt",
    "teamId",
    "labels",
    "unreadCount",
    "closedAt",
    "closedBy",
    "resolution",
    "updatedAt"
  ])
})

const save =
  (conversation: Conversation): Step<void, AnotherConversationOpen> =>
  (state) =>
    conversation.status !== "closed" && state.conversations.some(isRunningBeside(conversation))
      ? [Effect.fail(new AnotherConversationOpen()), state]
      : [
          Effect.void,
          {
            ...state,
            conversations: state.conversations.map((stored) =>
              stored.id === conversation.id ? saved(stored, conversation) : stored
            )
          }
        ]

const markRead =
  (organizationId: OrganizationId, id: ConversationId): Step<void> =>
  (state) => [
    Effect.void,
    {
      ...state,
      conversations: state.conversations.map((stored) =>
        stored.organizationId === organizationId && stored.id === id && !stored.isHidden
          ? { ...stored, unreadCount: 0, lastSentAt: stored.lastLearnedAt }
          : stored
      )
    }
  ]

const setControl =
  (organizationId: OrganizationId, id: ConversationId, control: ThreadControl | null): Step<void> =>
  (state) => [
    Effect.void,
    {
      ...state,
      conversations: state.conversations.map((stored) =>
        stored.organizationId === organizationId && stored.id === id
          ? { ...Struct.omit(stored, ["control"]), ...(control !== null && { control }) }
          : stored
      )
    }
  ]

const conversationStore = Layer.effect(
  ConversationStore,
  Effect.map(World, ({ read, step }) =>
    ConversationStore.of({
      find: (organizationId, id) => read("ConversationStore.find", (state) => find(state, organizationId, id)),
      lock: (organizationId, id) => read("ConversationStore.lock", (state) => find(state, organizationId, id)),
      findRunning: (organizationId, contactId, channelAccountId) =>
        read("ConversationStore.findRunning", (state) =>
          Option.fromUndefinedOr(
            visible(state, organizationId).find(
              (stored) =>
                stored.contactId === contactId &&
                stored.channelAccountId === channelAccountId &&
                stored.status !== "closed"
            )
          ).pipe(Option.map(asConversation))
        ),
      findLatestRunning: (organizationId, identity, channelAccountIds, visibleTo) =>
        read("ConversationStore.findLatestRunning", (state) => {
          const contact = contactKnownBy(state, organizationId, identity)
          const running = visible(state, organizationId).filter(
            (stored) =>
              stored.contactId === contact?.id &&
              channelAccountIds.includes(stored.channelAccountId) &&
              isVisible(stored, visibleTo) &&
              stored.status !== "closed"
          )
          return Option.map(Array.head(running.toSorted(newest(({ updatedAt }) => updatedAt))), asConversation)
        }),
      detail: (organizationId, id) =>
        read("ConversationStore.detail", (state) =>
          Option.flatMap(find(state, organizationId, id), (conversation) => detail(state, conversation))
        ),
      list: (organizationId, filter, page, order = "updated") =>
        read("ConversationStore.list", (state) => list(state, organizationId, filter, page, order)),
      save: (conversation) => step("ConversationStore.save", save(conversation)),
      markRead: (organizationId, id) => step("ConversationStore.markRead", markRead(organizationId, id)),
      control: (organizationId, id) =>
        read("ConversationStore.control", (state) =>
          Option.fromUndefinedOr(
            state.conversations.find((stored) => stored.organizationId === organizationId && stored.id === id)?.control
          )
        ),
      setControl: (organizationId, id, control) =>
        step("ConversationStore.setControl", setControl(organizationId, id, control))
    })
  )
)

export const layer = Layer.mergeAll(conversationNotes, conversationStore, presenceSignals)
