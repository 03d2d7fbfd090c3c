import { HashMap, Option } from "effect"
import type { ContactId, ConversationId } from "../Ids.ts"
import { conversationKey, type InboxState } from "./InboxState.ts"

/** The surviving contact after all merges; the contact itself without one. */
export const mergedInto = ({ merges }: InboxState, id: ContactId): ContactId =>
  merges.reduce((current, { from, into }) => (current === from ? into : current), id)

/** A conversation that went into another one. */
export interface JoinedConversation {
  readonly gone: ConversationId
  readonly into: ConversationId
}

/** The conversations that are gone: what two contacts had on one account is in one of them. */
export const joinedConversations = (before: InboxState, after: InboxState): ReadonlyArray<JoinedConversation> => {
  const kept = new Set([...HashMap.values(after.conversations)].map(({ conversation }) => conversation.id))
  return [...HashMap.values(before.conversations)].flatMap(({ conversation: { channelAccountId, contactId, id } }) => {
    if (kept.has(id)) return []
    const into = HashMap.get(after.conversations, conversationKey(mergedInto(after, contactId), channelAccountId))
    return Option.toArray(Option.map(into, ({ conversation }) => ({ gone: id, into: conversation.id })))
  })
}
