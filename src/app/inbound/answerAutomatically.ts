import { DateTime, Effect, HashMap, Option } from "effect"
import type { OrganizationSettings } from "../../domain/access/Organization.ts"
import { type AnsweredMessage, automaticAnswer } from "../../domain/conversations/automaticAnswer.ts"
import type { ConversationId } from "../../domain/Ids.ts"
import { type InboxState, newConsents } from "../../domain/inbound/InboxState.ts"
import { recordAutomatic } from "../conversations/recordAutomatic.ts"

/** The latest new message of each contact, by conversation. Messages of a conversation with another app do not count. */
const newMessages = (before: InboxState, after: InboxState): ReadonlyMap<ConversationId, AnsweredMessage> => {
  const known = new Set(
    [before.conversations, before.closed].flatMap((all) =>
      [...HashMap.values(all)].map(({ conversation }) => conversation.id)
    )
  )
  const latest = new Map<ConversationId, AnsweredMessage>()
  for (const { countsUnread, message } of HashMap.values(after.messages)) {
    const { conversationId, createdAt, direction, id } = message
    if (direction !== "inbound" || !countsUnread || HashMap.has(before.messages, id)) continue
    const writtenAt = DateTime.max(latest.get(conversationId)?.writtenAt ?? createdAt, createdAt)
    latest.set(conversationId, { writtenAt, isFirst: !known.has(conversationId) })
  }
  return latest
}

/**
 * Records greetings and away messages for the new messages of contacts, in the transaction of the reports (contract: Greeting
 * and away message). Blocked contacts, and contacts who opted in or out with the message, get none.
 */
export const answerAutomatically = Effect.fnUntraced(function* (
  settings: OrganizationSettings,
  before: InboxState,
  after: InboxState,
  at: DateTime.Utc
) {
  if (settings.greeting === null && settings.awayMessage === null) return
  const messages = newMessages(before, after)
  const chose = new Set(newConsents(before, after).map(({ contactId }) => contactId))
  for (const { conversation } of HashMap.values(after.conversations)) {
    const message = messages.get(conversation.id)
    const contact = Option.getOrNull(HashMap.get(after.contacts, conversation.contactId))
    if (message === undefined || contact === null || contact.contact.isBlocked) continue
    const answer = chose.has(conversation.contactId) ? null : automaticAnswer(settings, conversation, message, at)
    if (answer !== null) yield* Effect.ignore(recordAutomatic(conversation, answer.text, answer.key, at))
  }
})
