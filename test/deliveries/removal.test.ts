import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import type { QueuedDelivery } from "../../src/domain/webhooks/Delivery.ts"
import { DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { WebhookStore } from "../../src/ports/webhooks/WebhookStore.ts"
import { DatabaseUrl } from "../support/database/DatabaseUrl.ts"
import { seconds } from "../../testing/given/era.ts"
import { givenWebhook } from "../../testing/given/given.ts"
import { attempted, givenTestEvents } from "../../testing/given/givenEvents.ts"
import { aside, lockedStores, untilWaiting } from "../support/database/lockedStores.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { dueOf, freshOf } from "../../testing/given/seen.ts"

/** Holds up everybody who has the delivery wait, from when `held` is done until `freed` is. */
const holdUp = (
  { event, organizationId }: QueuedDelivery,
  held: Deferred.Deferred<void>,
  freed: Deferred.Deferred<void>
) =>
  aside(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rolledBack = Effect.gen(function* () {
        yield* sql`insert into deferred_deliveries (organization_id, event_id, sequence, failures)
          values (${organizationId}::uuid, ${event.id}::uuid, 0, 0)`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(freed)
        return yield* Effect.fail("rolled back")
      })
      yield* Effect.ignore(sql.withTransaction(rolledBack))
    })
  )

/** Runs it as another process would, which waits for nothing that this one does. */
const elsewhere = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(DatabaseUrl, (url) =>
    Effect.provide(effect, Layer.fresh(storesOn(Database.server(Redacted.make(url)))))
  )

/** What waits although the subscription was removed while it was being put there, once there is another subscription. */
const leftAfterRemoval = Effect.fnUntraced(function* (
  wait: (delivery: QueuedDelivery) => Effect.Effect<void, never, DeliveryQueue>
) {
  const { at, id } = yield* givenTestEvents(0)
  const [recorded] = yield* freshOf(id)
  if (recorded === undefined) return yield* Effect.die("not recorded")
  const [held, freed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const holding = yield* Effect.forkChild(holdUp(recorded.delivery, held, freed))
  yield* Deferred.await(held)
  const waiting = yield* Effect.forkChild(wait(recorded.delivery))
  yield* untilWaiting(1)
  const removing = yield* Effect.forkChild(elsewhere(Effect.flatMap(WebhookStore, ({ remove }) => remove(id))))
  yield* untilWaiting(2, () => removing.pollUnsafe() !== undefined)
  yield* Deferred.succeed(freed, undefined)
  yield* Fiber.joinAll([holding, waiting])
  assert.isTrue(yield* Fiber.join(removing))
  yield* givenWebhook(id)
  return yield* dueOf(id, seconds(at, 3_600))
})

describe("a removed subscription", () => {
  it.live("has no deferred delivery, even if an attempt fails during the removal", () =>
    Effect.gen(function* () {
      const { recordAttempt } = yield* DeliveryQueue
      const left = yield* leftAfterRemoval((delivery) => {
        const at = delivery.event.occurredAt
        return recordAttempt(attempted(delivery, { _tag: "Retry", dueAt: seconds(at, 5) }, { at }))
      })
      assert.deepStrictEqual(left, [])
    }).pipe(Effect.provide(lockedStores))
  )

  it.live("has no deferred delivery, even if one is deferred during the removal", () =>
    Effect.gen(function* () {
      const { defer } = yield* DeliveryQueue
      const left = yield* leftAfterRemoval((delivery) => defer([delivery], delivery.event.occurredAt))
      assert.deepStrictEqual(left, [])
    }).pipe(Effect.provide(lockedStores))
  )
})
