import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Latch, Scope } from "effect"
import { DeliveryShard, deliveryShards } from "../../src/domain/DeliveryShard.ts"
import { serverDatabase } from "../support/serverDatabase.ts"
import { attended, makeAttendance, shares } from "./Attendance.ts"
import { gate } from "./Gate.ts"
import { memberElsewhere, memberHere } from "./members.ts"

/** Within this the shards of a member that died have to be attended to again, in milliseconds. */
const longestVacancy = 8_000

/** How many shards there are. */
const all = deliveryShards.length

/** Within this they are when it stops in good order; sooner than anybody takes it for dead. */
const longestHandover = 3_000

/** Waits for it, and says how long it took. */
const timed = (what: string, waiting: Effect.Effect<number>) =>
  Effect.tap(waiting, (millis) => Effect.sync(() => process.stdout.write(`${what}: ${millis} ms\n`)))

const prepared = Effect.all({ url: serverDatabase(), attendance: makeAttendance })

describe.concurrent("shards shared over a server", () => {
  it.live("are dealt out evenly, each to one member at a time, and go on when a member stops", () =>
    Effect.gen(function* () {
      const { attendance, url } = yield* prepared
      yield* memberHere(url, attendance, "first")
      yield* timed(
        "alone",
        attendance.until((holdings) => attended(holdings) === all)
      )
      const second = yield* Scope.make()
      yield* Scope.provide(memberHere(url, attendance, "second"), second)
      yield* timed(
        "two",
        attendance.until((holdings) => `${shares(holdings)}` === "8,8")
      )
      yield* memberHere(url, attendance, "third")
      yield* timed(
        "three",
        attendance.until((holdings) => `${shares(holdings)}` === "6,5,5")
      )
      yield* Effect.forkChild(Scope.close(second, Exit.void), { startImmediately: true })
      const vacancy = yield* timed(
        "one stops",
        attendance.until(({ first, second, third }) => second?.size === 0 && attended({ first, third }) === all)
      )
      assert.isBelow(vacancy, longestHandover)
      assert.deepStrictEqual(yield* attendance.overlaps, [])
    }).pipe(Effect.scoped)
  )

  it.live("are given away one by one as the work on them ends", () =>
    Effect.gen(function* () {
      const { attendance, url } = yield* prepared
      const busy = DeliveryShard.make(3)
      const work = yield* Latch.make()
      const first = yield* Scope.make()
      yield* Scope.provide(
        memberHere(url, attendance, "first", (shard) => (shard === busy ? work.await : Effect.void)),
        first
      )
      yield* attendance.until((holdings) => attended(holdings) === all)
      yield* memberHere(url, attendance, "second")
      // The one in which something still runs may be among those that move at once.
      yield* attendance.until(
        ({ first, second }) => (first?.size ?? 0) + (second?.size ?? 0) === all && (second?.size ?? 0) >= 7
      )
      const stopping = yield* Effect.forkChild(Scope.close(first, Exit.void), { startImmediately: true })
      yield* attendance.until(({ first, second }) => first?.size === 1 && second?.size === all - 1)
      assert.deepStrictEqual((yield* attendance.holdings)["first"], new Set([busy]))
      assert.isUndefined(stopping.pollUnsafe())
      yield* work.open
      yield* timed(
        "the last",
        attendance.until(({ second }) => second?.size === all)
      )
      assert.deepStrictEqual(yield* attendance.overlaps, [])
    }).pipe(Effect.scoped)
  )

  it.live("of a process that is killed are taken over", () =>
    Effect.gen(function* () {
      const { attendance, url } = yield* prepared
      const killed = yield* memberElsewhere(url, attendance, "killed")
      yield* attendance.until((holdings) => attended(holdings) === all)
      yield* memberHere(url, attendance, "other")
      yield* attendance.until((holdings) => `${shares(holdings)}` === "8,8")
      yield* killed.kill
      yield* attendance.lose("killed")
      const vacancy = yield* timed(
        "killed",
        attendance.until(({ other }) => other?.size === all)
      )
      assert.isBelow(vacancy, longestVacancy)
      assert.deepStrictEqual(yield* attendance.overlaps, [])
    }).pipe(Effect.scoped)
  )

  it.live("of a process that stands still are taken over, and it knows when it goes on", () =>
    Effect.gen(function* () {
      const { attendance, url } = yield* prepared
      const frozen = yield* memberElsewhere(url, attendance, "frozen")
      yield* attendance.until((holdings) => attended(holdings) === all)
      yield* memberHere(url, attendance, "other")
      yield* attendance.until((holdings) => `${shares(holdings)}` === "8,8")
      const held = (yield* attendance.holdings)["frozen"]
      yield* Effect.sync(() => process.kill(frozen.pid, "SIGSTOP"))
      yield* attendance.lose("frozen")
      const vacancy = yield* timed(
        "stands still",
        attendance.until(({ other }) => other?.size === all)
      )
      assert.isBelow(vacancy, longestVacancy)
      // It has not heard of that: it goes on as if it had never stood still.
      for (const shard of held ?? []) yield* attendance.enter("frozen", shard)
      const before = yield* attendance.overlaps
      yield* Effect.sync(() => process.kill(frozen.pid, "SIGCONT"))
      yield* timed(
        "knows",
        attendance.until(({ frozen }) => frozen?.size === 0)
      )
      yield* timed(
        "is back",
        attendance.until((holdings) => `${shares(holdings)}` === "8,8")
      )
      assert.deepStrictEqual(yield* attendance.overlaps, before)
    }).pipe(Effect.scoped)
  )

  it.live("of a process that lost the database are taken over, and it gets its share again", () =>
    Effect.gen(function* () {
      const { attendance, url } = yield* prepared
      const between = yield* gate(url)
      yield* memberHere(between.url, attendance, "cut off")
      yield* attendance.until((holdings) => attended(holdings) === all)
      yield* memberHere(url, attendance, "other")
      yield* attendance.until((holdings) => `${shares(holdings)}` === "8,8")
      yield* between.shut
      const vacancy = yield* timed(
        "lost",
        attendance.until(({ other }) => other?.size === all)
      )
      assert.isBelow(vacancy, longestVacancy)
      yield* between.open
      yield* timed(
        "found",
        attendance.until((holdings) => `${shares(holdings)}` === "8,8")
      )
      assert.deepStrictEqual(yield* attendance.overlaps, [])
    }).pipe(Effect.scoped)
  )
})
