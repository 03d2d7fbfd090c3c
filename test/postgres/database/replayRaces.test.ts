import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { DeliveryHistory } from "../../../src/ports/webhooks/WebhookStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../testing/given/era.ts"
import { givenTestEvents, recordsOf, settled } from "../../../testing/given/givenEvents.ts"
import { lockedStores, untilWaiting } from "../../support/database/lockedStores.ts"

/** Runs the first within a transaction that ends once the other, begun meanwhile, waits for it. */
const oneAfterTheOther = Effect.fnUntraced(function* <A, B, E1, E2, R1, R2>(
  first: Effect.Effect<A, E1, R1>,
  other: Effect.Effect<B, E2, R2>
) {
  const { atomically } = yield* Transaction
  const [done, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const holding = yield* Effect.forkChild(
    atomically(Effect.tap(first, () => Effect.andThen(Deferred.succeed(done, undefined), Deferred.await(end))))
  )
  yield* Deferred.await(done)
  const blocked = yield* Effect.forkChild(other)
  yield* untilWaiting()
  yield* Deferred.succeed(end, undefined)
  return [yield* Fiber.join(holding), yield* Fiber.join(blocked)] as const
})

const statuses = (organizationId: OrganizationId) =>
  Effect.map(recordsOf(organizationId), (records) => records.map(({ status }) => status))

describe("a delivery that is replayed", () => {
  it.effect("by two callers at the same time is returned to both", () =>
    Effect.gen(function* () {
      const { at, events, id } = yield* givenTestEvents(0)
      const [event] = events
      assert.isDefined(event)
      const { replay } = yield* DeliveryHistory
      yield* settled(event, { _tag: "GiveUp" }, { at })
      const again = replay(id, event.id, seconds(at, 60))
      assert.deepStrictEqual(yield* oneAfterTheOther(again, again), [true, true])
      assert.deepStrictEqual(yield* statuses(id), ["pending"])
    }).pipe(Effect.provide(lockedStores))
  )

  it.effect("and completed at the same time is completed, and exists once", () =>
    Effect.gen(function* () {
      const { at, events, id } = yield* givenTestEvents(0)
      const [event] = events
      assert.isDefined(event)
      const { replay } = yield* DeliveryHistory
      yield* settled(event, { _tag: "Retry", dueAt: seconds(at, 5) }, { at })
      const ending = settled(event, { _tag: "Done" }, { at: seconds(at, 1) })
      yield* oneAfterTheOther(replay(id, event.id, seconds(at, 60)), ending)
      assert.deepStrictEqual(yield* statuses(id), ["delivered"])
    }).pipe(Effect.provide(lockedStores))
  )
})
