import { assert, describe, it } from "@effect/vitest"
import { Array, Clock, Effect, Layer, Order, Queue, Redacted, References } from "effect"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import * as ArrivalRelay from "../../src/adapters/postgres/ArrivalRelay.ts"
import * as Arrivals from "../../src/adapters/postgres/Arrivals.ts"
import * as Database from "../../src/adapters/postgres/Database.ts"
import { Signals } from "../../src/adapters/postgres/Signals.ts"
import type { Told } from "../../src/adapters/postgres/Told.ts"
import { DeliveryShard } from "../../src/domain/DeliveryShard.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

const relayOn = (url: string) =>
  Layer.fresh(ArrivalRelay.layer).pipe(
    Layer.provideMerge(Layer.fresh(Database.signals(Redacted.make(url)))),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
  )

/** A database that is up to date. */
const database = Effect.tap(serverDatabase(), (url) =>
  Effect.scoped(Layer.build(Layer.fresh(Database.server(Redacted.make(url)))))
)

/** What a process is told; `tellUntilHeard` has another one tell until that got through. */
const scene = Effect.gen(function* () {
  const url = yield* database
  const here = yield* Layer.build(relayOn(url))
  const there = yield* Layer.build(relayOn(url))
  const heard = yield* Queue.unbounded<Told>()
  yield* Effect.flatMap(ArrivalRelay.ArrivalRelay, ({ hear }) => hear((told) => Queue.offer(heard, told))).pipe(
    Effect.provideContext(here)
  )
  const { tell } = yield* Effect.provideContext(ArrivalRelay.ArrivalRelay, there)
  const signals = yield* Effect.provideContext(Signals, there)
  const tellUntilHeard = (told: Told) =>
    Effect.raceFirst(
      tell(told).pipe(Effect.andThen(Effect.sleep("10 millis")), Effect.forever),
      Effect.repeat(Queue.take(heard), { until: ({ from }) => from === told.from })
    ).pipe(Effect.timeout("10 seconds"))
  return { heard, signals, tell, tellUntilHeard }
})

const shards = [DeliveryShard.make(0), DeliveryShard.make(15)]

describe("what processes tell each other over a server", () => {
  it.live("is heard as it was told, and what is none of theirs is not", () =>
    Effect.gen(function* () {
      const { heard, signals, tell, tellUntilHeard } = yield* scene
      yield* tellUntilHeard({ from: "listening by now", shards: [], recording: null })
      const [channel] = yield* signals<{ readonly name: string }>`select name from delivery_channel`
      const wrong = ["", "[]", '{"from":"x","shards":[16],"recording":null}', '{"from":"x","shards":[3]}']
      for (const payload of wrong) yield* signals.notify(channel?.name ?? "", payload)
      yield* tell({ from: "one", shards, recording: null })
      const told = yield* Effect.repeat(Queue.take(heard), { until: ({ from }) => from !== "listening by now" })
      assert.deepStrictEqual(told, { from: "one", shards, recording: null })
    }).pipe(Effect.scoped)
  )

  it.live("is heard again after the connection was lost", () =>
    Effect.gen(function* () {
      const { signals, tellUntilHeard } = yield* scene
      yield* tellUntilHeard({ from: "before", shards, recording: null })
      const ended = yield* signals`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`
      assert.strictEqual(ended.length, 1)
      yield* tellUntilHeard({ from: "after", shards, recording: null })
    }).pipe(Effect.scoped)
  )

  it.live("wakes the one who attends to the shard", () =>
    Effect.gen(function* () {
      const url = yield* database
      const process = Layer.build(
        Layer.fresh(Arrivals.layer).pipe(Layer.provideMerge(relayOn(url)), Layer.provide(RandomIds.layer))
      )
      const [here, there] = yield* Effect.all([process, process])
      const { next } = yield* Effect.provideContext(Arrivals.Arrivals, here)
      const { announce } = yield* Effect.provideContext(Arrivals.Arrivals, there)
      const of = (shard: number) => [OrganizationId.make(`01890000-0000-7000-8000-00000000000${shard}`)]
      yield* Effect.raceFirst(
        announce(of(1)).pipe(Effect.andThen(Effect.sleep("10 millis")), Effect.forever),
        next(DeliveryShard.make(1))
      ).pipe(Effect.timeout("10 seconds"))

      const took = yield* Effect.replicateEffect(
        Effect.gen(function* () {
          const start = yield* Clock.currentTimeNanos
          yield* announce(of(2))
          yield* Effect.timeout(next(DeliveryShard.make(2)), "5 seconds")
          return Number((yield* Clock.currentTimeNanos) - start) / 1e6
        }),
        100
      )
      const median = Array.sort(took, Order.Number)[50] ?? Infinity
      yield* Effect.sync(() => globalThis.process.stdout.write(`from commit to wake: ${median.toFixed(2)} ms\n`))
      assert.isBelow(median, 50)
    }).pipe(Effect.scoped)
  )
})
