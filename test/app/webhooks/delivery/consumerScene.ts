import { DateTime, Deferred, Duration, Effect, Exit, Scope } from "effect"
import { type Consumer, runConsumer } from "../../../../src/app/webhooks/delivery/runConsumer.ts"
import type { ConversationId, EventId, OrganizationId } from "../../../../src/domain/Ids.ts"
import type { QueuedDelivery } from "../../../../src/domain/webhooks/Delivery.ts"
import { ConsumerName } from "../../../../src/domain/webhooks/EventConsumer.ts"
import { DeliveryTiming } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventConsumers } from "../../../../src/ports/webhooks/EventConsumers.ts"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { talkEvent } from "../../../../testing/given/givenEvents.ts"
import type { Dice } from "./dice.ts"

export const consumerName = ConsumerName.make("bot")

/** A program with a consumer of all events. `stop` interrupts its handlers, after the patience if there is any. */
export const startConsumer = Effect.fnUntraced(function* (
  handler: (delivery: QueuedDelivery) => Effect.Effect<void, unknown>,
  options: Partial<Consumer> & { readonly shutdownPatience?: number; readonly pollInterval?: number } = {}
) {
  const { pollInterval = 2_000, shutdownPatience = 0, ...changes } = options
  const consumer: Consumer = {
    name: consumerName,
    handler,
    filter: { types: null, organizationId: null },
    concurrency: 16,
    timeout: Duration.minutes(1),
    ...changes
  }
  yield* (yield* EventConsumers).register(consumer.name, "now")
  const scope = yield* Scope.fork(yield* Effect.scope)
  yield* runConsumer(consumer).pipe(
    Effect.provideService(DeliveryTiming, { pollInterval, shutdownPatience }),
    Effect.forkIn(scope)
  )
  return { stop: Scope.close(scope, Exit.void) }
})

/** Records events of the conversation. */
export const recordTalk = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  conversationId: ConversationId,
  count = 1
) {
  const { append } = yield* EventLog
  const at = yield* DateTime.now
  const events = Array.from({ length: count }, () => talkEvent(organizationId, conversationId, at))
  yield* Effect.forEach(events, append, { discard: true })
  return events.map(({ id }) => id)
})

/** A handler that notes its calls. */
export const noting = (calls: Array<EventId>) => (delivery: QueuedDelivery) =>
  Effect.sync(() => void calls.push(delivery.event.id))

/** Handles each event when the test says so. */
export const gated = () => {
  const running = new Map<EventId, Deferred.Deferred<void, string>>()
  return {
    running,
    handler: ({ event }: QueuedDelivery) =>
      Effect.suspend(() => {
        const gate = Deferred.makeUnsafe<void, string>()
        running.set(event.id, gate)
        return Effect.ensuring(
          Deferred.await(gate),
          Effect.sync(() => running.delete(event.id))
        )
      })
  }
}

/** Statements of the store take a random time, and some of them fail, before or after they took effect. */
export const unsteady = (dice: Dice, latencyMillis: number, defects: number) =>
  Effect.map(EventConsumers, (store) => {
    const slow = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const [before, after] = [dice.below(latencyMillis + 1), dice.below(latencyMillis + 1)]
        const [failsBefore, failsAfter] = [dice.chance(defects / 2), dice.chance(defects / 2)]
        const part = (millis: number, fails: boolean) =>
          Effect.andThen(
            millis === 0 ? Effect.void : Effect.sleep(millis),
            fails ? Effect.die("the database failed") : Effect.void
          )
        return Effect.andThen(part(before, failsBefore), Effect.tap(effect, part(after, failsAfter)))
      })
    return EventConsumers.of({
      ...store,
      claim: (...args) => slow(store.claim(...args)),
      save: (...args) => slow(store.save(...args)),
      read: (...args) => slow(store.read(...args)),
      defer: (...args) => slow(store.defer(...args)),
      due: (...args) => slow(store.due(...args)),
      nextDue: (...args) => slow(store.nextDue(...args)),
      fail: (...args) => slow(store.fail(...args)),
      finish: (...args) => slow(store.finish(...args)),
      repair: (...args) => slow(store.repair(...args))
    })
  })
