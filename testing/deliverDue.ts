import { type Duration, Effect, Scheduler } from "effect"
import { TestClock } from "effect/testing"
import { Dispatcher } from "../src/app/webhooks/delivery/Dispatcher.ts"
import { runShard } from "../src/app/webhooks/delivery/runShard.ts"
import { deliveryShards } from "../src/domain/webhooks/DeliveryShard.ts"
import { DeliveryTiming } from "../src/ports/webhooks/DeliveryQueue.ts"

/** The process owns all shards, so there is no polling. Attempts in flight at the end are interrupted. */
const timing: DeliveryTiming = { pollInterval: Number.POSITIVE_INFINITY, shutdownPatience: 0 }

/**
 * Delivers the events of all organizations while the test clock advances by the duration. It covers deliveries due now,
 * events recorded meanwhile, and each retry at its due time. Nothing runs between due times. An attempt in flight at
 * the end is repeated by the next `deliverDue`, as after a restart.
 */
export const deliverDue = (duration: Duration.Input) =>
  Effect.gen(function* () {
    const scheduler = (yield* Scheduler.Scheduler).makeDispatcher()
    const dispatcher = new Dispatcher((task) => scheduler.scheduleTask(task, 0))
    yield* Effect.forEach(deliveryShards, (shard) => Effect.forkScoped(runShard(dispatcher, shard)), { discard: true })
    yield* TestClock.adjust(duration)
  }).pipe(Effect.scoped, Effect.provideService(DeliveryTiming, timing))
