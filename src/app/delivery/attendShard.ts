import { DateTime, Effect } from "effect"
import * as RunningFibers from "../../collections/RunningFibers.ts"
import type { DeliveryShard } from "../../domain/DeliveryShard.ts"
import { DeliveryQueue } from "../../ports/DeliveryQueue.ts"
import { attendArrears } from "./attendArrears.ts"
import { attendLog } from "./attendLog.ts"
import { deliverer } from "./deliverer.ts"
import type { DeliverySchedule } from "./DeliverySchedule.ts"
import { ShardDesk } from "./ShardDesk.ts"

/** How long to wait after something unexpected before the shard is opened anew. */
const recovery = "1 second"

/** How long running calls may still take when the shard is given away; then they are broken off, and made again. */
export const shutdownPatience = "8 seconds"

/** Opens the shard, and attends to it until only opening it anew helps. */
const attend = Effect.fnUntraced(function* (desk: ShardDesk) {
  const queue = yield* DeliveryQueue
  const place = yield* queue.open(desk.shard, yield* DateTime.now)
  const progress = desk.clear(place)
  yield* Effect.all([attendLog(desk, progress), attendArrears(desk)], { concurrency: 2, discard: true })
})

/** Whatever happens to the loops, what is being attempted goes on, and the shard is opened anew. */
const attendForever = (desk: ShardDesk) =>
  attend(desk).pipe(
    Effect.catchCause((cause) => Effect.logError("delivery pass failed", cause, { shard: desk.shard })),
    Effect.andThen(Effect.sync(() => desk.empty())),
    Effect.andThen(Effect.sleep(recovery)),
    Effect.forever
  )

const announce = (desk: ShardDesk) =>
  Effect.catchCause(
    Effect.sync(() => desk.announce()),
    (cause) => {
      // Some of what arrived may have been taken in.
      desk.confuse()
      return Effect.logError("delivery arrival not taken in", cause, { shard: desk.shard })
    }
  )

/** Lets the desk know of what is put into the shard. Without it, its loop polls. */
const listen = (desk: ShardDesk) =>
  Effect.flatMap(DeliveryQueue, (queue) => queue.arrival(desk.shard)).pipe(
    Effect.andThen(announce(desk)),
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logError("delivery arrivals failed", cause, { shard: desk.shard }), Effect.sleep(recovery))
    ),
    Effect.forever
  )

/** Nothing new is started; running calls may end, and the next owner begins where we left off. */
const leave = Effect.fnUntraced(function* (desk: ShardDesk, calls: RunningFibers.RunningFibers) {
  const queue = yield* DeliveryQueue
  desk.empty()
  yield* calls.empty
  if (desk.progress !== null) yield* queue.keep(desk.shard, desk.progress.settled)
})

/**
 * Delivers what is recorded in a shard, and what waits in it, for as long as it is not interrupted. At the end nothing new
 * is started, and running calls finish.
 */
export const attendShard = Effect.fnUntraced(function* (schedule: DeliverySchedule, shard: DeliveryShard) {
  const calls = yield* RunningFibers.make
  const run = yield* calls.runner()
  const deliver = yield* deliverer
  const desk: ShardDesk = new ShardDesk(shard, schedule, (one) => {
    const { delivery, lane } = one
    const delivered = deliver({ delivery, webhook: lane.webhook, answered: (settled) => desk.answered(one, settled) })
    // Interruption skips everything but this.
    run(
      Effect.onExitPrimitive(delivered, (exit) => {
        if (exit._tag === "Success" && exit.value !== null) desk.settled(one, exit.value)
        else desk.lost(one)
        return undefined
      })
    )
  })
  // Comes before the set ends its fibers, and after the loop below has ended.
  yield* Effect.addFinalizer(() =>
    leave(desk, calls).pipe(
      Effect.timeoutOption(shutdownPatience),
      Effect.catchCause((cause) => Effect.logError("delivery shard not left in order", cause, { shard }))
    )
  )
  yield* Effect.forkScoped(listen(desk))
  return yield* attendForever(desk)
}, Effect.scoped)
