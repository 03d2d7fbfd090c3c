import { DateTime, HashMap, Option, Order } from "effect"
import type { ConversationId } from "../Ids.ts"
import { type InboxContact, later, mergedContacts } from "./InboxContact.ts"
import {
  conversationKey,
  type InboxConversation,
  type InboxState,
  withContact,
  withConversation
} from "./InboxState.ts"

/** Two conversations become one, the survivor's. An escalation stays. */
const mergedConversations = (into: InboxConversation, from: InboxConversation): InboxConversation => ({
  conversation: {
    ...into.conversation,
    status: from.conversation.status === "escalated" ? "escalated" : into.conversation.status,
    assigneeId: into.conversation.assigneeId ?? from.conversation.assigneeId,
    updatedAt: DateTime.max(into.conversation.updatedAt, from.conversation.updatedAt)
  },
  lastLearnedAt: later(into.lastLearnedAt, from.lastLearnedAt),
  lastSentAt: later(into.lastSentAt, from.lastSentAt),
  lastWrittenAt: later(into.lastWrittenAt, from.lastWrittenAt),
  lastEchoAt: later(into.lastEchoAt, from.lastEchoAt),
  isRecounted: true
})

/** What the conversation becomes as the other contact's. */
const moved = ({ conversations }: InboxState, into: InboxContact, held: InboxConversation): InboxConversation => {
  const contactId = into.contact.id
  const own = HashMap.get(conversations, conversationKey(contactId, held.conversation.channelAccountId))
  return Option.match(own, {
    onNone: () => ({ ...held, conversation: { ...held.conversation, contactId } }),
    onSome: (kept) => mergedConversations(kept, held)
  })
}

const withoutConversation = (state: InboxState, { conversation }: InboxConversation): InboxState => ({
  ...state,
  conversations: HashMap.remove(
    state.conversations,
    conversationKey(conversation.contactId, conversation.channelAccountId)
  )
})

/** The conversations of the one as the other's; gives back which has become which. */
const moveConversations = (state: InboxState, into: InboxContact, from: InboxContact) => {
  const moves = [...HashMap.values(state.conversations)]
    .filter(({ conversation }) => conversation.contactId === from.contact.id)
    .map((held) => ({ held, became: moved(state, into, held) }))
  return {
    after: moves.reduce(
      (before, { became, held }) => withConversation(withoutConversation(before, held), became),
      state
    ),
    became: new Map<ConversationId, ConversationId>(
      moves.map(({ became, held }) => [held.conversation.id, became.conversation.id])
    )
  }
}

const mergeTwo = (state: InboxState, into: InboxContact, from: InboxContact): InboxState => {
  const { after, became } = moveConversations(state, into, from)
  const messages = HashMap.map(after.messages, (held) =>
    held.message.contactId === from.contact.id
      ? {
          ...held,
          message: {
            ...held.message,
            contactId: into.contact.id,
            conversationId: became.get(held.message.conversationId) ?? held.message.conversationId
          }
        }
      : held
  )
  const merged = mergedContacts(into, from)
  return withContact(
    {
      ...after,
      messages,
      contacts: HashMap.remove(after.contacts, from.contact.id),
      merges: [...after.merges, { from: from.contact.id, into: into.contact.id }]
    },
    merged
  )
}

const oldestFirst: Order.Order<InboxContact> = Order.combine(
  Order.mapInput(Order.Number, ({ contact }: InboxContact) => DateTime.toEpochMillis(contact.createdAt)),
  Order.mapInput(Order.String, ({ contact }: InboxContact) => contact.id)
)

/** Makes one contact of those who turn out to be one person; the oldest survives. */
export const mergeInboxContacts = (
  state: InboxState,
  [first, ...others]: readonly [InboxContact, ...ReadonlyArray<InboxContact>]
): InboxState => {
  const [into, ...rest] = [first, ...others].toSorted(oldestFirst)
  if (into === undefined) return state
  return rest.reduce((merged, from) => {
    const survivor = HashMap.get(merged.contacts, into.contact.id)
    return Option.match(survivor, { onNone: () => merged, onSome: (kept) => mergeTwo(merged, kept, from) })
  }, state)
}
