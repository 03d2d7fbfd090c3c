import { DateTime, Effect } from "effect"
import * as RunningFibers from "../../collections/RunningFibers.ts"
import type { DeliveryShard } from "../../domain/DeliveryShard.ts"
import { DeliveryQueue, type LogPlace } from "../../ports/DeliveryQueue.ts"
import { deliverer } from "./deliverer.ts"
import type { DeliverySchedule } from "./DeliverySchedule.ts"
import type { LogProgress } from "./LogProgress.ts"
import { parkPartings } from "./parkPartings.ts"
import { nextLooks, readDue, readWaiting } from "./readDue.ts"
import { readBehind, readShard } from "./readLog.ts"
import { readSubscriptions } from "./readSubscriptions.ts"
import { ShardDesk } from "./ShardDesk.ts"

/** How often, in milliseconds, it is looked for work although none was announced: at the log and at what waits in turn. */
export const pollMillis = 1_000

/** How old, in milliseconds, what is known of subscriptions may be while there is something to send to them. */
const subscriptionMillis = 1_000

/** How often, in milliseconds, the place is kept while something goes on, and while nothing does. */
const keepMillis = { busy: 5_000, idle: 60_000 }

/** How long to wait after something unexpected before the shard is opened anew. */
const recovery = "1 second"

/** How long running calls may still take when the shard is given away; then they are broken off, and made again. */
export const shutdownPatience = "8 seconds"

/** When things were done last, in epoch milliseconds. */
interface Rhythm {
  read: number
  waiting: number
  subscriptions: number
  kept: number
  place: LogPlace
}

const keep = Effect.fnUntraced(function* (desk: ShardDesk, progress: LogProgress, rhythm: Rhythm, now: number) {
  const place = progress.settled
  if (place === rhythm.place) return
  if (now - rhythm.kept < (desk.hasNews ? keepMillis.busy : keepMillis.idle)) return
  const queue = yield* DeliveryQueue
  desk.hasNews = false
  yield* queue.keep(desk.shard, place)
  rhythm.place = place
  rhythm.kept = now
})

/** Everything that is to be done now, one thing after the other. */
const pass = Effect.fnUntraced(function* (desk: ShardDesk, progress: LogProgress, rhythm: Rhythm) {
  const now = (yield* DateTime.now).epochMilliseconds
  const isPoll = now - Math.max(rhythm.read, rhythm.waiting) >= pollMillis
  const isPollOfLog = isPoll && rhythm.read <= rhythm.waiting
  const hadArrival = desk.hasArrival
  desk.hasArrival = false
  yield* parkPartings(desk)
  if (hadArrival || desk.hasMore || isPollOfLog) {
    rhythm.read = now
    yield* readShard(desk, progress)
  }
  if (desk.isConfused) return
  yield* readBehind(desk, now)
  if (desk.isConfused) return
  if ((hadArrival && now - rhythm.waiting >= pollMillis) || (isPoll && !isPollOfLog)) {
    rhythm.waiting = now
    yield* readWaiting(desk)
  }
  yield* readDue(desk, nextLooks(desk, now).organizationIds)
  if (desk.isConfused) return
  if (desk.asksForSubscriptions || now - rhythm.subscriptions >= subscriptionMillis) {
    rhythm.subscriptions = now
    desk.asksForSubscriptions = false
    yield* readSubscriptions(desk, [...desk.lanes.keys()])
  }
  yield* parkPartings(desk)
  yield* keep(desk, progress, rhythm, now)
})

/** Waits until something is to be done. */
const rest = Effect.fnUntraced(function* (desk: ShardDesk, rhythm: Rhythm) {
  const now = (yield* DateTime.now).epochMilliseconds
  if (desk.hasMore || desk.hasArrival || desk.readyBehind(now).length > 0) return yield* Effect.yieldNow
  const nextPoll = Math.max(rhythm.read, rhythm.waiting) + pollMillis
  const millis = Math.min(nextPoll, nextLooks(desk, now).at) - now
  if (millis > 0) yield* Effect.timeoutOption(desk.wake.await, millis)
})

/** Opens the shard, and attends to it until only opening it anew helps. */
const attend = Effect.fnUntraced(function* (desk: ShardDesk) {
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  const place = yield* queue.open(desk.shard, now)
  const progress = desk.clear(place)
  const never = Number.NEGATIVE_INFINITY
  const rhythm: Rhythm = { read: never, waiting: never, subscriptions: never, kept: now.epochMilliseconds, place }
  while (!desk.isConfused) {
    desk.wake.closeUnsafe()
    yield* pass(desk, progress, rhythm)
    if (!desk.isConfused) yield* rest(desk, rhythm)
  }
})

/** Whatever happens to the loop, what is being attempted goes on, and the shard is opened anew. */
const attendForever = (desk: ShardDesk) =>
  attend(desk).pipe(
    Effect.catchCause((cause) => Effect.logError("delivery pass failed", cause, { shard: desk.shard })),
    Effect.andThen(Effect.sync(() => desk.empty())),
    Effect.andThen(Effect.sleep(recovery)),
    Effect.forever
  )

/** Lets the loop know of what is put into the shard. Without it, the loop polls. */
const listen = (desk: ShardDesk) =>
  Effect.flatMap(DeliveryQueue, (queue) => queue.arrival(desk.shard)).pipe(
    Effect.andThen(Effect.sync(() => desk.announce())),
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
