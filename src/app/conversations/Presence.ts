import { Clock, Context, Effect, Option, Scope } from "effect"
import { elapsedMillis } from "../../collections/elapsedMillis.ts"
import { NoMember } from "../../domain/access/Notification.ts"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { type PresenceState, type PresentMember, presenceMillis } from "../../domain/conversations/Conversation.ts"
import type { ConversationId, OrganizationId, UserId } from "../../domain/Ids.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { PresenceSignals, type SaidPresence } from "../../ports/conversations/ConversationStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { shownConversation } from "./shownConversation.ts"

/** Maximum conversations with presence in a process. The least recently signalled one is evicted first. */
export const maxWatchedConversations = 10_000

/** Maximum present members per conversation. The member with the oldest signal is evicted first. */
export const maxPresent = 50

interface Entry extends PresentMember {
  readonly until: number
}

/**
 * The members who view a conversation, in the memory of this process. Processes notify each other of presence signals
 * (contract: Who else is looking, over several processes). A restart clears them until the next signals.
 */
export class Presence extends Context.Service<
  Presence,
  {
    /** Records the member for `presenceMillis` and notifies other processes. Returns the others, the most recent first. */
    enter(
      organizationId: OrganizationId,
      conversationId: ConversationId,
      member: PresentMember
    ): Effect.Effect<ReadonlyArray<PresentMember>>
  }
>()("effect-parley/app/Presence") {}

/** Removes the oldest entries beyond the number. */
const bounded = <K, V>(map: Map<K, V>, most: number): Map<K, V> => {
  for (const key of map.keys()) {
    if (map.size <= most) break
    map.delete(key)
  }
  return map
}

/** The memory of this process, which listens to other processes from the first call until the scope ends. */
export const makePresence = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const { listen, notify } = yield* PresenceSignals
  const conversations = new Map<string, Map<UserId, Entry>>()

  /** Records the signal and returns the other members, the most recent first. */
  const remember = ({ conversationId, member, organizationId }: SaidPresence): ReadonlyArray<PresentMember> => {
    const now = elapsedMillis(clock)
    const key = `${organizationId} ${conversationId}`
    const others = [...(conversations.get(key)?.values() ?? [])].filter(
      ({ until, userId }) => until > now && userId !== member.userId
    )
    const present = new Map(others.map((entry) => [entry.userId, entry] as const))
    bounded(present.set(member.userId, { ...member, until: now + presenceMillis }), maxPresent)
    conversations.delete(key)
    bounded(conversations.set(key, present), maxWatchedConversations)
    return others.toReversed().map(({ name, state, userId }) => ({ userId, name, state }))
  }

  // Listening starts with the first call: a process without present members needs no connection.
  const listening = yield* listen((signal) => Effect.sync(() => remember(signal))).pipe(
    Scope.provide(yield* Effect.scope),
    Effect.uninterruptible,
    Effect.cached
  )
  return Presence.of({
    enter: (organizationId, conversationId, member) =>
      Effect.gen(function* () {
        const signal = { organizationId, conversationId, member }
        yield* listening
        yield* notify(signal)
        return remember(signal)
      })
  })
})

/** Records that the caller views the conversation. Returns the other members who view it. */
export const enterConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  state: PresenceState
) {
  const { membership, organizationId } = access
  if (membership === null) return yield* new NoMember()
  const { userId } = membership
  yield* shownConversation(access, id)
  const member = yield* (yield* Memberships).find(organizationId, userId)
  const name = Option.match(member, { onNone: () => "", onSome: ({ user }) => user.name })
  return yield* (yield* Presence).enter(organizationId, id, { userId, name, state })
}, spanned("enterConversation"))
