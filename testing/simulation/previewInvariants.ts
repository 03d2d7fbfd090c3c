import { DateTime, Effect } from "effect"
import { listedAt } from "../../src/adapters/memory/messages/listedMessages.ts"
import type { State } from "../../src/adapters/memory/State.ts"
import type { ContactId, ConversationId, OrganizationId } from "../../src/domain/Ids.ts"
import type { Message } from "../../src/domain/messages/Message.ts"
import { messagePreview } from "../../src/domain/messages/messageText.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { ConversationStore, everyConversation } from "../../src/ports/conversations/ConversationStore.ts"
import type { Broken } from "./invariants.ts"

/** A page of all rows of an organization. */
const allRows = { page: 1, limit: 1_000_000 } as const

const byCreation = { by: "createdAt", direction: "ascending" } as const

/** The later message in the order of a conversation. */
const later = (state: State, one: Message | undefined, other: Message): Message => {
  if (one === undefined) return other
  const difference = listedAt(state, one).epochMilliseconds - listedAt(state, other).epochMilliseconds
  return difference > 0 || (difference === 0 && one.id > other.id) ? one : other
}

/** The last messages, counted from the messages alone. */
const lastMessages = (state: State) => {
  const contacts = new Map(state.conversations.map(({ contactId, id }) => [id, contactId]))
  const ofConversation = new Map<ConversationId, Message>()
  const ofContact = new Map<ContactId, Message>()
  for (const message of state.messages) {
    if (message.status === "pending") continue
    const { conversationId } = message
    const contactId = contacts.get(conversationId)
    ofConversation.set(conversationId, later(state, ofConversation.get(conversationId), message))
    if (contactId !== undefined && contactId !== null) {
      ofContact.set(contactId, later(state, ofContact.get(contactId), message))
    }
  }
  return { ofContact, ofConversation }
}

const timeOf = (at: DateTime.Utc | null | undefined): string =>
  at === null || at === undefined ? "no message" : DateTime.formatIso(at)

const previewOf = (message: Message | undefined): string =>
  message === undefined ? timeOf(null) : `${timeOf(message.createdAt)} ${messagePreview(message.type, message.content)}`

/** The rules of the lists of an organization: the last message of each row equals a recomputation. */
export const previewInvariants = Effect.fnUntraced(function* (state: State, organizationId: OrganizationId) {
  const broken: Array<Broken> = []
  const { ofContact, ofConversation } = lastMessages(state)
  const conversations = yield* (yield* ConversationStore).list(organizationId, everyConversation, allRows)
  for (const { conversation, lastMessage } of conversations.rows) {
    const actual = lastMessage === null ? timeOf(null) : `${timeOf(lastMessage.createdAt)} ${lastMessage.text}`
    const expected = previewOf(ofConversation.get(conversation.id))
    if (actual === expected) continue
    broken.push(["Previews equal a recomputation", `${conversation.id}: ${actual} instead of ${expected}`])
  }
  const contacts = yield* (yield* ContactStore).listOverviews(organizationId, allRows, null, byCreation)
  for (const { contact, lastMessageAt } of contacts.rows) {
    const actual = timeOf(lastMessageAt)
    const expected = timeOf(ofContact.get(contact.id)?.createdAt)
    if (actual === expected) continue
    broken.push(["Times of last messages equal a recomputation", `${contact.id}: ${actual} instead of ${expected}`])
  }
  return broken
})
