import { assert, describe, it } from "@effect/vitest"
import { Array, Clock, Context, Effect, Latch, Layer, Logger, Order, Queue, Redacted, References } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import * as WakeChannel from "../../../src/adapters/postgres/database/WakeChannel.ts"
import type { WakeMessage } from "../../../src/adapters/postgres/database/WakeChannel.ts"
import * as WakeSignals from "../../../src/adapters/postgres/webhooks/WakeSignals.ts"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { Signals } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { DeliveryShard } from "../../../src/domain/webhooks/DeliveryShard.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { serverDatabase } from "../../support/database/serverDatabase.ts"

const channelOn = (url: string) =>
  Layer.fresh(WakeChannel.layer).pipe(
    Layer.provideMerge(Layer.fresh(Database.signals(Redacted.make(url)))),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
  )

/** A database that is up to date. */
const database = Effect.tap(serverDatabase(), (url) =>
  Effect.scoped(Layer.build(Layer.fresh(Database.server(Redacted.make(url)))))
)

/** The messages that a process gets; `notifyUntilHeard` has another process notify until one arrives. */
const scene = Effect.gen(function* () {
  const url = yield* database
  const here = yield* Layer.build(channelOn(url))
  const there = yield* Layer.build(channelOn(url))
  const heard = yield* Queue.unbounded<WakeMessage>()
  yield* Effect.flatMap(WakeChannel.WakeChannel, ({ listen }) =>
    listen((message) => void Queue.offerUnsafe(heard, message))
  ).pipe(Effect.provideContext(here))
  const { notify } = yield* Effect.provideContext(WakeChannel.WakeChannel, there)
  const signals = yield* Effect.provideContext(Signals, there)
  const notifyUntilHeard = (message: WakeMessage) =>
    Effect.raceFirst(
      notify(message).pipe(Effect.andThen(Effect.sleep("10 millis")), Effect.forever),
      Effect.repeat(Queue.take(heard), { until: ({ from }) => from === message.from })
    ).pipe(Effect.timeout("10 seconds"))
  return { heard, notify, signals, notifyUntilHeard }
})

const refusedByStandby = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: "25006",
    message: "cannot execute LISTEN during recovery",
    operation: "execute"
  })
})

const shards = [DeliveryShard.make(0), DeliveryShard.make(15)]

describe("wake messages between processes", () => {
  it.live("arrive as they were sent, and other payloads are ignored", () =>
    Effect.gen(function* () {
      const { heard, notify, signals, notifyUntilHeard } = yield* scene
      yield* notifyUntilHeard({ from: "listening by now", shards: [] })
      const [channel] = yield* signals<{ readonly name: string }>`select name from wake_channel`
      const wrong = ["", "[]", '{"from":"x","shards":[16]}', '{"from":"x"}']
      for (const payload of wrong) yield* signals.notify(channel?.name ?? "", payload)
      yield* notify({ from: "one", shards })
      const message = yield* Effect.repeat(Queue.take(heard), { until: ({ from }) => from !== "listening by now" })
      assert.deepStrictEqual(message, { from: "one", shards })
    }).pipe(Effect.scoped)
  )

  it.live("arrive again after the connection was lost", () =>
    Effect.gen(function* () {
      const { signals, notifyUntilHeard } = yield* scene
      yield* notifyUntilHeard({ from: "before", shards })
      const ended = yield* signals`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`
      assert.strictEqual(ended.length, 1)
      yield* notifyUntilHeard({ from: "after", shards })
    }).pipe(Effect.scoped)
  )

  it.live("listening: a refused attempt releases its connection before the next one", () =>
    Effect.gen(function* () {
      const url = yield* database
      const signals = yield* Layer.build(Layer.fresh(Database.signals(Redacted.make(url)))).pipe(
        Effect.map((context) => Context.get(context, Signals))
      )
      const counts = { attempts: 0, open: 0, most: 0 }
      const enough = yield* Latch.make()
      // A standby reserves a connection and then refuses to listen on it.
      const refusing = Object.assign(signals, {
        listen: () =>
          Effect.acquireRelease(
            Effect.sync(() => {
              counts.attempts += 1
              counts.open += 1
              counts.most = Math.max(counts.most, counts.open)
              if (counts.attempts === 4) enough.openUnsafe()
            }),
            () => Effect.sync(() => void (counts.open -= 1))
          ).pipe(Effect.andThen(Effect.fail(refusedByStandby)))
      })
      yield* Effect.gen(function* () {
        yield* (yield* WakeChannel.WakeChannel).listen(() => undefined)
        yield* enough.await
        assert.strictEqual(counts.most, 1)
      }).pipe(
        Effect.provide(
          Layer.fresh(WakeChannel.layer).pipe(
            Layer.provide(Layer.succeed(Signals, refusing)),
            Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
          )
        )
      )
    }).pipe(Effect.scoped)
  )

  it.live("notifying: an outage has one log line a minute, and its end another one", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      const outage = { isOver: false }
      const signals = yield* Layer.build(Layer.fresh(Database.signals(Redacted.make(yield* database)))).pipe(
        Effect.map((context) => Context.get(context, Signals))
      )
      const refusing = Object.assign(signals, {
        notify: () => (outage.isOver ? Effect.void : Effect.fail(refusedByStandby))
      })
      yield* Effect.gen(function* () {
        const { notify } = yield* WakeChannel.WakeChannel
        const everySecond = Effect.andThen(notify({ from: "here", shards }), TestClock.adjust("1 second"))
        yield* Effect.repeat(everySecond, { times: 89 })
        outage.isOver = true
        yield* everySecond
        const texts = lines.map((line) => (Array.isArray(line) ? line[0] : line))
        const failed = "cannot notify other processes of new deliveries, they poll"
        assert.deepStrictEqual(texts, [failed, failed, "notifies other processes of new deliveries again"])
      }).pipe(
        Effect.provide(
          Layer.fresh(WakeChannel.layer).pipe(
            Layer.provide(Layer.succeed(Signals, refusing)),
            Layer.provideMerge(Logger.layer([logger])),
            Layer.provideMerge(TestClock.layer())
          )
        )
      )
    }).pipe(Effect.scoped)
  )

  it.live("wake the owner of the shard", () =>
    Effect.gen(function* () {
      const url = yield* database
      const process = Layer.build(
        Layer.fresh(WakeSignals.layer).pipe(Layer.provideMerge(channelOn(url)), Layer.provide(RandomIds.layer))
      )
      const [here, there] = yield* Effect.all([process, process])
      const { listen } = yield* Effect.provideContext(WakeSignals.WakeSignals, here)
      const wakes = yield* Queue.unbounded<number>()
      for (const number of [1, 2])
        yield* listen(DeliveryShard.make(number), () => void Queue.offerUnsafe(wakes, number))
      const { signal } = yield* Effect.provideContext(WakeSignals.WakeSignals, there)
      const of = (shard: number) => [OrganizationId.make(`01890000-0000-7000-8000-00000000000${shard}`)]
      yield* Effect.raceFirst(
        signal(of(1)).pipe(Effect.andThen(Effect.sleep("10 millis")), Effect.forever),
        Queue.take(wakes)
      ).pipe(Effect.timeout("10 seconds"))

      const took = yield* Effect.replicateEffect(
        Effect.gen(function* () {
          const start = yield* Clock.currentTimeNanos
          yield* signal(of(2))
          yield* Effect.timeout(Effect.repeat(Queue.take(wakes), { until: (number) => number === 2 }), "5 seconds")
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
