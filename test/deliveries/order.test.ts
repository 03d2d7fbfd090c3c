import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import type { ConversationId } from "../../src/domain/Ids.ts"
import { below, type Draw, drawFor } from "../../soak/draw.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { migratedDatabase } from "../support/database/serverDatabase.ts"
import { type Courier, courier } from "./courier.ts"
import { wrongsIn } from "./Journal.ts"
import { delivered, eventIds, faults, wanted } from "./kept.ts"
import { committedBy, givenTalker, makeScene, talk } from "./talkers.ts"

const seeds = [1, 2]

/** Processes that deliver at the same time. */
const processes = 4

const organizations = 12
const conversations = 3

/** Fibers that record for one organization at the same time, and transactions of each of them. */
const writers = 2
const transactions = 10

/** Most events of an organization that are under way, so that its history goes on while processes come and go. */
const lead = 12

/** How much was accepted when one process is killed and another one begins, and when one is told to stop. */
const moments = { kill: 150, stop: 350 }

/** A conversation has fewer refusals than this, among its first events. */
const refusals = 3
const refusedWithin = 20

/** The events that are refused when they come for the first time, by conversation and number. */
const drawRefusals = (draw: Draw, conversations: ReadonlyArray<ConversationId>): ReadonlySet<string> =>
  new Set(
    conversations.flatMap((conversation) =>
      Array.from({ length: below(draw, refusals) }, () => `${conversation} ${1 + below(draw, refusedWithin)}`)
    )
  )

const history = Effect.fnUntraced(function* (url: string, seed: number) {
  let refused: ReadonlySet<string> = new Set()
  const scene = yield* makeScene({
    draw: yield* drawFor(seed, "answers"),
    refuses: (conversationId, sequence) => refused.has(`${conversationId} ${sequence}`),
    verifies: true
  })
  const { receivers } = scene
  const talkers = yield* Effect.forEach(Array.from({ length: organizations }), (_, ordinal) =>
    givenTalker(scene, { ordinal, shard: DeliveryShard.make((ordinal * 3) % 16), conversations })
  )
  refused = drawRefusals(
    yield* drawFor(seed, "refusals"),
    talkers.flatMap(({ conversations }) => conversations)
  )

  const begin = Effect.tap(courier({ url, shards: "shared", since: 0, speed: 1 }), ({ go }) => go())
  const first = yield* Effect.all(
    Array.from({ length: processes }, () => begin),
    { concurrency: "unbounded" }
  )
  const talks = yield* Effect.forEach(
    talkers.flatMap((talker) => Array.from({ length: writers }, (_, writer) => ({ talker, writer }))),
    ({ talker, writer }) =>
      Effect.flatMap(drawFor(seed, `${talker.ordinal} ${writer}`), (draw) =>
        Effect.forkChild(talk(scene, talker, draw, { isOver: () => false, lead, transactions }))
      )
  )
  yield* Effect.forEach(first, ({ begun }) => begun)
  const [killed, stopped, ...others] = first
  if (killed === undefined || stopped === undefined) return yield* Effect.die("no process")

  yield* receivers.until(() => receivers.accepted.size >= moments.kill)
  yield* killed.signal("SIGKILL")
  assert.strictEqual(yield* killed.ended, "SIGKILL")
  receivers.bury(killed.pid)
  receivers.note({ _tag: "Died", delivered: yield* delivered })
  const successor = yield* Effect.forkChild(begin)
  yield* receivers.until(() => receivers.accepted.size >= moments.stop)
  yield* stop(stopped)

  yield* Fiber.joinAll(talks)
  const all = yield* wanted
  yield* receivers.until(() => all.every(({ id }) => receivers.accepted.has(id)))
  yield* Effect.forEach([...others, yield* Fiber.join(successor)], stop)

  assert.deepStrictEqual(wrongsIn(receivers.journal, all), [])
  assert.deepStrictEqual(yield* faults, [])
  const kept = yield* eventIds
  assert.deepStrictEqual(
    [...committedBy(talkers)].filter((id) => !kept.has(id)),
    [],
    "committed, and not there"
  )
  assert.isAtLeast(receivers.journal.filter(({ _tag }) => _tag === "Refused").length, organizations)
})

const stop = Effect.fnUntraced(function* ({ ended, signal }: Courier) {
  yield* signal("SIGTERM")
  assert.strictEqual(yield* ended, "exit 0")
})

describe.concurrent("events that 4 processes deliver", () => {
  it.live.each(seeds)(
    "arrive in the order of their conversation, despite any refusal or crash (%s)",
    (seed) =>
      Effect.scoped(
        Effect.flatMap(migratedDatabase, (url) =>
          Effect.provide(history(url, seed), storesOn(Database.server(Redacted.make(url))))
        )
      ),
    120_000
  )
})
