import type { State, StoredConversation, StoredTurn } from "../State.ts"

const turnOf = (before: StoredConversation | undefined, now: StoredConversation): ReadonlyArray<StoredTurn> => {
  const isClosed = now.status === "closed"
  if (isClosed === (before?.status === "closed")) return []
  const { closedAt, closedBy, id, organizationId, updatedAt } = now
  return [{ organizationId, conversationId: id, at: closedAt ?? updatedAt, isClosed, closedBy }]
}

/** The state with the closes and reopenings of conversations between both, and without those of conversations that are gone. */
export const withTurns = (before: State, after: State): State => {
  if (before.conversations === after.conversations) return after
  const former = new Map(before.conversations.map((conversation) => [conversation.id, conversation]))
  const turns = after.conversations.flatMap((now) => {
    const known = former.get(now.id)
    former.delete(now.id)
    return known === now ? [] : turnOf(known, now)
  })
  if (turns.length === 0 && former.size === 0) return after
  const present = after.conversationTurns.filter(({ conversationId }) => !former.has(conversationId))
  return { ...after, conversationTurns: [...present, ...turns] }
}
