import { type DateTime, Effect } from "effect"
import { InboundDeliveryId } from "../../src/domain/Ids.ts"
import type { InboundDelivery, InboundProblem } from "../../src/domain/inbound/InboundDelivery.ts"
import { InboundQueue, type TriedProblem } from "../../src/ports/inbound/InboundQueue.ts"
import { nextEra, seconds } from "./era.ts"
import { uuid } from "./given.ts"

export const someDelivery = Effect.fnUntraced(function* (receivedAt: DateTime.Utc, body = "{}") {
  const delivery: InboundDelivery = { id: InboundDeliveryId.make(yield* uuid), body, receivedAt }
  return delivery
})

/** An instant to live around, and deliveries that came in at these seconds of it; those of other tests are done. */
export const givenDeliveries = Effect.fnUntraced(function* (...lateness: ReadonlyArray<number>) {
  const at = yield* nextEra
  const { accept, claim, finish } = yield* InboundQueue
  const forever = seconds(at, 10_000_000_000)
  const others = yield* claim(forever, 10_000)
  yield* finish(
    others.map(({ id }) => id),
    [],
    forever
  )
  const deliveries = yield* Effect.forEach(lateness, (later) => someDelivery(seconds(at, later), `{"at":${later}}`))
  yield* Effect.forEach(deliveries, accept)
  return { at, deliveries }
})

/** The outcome of an item of the delivery. */
export const someProblem = (
  { id: deliveryId }: InboundDelivery,
  at: DateTime.Utc,
  { retryAt = null, ...changes }: Partial<InboundProblem> & Partial<Pick<TriedProblem, "retryAt">> = {}
): TriedProblem => ({
  problem: {
    deliveryId,
    key: "status.1",
    reason: "failed",
    channel: "whatsapp",
    account: "106540352242922",
    error: "Error: no",
    attempts: 1,
    at,
    ...changes
  },
  retryAt
})

/** Problems of these deliveries, the newest first. */
export const problemsOf = Effect.fnUntraced(function* (...deliveries: ReadonlyArray<InboundDelivery>) {
  const { problems } = yield* InboundQueue
  const all = yield* problems({ reason: null, deliveryId: null }, 10_000)
  return all.filter(({ deliveryId }) => deliveries.some(({ id }) => id === deliveryId))
})
