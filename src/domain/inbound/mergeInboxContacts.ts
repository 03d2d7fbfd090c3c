import { DateTime, HashMap, Option, Order } from "effect"
import { serviceActor } from "../access/SessionAccess.ts"
import { ConversationPriority, type ConversationStatus } from "../conversations/Conversation.ts"
import { settled } from "../conversations/assignment.ts"
import { awake } from "../conversations/conversationActions.ts"
import { isNewControl, latestControl, type ThreadControl } from "../conversations/threadControl.ts"
import { conversationAssigned } from "../webhooks/conversationEvents.ts"
import type { ConversationId } from "../Ids.ts"
import { type InboxContact, later, mergedContacts } from "./InboxContact.ts"
import {
  type InboxConversation,
  type InboxState,
  announcing,
  conversationKey,
  withClosed,
  withContact,
  withConversation
} from "./InboxState.ts"

const withControl = (control: ThreadControl | undefined) => (control === undefined ? {} : { control })

/**
 * The status of two conversations that become one: that of the latest handover. An escalation without a handover stays.
 */
const mergedStatus = (into: InboxConversation, from: InboxConversation): ConversationStatus => {
  const isEscalatedHere = [into, from].some(
    ({ control, conversation }) => control === undefined && conversation.status === "escalated"
  )
  if (isEscalatedHere) return "escalated"
  const isFromLatest = from.control !== undefined && isNewControl(into.control, from.control)
  return isFromLatest ? from.conversation.status : into.conversation.status
}

/** The higher one of two priorities. */
const morePressing = (one: ConversationPriority, other: ConversationPriority): ConversationPriority => {
  const { literals } = ConversationPriority
  return literals.indexOf(one) < literals.indexOf(other) ? other : one
}

/** Two conversations become one, the survivor's. It has the higher priority and is not snoozed. */
const mergedConversations = (into: InboxConversation, from: InboxConversation): InboxConversation => ({
  ...withControl(latestControl(into.control, from.control)),
  conversation: settled({
    ...into.conversation,
    status: mergedStatus(into, from),
    assigneeId: into.conversation.assigneeId ?? from.conversation.assigneeId,
    priority: morePressing(into.conversation.priority, from.conversation.priority),
    ...awake,
    queuedAt: into.conversation.queuedAt ?? from.conversation.queuedAt,
    teamId: into.conversation.teamId ?? from.conversation.teamId,
    labels: [...new Set([...into.conversation.labels, ...from.conversation.labels])],
    updatedAt: DateTime.max(into.conversation.updatedAt, from.conversation.updatedAt)
  }),
  lastLearnedAt: later(into.lastLearnedAt, from.lastLearnedAt),
  lastSentAt: later(into.lastSentAt, from.lastSentAt),
  lastWrittenAt: later(into.lastWrittenAt, from.lastWrittenAt),
  lastEchoAt: later(into.lastEchoAt, from.lastEchoAt),
  isRecounted: true
})

/** The conversation after it moves to the other contact, and whether its assignee moves too. */
const moved = ({ conversations }: InboxState, into: InboxContact, source: InboxConversation) => {
  const contactId = into.contact.id
  const own = HashMap.get(conversations, conversationKey(contactId, source.conversation.channelAccountId))
  return Option.match(own, {
    onNone: () => ({
      source,
      target: { ...source, conversation: { ...source.conversation, contactId } },
      isAssigned: false
    }),
    onSome: (existing) => {
      const target = mergedConversations(existing, source)
      return { source, target, isAssigned: target.conversation.assigneeId !== existing.conversation.assigneeId }
    }
  })
}

const withoutConversation = (state: InboxState, { conversation }: InboxConversation): InboxState => ({
  ...state,
  conversations: HashMap.remove(
    state.conversations,
    conversationKey(conversation.contactId, conversation.channelAccountId)
  )
})

/**
 * Moves the conversations of one contact to the other, and returns the merged ones. Announces new assignees (contract:
 * Assignees of conversations that become one).
 */
const moveConversations = (state: InboxState, into: InboxContact, from: InboxContact, at: DateTime.Utc) => {
  const moves = [...HashMap.values(state.conversations)]
    .filter(({ conversation }) => conversation.contactId === from.contact.id)
    .map((source) => moved(state, into, source))
  const assigned = moves.flatMap(({ isAssigned, target: { conversation } }): InboxState["events"] =>
    isAssigned ? [(id) => conversationAssigned(id, conversation, { by: serviceActor, previousId: null }, at)] : []
  )
  return {
    after: announcing(
      moves.reduce(
        (before, { source, target }) => withConversation(withoutConversation(before, source), target),
        state
      ),
      ...assigned
    ),
    targets: new Map<ConversationId, ConversationId>(
      moves.map(({ source, target }) => [source.conversation.id, target.conversation.id])
    )
  }
}

/** Moves the closed conversations that a message may reopen to the other contact. */
const moveClosed = (state: InboxState, into: InboxContact, from: InboxContact): InboxState => {
  if (HashMap.isEmpty(state.closed)) return state
  const isMoved = ({ conversation }: InboxConversation) => conversation.contactId === from.contact.id
  const others = HashMap.filter(state.closed, (entry) => !isMoved(entry))
  return [...HashMap.values(state.closed)]
    .filter(isMoved)
    .reduce(
      (after, entry) =>
        withClosed(after, { ...entry, conversation: { ...entry.conversation, contactId: into.contact.id } }),
      { ...state, closed: others }
    )
}

const mergeTwo = (state: InboxState, into: InboxContact, from: InboxContact, at: DateTime.Utc): InboxState => {
  const { after, targets } = moveConversations(moveClosed(state, into, from), into, from, at)
  const messages = HashMap.map(after.messages, (entry) =>
    entry.message.contactId === from.contact.id
      ? {
          ...entry,
          message: {
            ...entry.message,
            contactId: into.contact.id,
            conversationId: targets.get(entry.message.conversationId) ?? entry.message.conversationId
          }
        }
      : entry
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

/** Makes one contact of those who turn out to be one person, at this time; the oldest survives. */
export const mergeInboxContacts = (
  state: InboxState,
  [first, ...others]: readonly [InboxContact, ...ReadonlyArray<InboxContact>],
  at: DateTime.Utc
): InboxState => {
  const [into, ...rest] = [first, ...others].toSorted(oldestFirst)
  if (into === undefined) return state
  return rest.reduce((merged, from) => {
    const survivor = HashMap.get(merged.contacts, into.contact.id)
    return Option.match(survivor, { onNone: () => merged, onSome: (target) => mergeTwo(merged, target, from, at) })
  }, state)
}
