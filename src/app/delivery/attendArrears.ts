import { DateTime, Effect } from "effect"
import { readyBehind } from "./Behind.ts"
import { parkPartings } from "./parkPartings.ts"
import { nextLooks, readDue, readWaiting } from "./readDue.ts"
import { readBehind } from "./readLog.ts"
import type { ShardDesk } from "./ShardDesk.ts"

/** How often, in milliseconds, it is looked at what waits although nothing was announced, and at most when something was. */
const waitingMillis = { poll: 2_000, asked: 1_000 }

/** How long, in milliseconds, those that are behind are left alone when there is no room for more of them. */
const behindMillis = 1_000

/** Everything that is to be done now, one thing after the other. Gives back when it was last looked at what waits. */
const pass = Effect.fnUntraced(function* (desk: ShardDesk, lookedAt: number) {
  const now = (yield* DateTime.now).epochMilliseconds
  yield* parkPartings(desk)
  yield* readBehind(desk, now)
  if (desk.isConfused) return lookedAt
  const isLook = now - lookedAt >= (desk.asksForWaiting ? waitingMillis.asked : waitingMillis.poll)
  if (isLook) {
    desk.asksForWaiting = false
    yield* readWaiting(desk)
  }
  yield* readDue(desk, nextLooks(desk, now).organizationIds)
  if (!desk.isConfused) yield* parkPartings(desk)
  return isLook ? now : lookedAt
})

/** Waits until something is to be done. */
const rest = Effect.fnUntraced(function* (desk: ShardDesk, lookedAt: number) {
  const now = (yield* DateTime.now).epochMilliseconds
  if (readyBehind(desk, now).length > 0) return yield* Effect.yieldNow
  const nextLook = lookedAt + (desk.asksForWaiting ? waitingMillis.asked : waitingMillis.poll)
  const nextOfBehind = desk.behind.size > 0 ? now + behindMillis : Number.POSITIVE_INFINITY
  const millis = Math.min(nextLook, nextOfBehind, nextLooks(desk, now).at) - now
  if (millis > 0) yield* Effect.timeoutOption(desk.wakeArrears.await, millis)
})

/**
 * Attends to what is not new of a shard that was just opened: what waits in the store, and who has more in the log than
 * there is room for. It has a loop of its own, so that nothing new has to wait until that is read.
 */
export const attendArrears = Effect.fnUntraced(function* (desk: ShardDesk) {
  let lookedAt = Number.NEGATIVE_INFINITY
  while (!desk.isConfused) {
    desk.wakeArrears.closeUnsafe()
    lookedAt = yield* pass(desk, lookedAt)
    if (!desk.isConfused) yield* rest(desk, lookedAt)
  }
})
