import { Array, Effect, Layer, Option, Struct } from "effect"
import type { Contact } from "../../../domain/contacts/Contact.ts"
import { isFound } from "../../../domain/contacts/ContactSearch.ts"
import { AnotherConversationOpen, type Conversation } from "../../../domain/conversations/Conversation.ts"
import type { ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { messagePreview } from "../../../domain/messages/messagePreview.ts"
import { offsetOf, type Page, type PageRequest } from "../../../domain/text/Page.ts"
import {
  type ConversationDetail,
  type ConversationFilter,
  type ConversationOverview,
  ConversationStore
} from "../../../ports/conversations/ConversationStore.ts"
import { newest, pick } from "../newest.ts"
import {
  asConversation,
  contactKnownBy,
  listedMessages,
  type StoredConversation,
  type State,
  type Step
} from "../State.ts"
import { World } from "../World.ts"

const shown = ({ conversations }: State, organizationId: OrganizationId): ReadonlyArray<StoredConversation> =>
  conversations.filter((kept) => kept.organizationId === organizationId && !kept.isHidden)

const find = (state: State, organizationId: OrganizationId, id: ConversationId): Option.Option<Conversation> =>
  Option.map(pick(shown(state, organizationId), organizationId, id), asConversation)

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
  (state: State, { assigneeId, channel, contactId, search, status, visibleTo }: ConversationFilter) =>
  (kept: Conversation): boolean =>
    (channel === null || kept.channel === channel) &&
    (status === null || kept.status === status) &&
    (assigneeId === null || kept.assigneeId === assigneeId) &&
    (contactId === null || kept.contactId === contactId) &&
    isVisible(kept, visibleTo) &&
    (search === null || Option.exists(contactOf(state, kept), (contact) => isFound(search, contact)))

const list = (
  state: State,
  organizationId: OrganizationId,
  filter: ConversationFilter,
  page: PageRequest
): Page<ConversationOverview> => {
  const listed = shown(state, organizationId)
    .filter(isListed(state, filter))
    .toSorted(newest(({ updatedAt }) => updatedAt))
  return {
    rows: listed
      .slice(offsetOf(page), offsetOf(page) + page.limit)
      .flatMap((kept) => Option.toArray(overview(state, asConversation(kept)))),
    total: listed.length
  }
}

const isRunningBeside =
  (conversation: Conversation) =>
  (kept: StoredConversation): boolean =>
    kept.id !== conversation.id &&
    kept.organizationId === conversation.organizationId &&
    kept.contactId === conversation.contactId &&
    kept.channelAccountId === conversation.channelAccountId &&
    kept.status !== "closed"

/** Keeps the identity, origin and contact of the conversation, and replaces the rest. */
const saved = (kept: StoredConversation, conversation: Conversation): StoredConversation => ({
  ...kept,
  ...Struct.pick(conversation, [
    "status",
    "assigneeId",
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
            conversations: state.conversations.map((kept) =>
              kept.id === conversation.id ? saved(kept, conversation) : kept
            )
          }
        ]

const markRead =
  (organizationId: OrganizationId, id: ConversationId): Step<void> =>
  (state) => [
    Effect.void,
    {
      ...state,
      conversations: state.conversations.map((kept) =>
        kept.organizationId === organizationId && kept.id === id && !kept.isHidden
          ? { ...kept, unreadCount: 0, lastSentAt: kept.lastLearnedAt }
          : kept
      )
    }
  ]

export const layer = Layer.effect(
  ConversationStore,
  Effect.map(World, ({ read, step }) =>
    ConversationStore.of({
      find: (organizationId, id) => read("ConversationStore.find", (state) => find(state, organizationId, id)),
      lock: (organizationId, id) => read("ConversationStore.lock", (state) => find(state, organizationId, id)),
      findRunning: (organizationId, contactId, channelAccountId) =>
        read("ConversationStore.findRunning", (state) =>
          Option.fromUndefinedOr(
            shown(state, organizationId).find(
              (kept) =>
                kept.contactId === contactId && kept.channelAccountId === channelAccountId && kept.status !== "closed"
            )
          ).pipe(Option.map(asConversation))
        ),
      findLatestRunning: (organizationId, identity, channelAccountIds, visibleTo) =>
        read("ConversationStore.findLatestRunning", (state) => {
          const contact = contactKnownBy(state, organizationId, identity)
          const running = shown(state, organizationId).filter(
            (kept) =>
              kept.contactId === contact?.id &&
              channelAccountIds.includes(kept.channelAccountId) &&
              isVisible(kept, visibleTo) &&
              kept.status !== "closed"
          )
          return Option.map(Array.head(running.toSorted(newest(({ updatedAt }) => updatedAt))), asConversation)
        }),
      detail: (organizationId, id) =>
        read("ConversationStore.detail", (state) =>
          Option.flatMap(find(state, organizationId, id), (conversation) => detail(state, conversation))
        ),
      list: (organizationId, filter, page) =>
        read("ConversationStore.list", (state) => list(state, organizationId, filter, page)),
      save: (conversation) => step("ConversationStore.save", save(conversation)),
      markRead: (organizationId, id) => step("ConversationStore.markRead", markRead(organizationId, id))
    })
  )
)
