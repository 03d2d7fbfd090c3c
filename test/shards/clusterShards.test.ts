import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Latch, Layer, Scope } from "effect"
import { ShardAssignment } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { DeliveryShard, deliveryShards } from "../../src/domain/webhooks/DeliveryShard.ts"
import { maintain, serverDatabase } from "../support/database/serverDatabase.ts"
import { owned, makeOwnership, shares } from "./Ownership.ts"
import { gate } from "./Gate.ts"
import { memberElsewhere, memberHere, sharing } from "./members.ts"

/** Within this the shards of a member that died have to be owned again, in milliseconds. */
const longestVacancy = 8_000

/** How many shards there are. */
const all = deliveryShards.length

/** Within this they are when it stops in good order; sooner than anybody takes it for dead. */
const longestHandover = 3_000

/** Waits for it, and says how long it took. */
const timed = (what: string, waiting: Effect.Effect<number>) =>
  Effect.tap(waiting, (millis) => Effect.sync(() => process.stdout.write(`${what}: ${millis} ms\n`)))

const prepared = Effect.all({ url: serverDatabase(), ownership: makeOwnership })

describe.concurrent("shards shared over a server", () => {
  it.live("are distributed evenly, each to one member at a time, and continue after a member stops", () =>
    Effect.gen(function* () {
      const { ownership, url } = yield* prepared
      yield* memberHere(url, ownership, "first")
      yield* timed(
        "alone",
        ownership.until((holdings) => owned(holdings) === all)
      )
      const second = yield* Scope.make()
      yield* Scope.provide(memberHere(url, ownership, "second"), second)
      yield* timed(
        "two",
        ownership.until((holdings) => `${shares(holdings)}` === "8,8")
      )
      yield* memberHere(url, ownership, "third")
      yield* timed(
        "three",
        ownership.until((holdings) => `${shares(holdings)}` === "6,5,5")
      )
      yield* Effect.forkChild(Scope.close(second, Exit.void), { startImmediately: true })
      const vacancy = yield* timed(
        "one stops",
        ownership.until(({ first, second, third }) => second?.size === 0 && owned({ first, third }) === all)
      )
      assert.isBelow(vacancy, longestHandover)
      assert.deepStrictEqual(yield* ownership.overlaps, [])
    }).pipe(Effect.scoped)
  )

  it.live("unowned shards: those without an owner in any process are counted", () =>
    Effect.gen(function* () {
      const { ownership, url } = yield* prepared
      const idle = yield* Layer.build(Layer.fresh(sharing(url)))
      const { unowned } = yield* Effect.provideContext(ShardAssignment, idle)
      assert.strictEqual(yield* unowned, all)
      yield* memberHere(url, ownership, "first")
      yield* ownership.until((holdings) => owned(holdings) === all)
      assert.strictEqual(yield* unowned, 0)
    }).pipe(Effect.scoped)
  )

  it.live("are released one by one once the work on them ends", () =>
    Effect.gen(function* () {
      const { ownership, url } = yield* prepared
      const busy = DeliveryShard.make(3)
      const work = yield* Latch.make()
      const first = yield* Scope.make()
      yield* Scope.provide(
        memberHere(url, ownership, "first", (shard) => (shard === busy ? work.await : Effect.void)),
        first
      )
      yield* ownership.until((holdings) => owned(holdings) === all)
      yield* memberHere(url, ownership, "second")
      // The one in which something still runs may be among those that move at once.
      yield* ownership.until(
        ({ first, second }) => (first?.size ?? 0) + (second?.size ?? 0) === all && (second?.size ?? 0) >= 7
      )
      const stopping = yield* Effect.forkChild(Scope.close(first, Exit.void), { startImmediately: true })
      yield* ownership.until(({ first, second }) => first?.size === 1 && second?.size === all - 1)
      assert.deepStrictEqual((yield* ownership.holdings)["first"], new Set([busy]))
      assert.isUndefined(stopping.pollUnsafe())
      yield* work.open
      yield* timed(
        "the last",
        ownership.until(({ second }) => second?.size === all)
      )
      assert.deepStrictEqual(yield* ownership.overlaps, [])
    }).pipe(Effect.scoped)
  )

  it.live("belong to one schema: a service in another schema has all of its own", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      yield* maintain(url, `create schema one`, `create schema "Another one"`)
      const [here, elsewhere] = [yield* makeOwnership, yield* makeOwnership]
      yield* memberHere(url, here, "first", undefined, "one")
      yield* memberHere(url, elsewhere, "first", undefined, "Another one")
      yield* here.until((holdings) => owned(holdings) === all)
      yield* elsewhere.until((holdings) => owned(holdings) === all)
      yield* memberHere(url, here, "second", undefined, "one")
      yield* here.until((holdings) => `${shares(holdings)}` === "8,8")
      assert.strictEqual(owned(yield* elsewhere.holdings), all)
    }).pipe(Effect.scoped)
  )

  it.live("of a process that is killed are taken over", () =>
    Effect.gen(function* () {
      const { ownership, url } = yield* prepared
      const killed = yield* memberElsewhere(url, ownership, "killed")
      yield* ownership.until((holdings) => owned(holdings) === all)
      yield* memberHere(url, ownership, "other")
      yield* ownership.until((holdings) => `${shares(holdings)}` === "8,8")
      yield* killed.kill
      yield* ownership.lose("killed")
      const vacancy = yield* timed(
        "killed",
        ownership.until(({ other }) => other?.size === all)
      )
      assert.isBelow(vacancy, longestVacancy)
      assert.deepStrictEqual(yield* ownership.overlaps, [])
    }).pipe(Effect.scoped)
  )

  it.live("of a process that is suspended are taken over, and it detects the loss once it continues", () =>
    Effect.gen(function* () {
      const { ownership, url } = yield* prepared
      const frozen = yield* memberElsewhere(url, ownership, "frozen")
      yield* ownership.until((holdings) => owned(holdings) === all)
      yield* memberHere(url, ownership, "other")
      yield* ownership.until((holdings) => `${shares(holdings)}` === "8,8")
      const held = (yield* ownership.holdings)["frozen"]
      yield* Effect.sync(() => process.kill(frozen.pid, "SIGSTOP"))
      yield* ownership.lose("frozen")
      const vacancy = yield* timed(
        "stands still",
        ownership.until(({ other }) => other?.size === all)
      )
      assert.isBelow(vacancy, longestVacancy)
      // It has not heard of that: it goes on as if it had never stood still.
      for (const shard of held ?? []) yield* ownership.enter("frozen", shard)
      const before = yield* ownership.overlaps
      yield* Effect.sync(() => process.kill(frozen.pid, "SIGCONT"))
      yield* timed(
        "knows",
        ownership.until(({ frozen }) => frozen?.size === 0)
      )
      yield* timed(
        "is back",
        ownership.until((holdings) => `${shares(holdings)}` === "8,8")
      )
      assert.deepStrictEqual(yield* ownership.overlaps, before)
    }).pipe(Effect.scoped)
  )

  it.live("of a process that lost the database are taken over, and it receives its share again", () =>
    Effect.gen(function* () {
      const { ownership, url } = yield* prepared
      const between = yield* gate(url)
      yield* memberHere(between.url, ownership, "cut off")
      yield* ownership.until((holdings) => owned(holdings) === all)
      yield* memberHere(url, ownership, "other")
      yield* ownership.until((holdings) => `${shares(holdings)}` === "8,8")
      yield* between.shut
      const vacancy = yield* timed(
        "lost",
        ownership.until(({ other }) => other?.size === all)
      )
      assert.isBelow(vacancy, longestVacancy)
      yield* between.open
      yield* timed(
        "found",
        ownership.until((holdings) => `${shares(holdings)}` === "8,8")
      )
      assert.deepStrictEqual(yield* ownership.overlaps, [])
    }).pipe(Effect.scoped)
  )
})
