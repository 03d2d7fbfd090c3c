import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Layer, Queue, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryProfiles from "../../src/adapters/memory/inbound/MemoryProfiles.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { maxLookupsInFlight, profileWorker } from "../../src/adapters/worker/workers.ts"
import { type PlatformFailure, PlatformNotReached, PlatformRejected } from "../../src/domain/messages/PlatformError.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { ProfileLookups, Profiles } from "../../src/ports/inbound/InboundQueue.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"

type Answer = Effect.Effect<string | null, PlatformFailure>

const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const busy = new PlatformRejected({ code: 4, title: "", message: "", subcode: null, details: null })

/** A world whose platform answers so, attempt by attempt, and the worker that asks it. */
const scene = Effect.fnUntraced(function* (answer: (personId: string, attempt: number) => Answer, token?: null) {
  yield* TestClock.setTime(start.epochMilliseconds)
  const begun = yield* Queue.unbounded<string>()
  const asked: Array<{ readonly personId: string; readonly at: number }> = []
  const profiles = Layer.succeed(
    Profiles,
    Profiles.of({
      nameOf: Effect.fnUntraced(function* (_, personId) {
        const at = ((yield* DateTime.now).epochMilliseconds - start.epochMilliseconds) / 1_000
        asked.push({ personId, at })
        yield* Queue.offer(begun, personId)
        return yield* answer(personId, asked.filter((one) => one.personId === personId).length)
      })
    })
  )
  const { id } = yield* givenOrganization()
  const account = yield* givenAccount(id, { channel: "messenger", ...(token === null ? { token } : {}) })
  const lifetime = yield* Scope.make()
  yield* Layer.buildWithScope(profileWorker.pipe(Layer.provide(profiles)), lifetime)
  yield* Effect.addFinalizer(() => Scope.close(lifetime, Exit.void))
  const { addAll } = yield* ProfileLookups
  return {
    account,
    asked,
    id,
    /** Waits for so many attempts. */
    begun: (count: number) => Effect.replicateEffect(Queue.take(begun), count),
    stop: Scope.close(lifetime, Exit.void),
    /** Has these people looked up from now on. */
    add: Effect.fnUntraced(function* (...people: ReadonlyArray<string>) {
      const dueAt = yield* DateTime.now
      yield* addAll(
        id,
        people.map((personId) => ({ channelAccountId: account.id, personId, dueAt }))
      )
    }),
    /** Who still waits, and after how many failures. */
    waiting: Effect.map(
      Effect.flatMap(World, ({ state }) => state),
      ({ profileLookups }) => profileLookups.map(({ failures, personId }) => [personId, failures])
    )
  }
})

const world = Memory.layer()

