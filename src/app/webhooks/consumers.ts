import { DateTime, Effect } from "effect"
import { type ConsumerName, ConsumerNotFound } from "../../domain/webhooks/EventConsumer.ts"
import type { EventId } from "../../domain/Ids.ts"
import { EventConsumers } from "../../ports/webhooks/EventConsumers.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Most dead letters of a list. */
export const maxDeadLetters = 100

/** Every consumer of events with its lag and its dead letters, by name. */
export const listConsumers = Effect.fnUntraced(function* () {
  return yield* (yield* EventConsumers).list(yield* DateTime.now)
}, spanned("listConsumers"))

const requireConsumer = Effect.fnUntraced(function* (name: ConsumerName) {
  const known = yield* listConsumers()
  if (known.every((consumer) => consumer.name !== name)) return yield* new ConsumerNotFound({ name })
})

/** The newest dead letters of a consumer. */
export const listDeadLetters = Effect.fnUntraced(function* (name: ConsumerName) {
  yield* requireConsumer(name)
  return yield* (yield* EventConsumers).deadLetters(name, maxDeadLetters)
}, spanned("listDeadLetters"))

/** Makes a dead letter due again, or all of the consumer with null. Returns how many. */
export const replayDeadLetters = Effect.fnUntraced(function* (name: ConsumerName, eventId: EventId | null) {
  yield* requireConsumer(name)
  return yield* (yield* EventConsumers).replay({ name, eventId }, yield* DateTime.now)
}, spanned("replayDeadLetters"))

/** Removes a dead letter, or all of the consumer with null. Returns how many. */
export const discardDeadLetters = Effect.fnUntraced(function* (name: ConsumerName, eventId: EventId | null) {
  yield* requireConsumer(name)
  return yield* (yield* EventConsumers).discard({ name, eventId })
}, spanned("discardDeadLetters"))

/** Forgets a consumer that no program has any more, with its position and its deferred events. */
export const removeConsumer = Effect.fnUntraced(function* (name: ConsumerName) {
  if (!(yield* (yield* EventConsumers).remove(name))) return yield* new ConsumerNotFound({ name })
}, spanned("removeConsumer"))
