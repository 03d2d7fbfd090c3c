import { Clock, DateTime, Effect } from "effect"
import { DeliveryQueue, type LogPlace } from "../../ports/DeliveryQueue.ts"
import { caughtUp } from "./Behind.ts"
import type { LogProgress } from "./LogProgress.ts"
import { readShard, rejoin, takeAtHand } from "./readLog.ts"
import { readSubscriptions } from "./readSubscriptions.ts"
import type { ShardDesk } from "./ShardDesk.ts"

/** How often, in milliseconds, the log is looked at although nothing was announced. */
const pollMillis = 2_000

/**
 * How old, in milliseconds, what is known of subscriptions may be while there is something to send to them; of what is
 * taken in while the loop rests, until it looks at the log again.
 */
const subscriptionMillis = 1_000

/**
 * How long, in milliseconds, everything else waits for what was found to get on its way: what is asked of the database
 * meanwhile would be asked before the calls are written.
 */
const departureMillis = 2

/** How often, in milliseconds, the place is kept while something goes on, and while nothing does. */
const keepMillis = { busy: 5_000, idle: 60_000 }

/** When things were done last, in epoch milliseconds. */
interface Rhythm {
  read: number
  subscriptions: number
  kept: number
  place: LogPlace
  /** Something was taken in while the loop rested, and gets on its way. */
  isDeparting: boolean
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

/** Lets what was taken in get on its way, unless something arrives. */
const departing = ({ wake }: ShardDesk) => Effect.timeoutOption(wake.await, departureMillis)

/** Everything that is to be done now, one thing after the other. */
const pass = Effect.fnUntraced(function* (desk: ShardDesk, progress: LogProgress, rhythm: Rhythm) {
  if (rhythm.isDeparting) {
    rhythm.isDeparting = false
    yield* departing(desk)
  }
  const now = (yield* DateTime.now).epochMilliseconds
  const { hasArrival } = desk
  desk.hasArrival = false
  // What is read comes with its subscriptions.
  if (desk.lanes.size === 0) rhythm.subscriptions = now
  yield* rejoin(desk, now)
  if (desk.isConfused) return
  if (hasArrival || desk.hasMore || desk.asksAgain || now - rhythm.read >= pollMillis) {
    rhythm.read = now
    const isFound = yield* readShard(desk, progress)
    if (isFound && !desk.hasMore) yield* departing(desk)
  }
  if (desk.isConfused) return
  // Others may have put something in that waits.
  if (hasArrival) desk.askForWaiting()
  if (desk.asksForSubscriptions || now - rhythm.subscriptions >= subscriptionMillis) {
    rhythm.subscriptions = now
    desk.asksForSubscriptions = false
    yield* readSubscriptions(desk, [...desk.lanes.keys()])
    if (desk.hasPartings) desk.wakeArrears.openUnsafe()
  }
  yield* keep(desk, progress, rhythm, now)
})

/** Waits until something is to be done. */
const rest = Effect.fnUntraced(function* (
  desk: ShardDesk,
  { read, subscriptions }: Rhythm,
  takeArrival: () => boolean
) {
  const now = (yield* DateTime.now).epochMilliseconds
  if (desk.hasMore || desk.asksAgain || desk.hasArrival || caughtUp(desk).length > 0) return yield* Effect.yieldNow
  const nextPoll = read + pollMillis
  const next = desk.lanes.size > 0 ? Math.min(nextPoll, subscriptions + subscriptionMillis) : nextPoll
  if (next <= now) return
  desk.takeArrival = takeArrival
  yield* Effect.ensuring(
    Effect.timeoutOption(desk.wake.await, next - now),
    Effect.sync(() => {
      desk.takeArrival = null
    })
  )
})

/** Reads on in the log of a shard that was just opened, until only opening it anew helps. */
export const attendLog = Effect.fnUntraced(function* (desk: ShardDesk, progress: LogProgress) {
  const never = Number.NEGATIVE_INFINITY
  const kept = (yield* DateTime.now).epochMilliseconds
  const rhythm: Rhythm = { read: never, subscriptions: never, kept, place: progress.place, isDeparting: false }
  const queue = yield* DeliveryQueue
  const clock = yield* Clock.Clock
  /** What arrives while the loop rests is taken in by who tells of it: to wake the loop takes as long as all the rest. */
  const takeArrival = (): boolean => {
    if (desk.isConfused) return false
    const now = clock.currentTimeMillisUnsafe()
    const isFirst = desk.lanes.size === 0
    if (!takeAtHand(queue, desk, progress, now)) return false
    // What is read comes with its subscriptions.
    if (isFirst) rhythm.subscriptions = now
    if (desk.hasMore || desk.asksAgain) {
      rhythm.isDeparting = !desk.hasMore
      desk.schedule.later(() => desk.wake.openUnsafe())
    }
    return true
  }
  while (!desk.isConfused) {
    desk.wake.closeUnsafe()
    yield* pass(desk, progress, rhythm)
    if (!desk.isConfused) yield* rest(desk, rhythm, takeArrival)
  }
})