describe("the profile worker", () => {
  it.effect("looks up new people at once", () =>
    Effect.gen(function* () {
      const { add, asked, begun, waiting } = yield* scene(() => Effect.succeed("Ada"))
      yield* TestClock.adjust("0 seconds")
      yield* add("1", "2")
      yield* begun(2)
      assert.deepStrictEqual(asked, [
        { personId: "1", at: 0 },
        { personId: "2", at: 0 }
      ])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* waiting, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("retries while the platform is unreachable or overloaded", () =>
    Effect.gen(function* () {
      const { add, asked, waiting } = yield* scene((_, attempt) => {
        if (attempt === 1) return Effect.fail(new PlatformNotReached({ detail: "down" }))
        return attempt === 2 ? Effect.fail(busy) : Effect.succeed("Ada")
      })
      yield* add("1")
      yield* TestClock.adjust("7 seconds")
      assert.deepStrictEqual(yield* waiting, [["1", 1]])
      assert.lengthOf(asked, 1)
      yield* TestClock.adjust("7 seconds")
      assert.deepStrictEqual(yield* waiting, [["1", 2]])
      yield* TestClock.adjust("74 seconds")
      assert.lengthOf(asked, 3)
      assert.deepStrictEqual(yield* waiting, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("waits for the token of an account without one", () =>
    Effect.gen(function* () {
      const { account, add, asked, id, waiting } = yield* scene(() => Effect.succeed("Ada"), null)
      yield* add("1")
      yield* TestClock.adjust("3 minutes")
      assert.deepStrictEqual([asked, yield* waiting], [[], [["1", 1]]])
      yield* (yield* ChannelAccounts).connect(id, account, Redacted.make("token"))
      yield* TestClock.adjust("4 minutes")
      assert.lengthOf(asked, 1)
      assert.deepStrictEqual(yield* waiting, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("has at most four requests at once, and starts the next when one ends", () =>
    Effect.gen(function* () {
      const [first, others] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { add, asked, begun } = yield* scene((personId) =>
        Effect.as(Deferred.await(personId === "1" ? first : others), "Ada")
      )
      // Comes before the worker is stopped, which waits for what is running.
      yield* Effect.addFinalizer(() =>
        Effect.andThen(Deferred.succeed(first, undefined), Deferred.succeed(others, undefined))
      )
      yield* add("1", "2", "3", "4", "5", "6")
      yield* begun(maxLookupsInFlight)
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(asked, maxLookupsInFlight)
      yield* Deferred.succeed(first, undefined)
      yield* begun(1)
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(asked, maxLookupsInFlight + 1)
      yield* Deferred.succeed(others, undefined)
      yield* begun(1)
      assert.deepStrictEqual(asked.map(({ personId }) => personId).toSorted(), ["1", "2", "3", "4", "5", "6"])
    }).pipe(Effect.provide(world))
  )

  it.effect("ends an attempt that takes too long before others may claim it", () =>
    Effect.gen(function* () {
      const { add, asked, waiting } = yield* scene((_, attempt) =>
        attempt === 1 ? Effect.never : Effect.succeed("Ada")
      )
      yield* add("1")
      yield* TestClock.adjust("29 seconds")
      assert.deepStrictEqual(yield* waiting, [["1", 0]])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* waiting, [["1", 1]])
      yield* TestClock.adjust("14 seconds")
      assert.lengthOf(asked, 2)
      assert.deepStrictEqual(yield* waiting, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("retries an attempt with a defect after its lease, and continues with the others", () =>
    Effect.gen(function* () {
      const { add, asked, waiting } = yield* scene((personId, attempt) =>
        personId === "1" && attempt === 1 ? Effect.die("bug") : Effect.succeed("Ada")
      )
      yield* add("1", "2")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* waiting, [["1", 0]])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        asked.map(({ at }) => at),
        [0, 0, 60]
      )
      assert.deepStrictEqual(yield* waiting, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("continues after a failed query of look-ups, with all slots", () =>
    Effect.gen(function* () {
      const { failNext } = yield* World
      yield* failNext("ProfileLookups.claim", 20)
      const { add, waiting } = yield* scene(() => Effect.succeed("Ada"))
      yield* add("1", "2", "3", "4", "5")
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* waiting, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("finishes running look-ups for eight seconds at its stop, and claims no more", () =>
    Effect.gen(function* () {
      const { add, asked, stop, waiting } = yield* scene((personId) =>
        personId === "1" ? Effect.as(Effect.sleep("7 seconds"), "Ada") : Effect.never
      )
      yield* add("1", "2")
      yield* TestClock.adjust("0 seconds")
      const stopping = yield* Effect.forkChild(stop, { startImmediately: true })
      yield* add("3")
      yield* TestClock.adjust("7 seconds")
      assert.isUndefined(stopping.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.isDefined(stopping.pollUnsafe())
      assert.deepStrictEqual(yield* waiting, [
        ["2", 0],
        ["3", 0]
      ])
      assert.lengthOf(asked, 2)
    }).pipe(Effect.provide(world))
  )
})

describe("the profile platform in memory", () => {
  it.effect("returns a profile after it is configured, and none before", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id, { channel: "messenger" })
      const from = yield* (yield* ChannelAccounts).byId(id, account.id)
      const { nameOf } = yield* Profiles
      const { answer, requests } = yield* MemoryProfiles.ProfilePlatform
      assert.isNull(yield* nameOf(from, "1"))
      yield* answer("1", Effect.succeed("Ada"))
      assert.deepStrictEqual([yield* nameOf(from, "1"), yield* nameOf(from, "1")], ["Ada", "Ada"])
      assert.isNull(yield* nameOf(from, "2"))
      assert.deepStrictEqual(
        (yield* requests).map(({ personId }) => personId),
        ["1", "1", "1", "2"]
      )
    }).pipe(Effect.provide(Layer.merge(world, MemoryProfiles.layer)))
  )
})
