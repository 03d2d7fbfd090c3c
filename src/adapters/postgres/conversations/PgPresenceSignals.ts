import { Effect, FiberSet, Layer } from "effect"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { PresenceSignals, type SaidPresence } from "../../../ports/conversations/ConversationStore.ts"
import { type SignalledPresence, WakeChannel } from "../database/WakeChannel.ts"

/** Least time between two notifications, in milliseconds. A notification carries the presence of many members. */
export const gatherMillis = 250

/** Members in one notification, which has at most 8 000 bytes. */
export const maxSignalled = 12

/** Maximum members that wait for a notification. Beyond it, the oldest is dropped. */
export const maxPending = 600

/** Maximum characters of a member's name in a notification. */
const maxCarriedName = 60

const signalled = ({ conversationId, member, organizationId }: SaidPresence): SignalledPresence => ({
  organizationId,
  conversationId,
  userId: member.userId,
  name: Array.from(member.name).slice(0, maxCarriedName).join(""),
  state: member.state
})

const saidBy = ({ conversationId, organizationId, ...member }: SignalledPresence): SaidPresence => ({
  organizationId,
  conversationId,
  member
})

/** Over the channel on which processes wake each other: neither a table nor a query for each member. */
export const layer = Layer.effect(
  PresenceSignals,
  Effect.gen(function* () {
    const channel = yield* WakeChannel
    const from = yield* (yield* IdSource).uuid
    const run = yield* FiberSet.makeRuntime()
    const pending = new Map<string, SignalledPresence>()
    let isNotifying = false

    const take = Effect.sync(() => {
      const batch = [...pending].slice(0, maxSignalled)
      for (const [key] of batch) pending.delete(key)
      return batch.map(([, presence]) => presence)
    })
    const notifyAll = Effect.gen(function* () {
      yield* Effect.sleep(gatherMillis)
      while (pending.size > 0) {
        const present = yield* take
        yield* channel.notify({ from, shards: [], present })
        if (present.length < maxSignalled) yield* Effect.sleep(gatherMillis)
      }
    })
    return PresenceSignals.of({
      notify: (presence) =>
        Effect.sync(() => {
          const key = `${presence.conversationId} ${presence.member.userId}`
          pending.delete(key)
          pending.set(key, signalled(presence))
          for (const oldest of pending.keys()) {
            if (pending.size <= maxPending) break
            pending.delete(oldest)
          }
          if (isNotifying) return
          isNotifying = true
          run(notifyAll).addObserver(() => {
            isNotifying = false
          })
        }),
      listen: (receive) =>
        channel.listen(({ from: sender, present }) => {
          if (sender === from || present === undefined) return
          run(Effect.forEach(present, (presence) => receive(saidBy(presence)), { discard: true }))
        })
    })
  })
)
