import { assert, describe, layer } from "@effect/vitest"
import { Arbitrary, Effect, Layer, Redacted, References, Schema } from "effect"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { acceptInbound } from "../../../src/app/inbound/acceptInbound.ts"
import { processDeliveries, retryParked, retryProblems } from "../../../src/app/inbound/processInbound.ts"
import { assertKept, expectedOf, givenHistories } from "../../inbound/expected.ts"
import { HandClock, withHandClock } from "../../inbound/HandClock.ts"
import { histories as drawn, type History, Picks } from "../../inbound/history.ts"
import * as StoredInbox from "../../inbound/StoredInbox.ts"
import { bodiesOf } from "../../inbound/parts.ts"
import { processAll, retryAll, shuffled, today } from "../../inbound/run.ts"
import { settled } from "../../inbound/sends.ts"
import { beside } from "../../inbound/world.ts"
import { DatabaseUrl } from "../../support/database/DatabaseUrl.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"
import { type Cut, cuttingProxy } from "../../support/servers/CuttingProxy.ts"

/** Histories, and crashes in each of them. A crash that would come after the end of everything is none. */
const histories = 8
const crashesEach = 8
const enough = 50

/** Statements after which the latest crash comes. */
const latest = 60

const seed = "killed in the middle"

/** Longer than a claim lasts, in seconds. */
const afterLease = 31

const storesAt = (url: string) =>
  storesOn(Database.server(Redacted.make(url))).pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))

const world = Layer.merge(
  beside,
  StoredInbox.postgres.pipe(Layer.provideMerge(Layer.unwrap(Effect.map(migratedDatabase, storesAt))))
)

const scenes = Arbitrary.all({ one: drawn, other: drawn, picks: Arbitrary.schema(Picks) })

interface Scene {
  readonly one: History
  readonly other: History
  readonly picks: typeof Picks.Type
}

const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: latest }))
const Cuts = Schema.Struct({ after: Place, isHeard: Schema.Boolean })

/** What a worker does: some deliveries at a time, and whatever waits. */
const work = Effect.gen(function* () {
  for (;;) {
    const count = yield* processDeliveries(3)
    yield* retryParked(100)
    yield* retryProblems(100)
    if (count === 0) return
    yield* (yield* HandClock).pass(3)
  }
})

/** A process that takes this in, and works until it is dead; gives whether it died. */
const workUntilDead = Effect.fnUntraced(
  function* (bodies: ReadonlyArray<string>, cut: Cut) {
    const proxy = yield* cuttingProxy(yield* DatabaseUrl, cut)
    const stores = yield* Layer.build(Layer.fresh(storesAt(proxy.url)))
    // Who acts on deliveries has those at hand that it takes in.
    yield* Effect.andThen(processDeliveries(1), Effect.forEach(bodies, acceptInbound, { discard: true })).pipe(
      Effect.provideContext(stores)
    )
    yield* proxy.arm
    yield* Effect.raceFirst(Effect.ignoreCause(Effect.provideContext(work, stores)), proxy.died)
    return yield* proxy.isDead
  },
  Effect.scoped,
  Effect.provideService(References.MinimumLogLevel, "Error")
)

const crash = Effect.fnUntraced(function* ({ one, other, picks }: Scene, cut: Cut) {
  const both = [one, other]
  const { organizations, parts, sendings } = yield* givenHistories(both)
  const died = yield* withHandClock(
    today,
    Effect.gen(function* () {
      yield* Effect.forEach(sendings.slice(0, 1), settled)
      const bodies = shuffled(parts, picks).flatMap((part) => bodiesOf([part], false))
      const died = yield* workUntilDead(bodies, cut)
      yield* (yield* HandClock).pass(afterLease)
      yield* processAll
      yield* Effect.forEach(sendings.slice(1), settled)
      yield* retryAll
      return died
    })
  )
  return { died, organizations, kept: yield* (yield* StoredInbox.StoredInbox).all }
})

describe("a process killed during inbound processing", () => {
  layer(world, { timeout: "3 minutes", excludeTestServices: true })((it) => {
    it.effect(
      "leaves work that another process completes with the same result",
      () =>
        Effect.gen(function* () {
          const drawnScenes = yield* Arbitrary.sampleEffect(scenes, { count: histories, seed, size: 40 })
          const cuts = yield* Arbitrary.sampleEffect(Arbitrary.schema(Cuts), { count: histories * crashesEach, seed })
          let crashes = 0
          for (const [place, scene] of drawnScenes.entries()) {
            const both = [scene.one, scene.other]
            const expected = yield* expectedOf(both)
            for (const cut of cuts.slice(place * crashesEach, (place + 1) * crashesEach)) {
              const { died, kept, organizations } = yield* crash(scene, cut)
              if (died) crashes++
              assertKept(kept, both, organizations, expected)
            }
          }
          assert.isAtLeast(crashes, enough)
        }),
      120_000
    )
  })
})
