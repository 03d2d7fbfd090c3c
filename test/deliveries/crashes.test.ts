import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/Database.ts"
import { DeliveryShard } from "../../src/domain/DeliveryShard.ts"
import { EventId, WebhookId } from "../../src/domain/Ids.ts"
import { DeliveryHistory } from "../../src/ports/DeliveryHistory.ts"
import { below, type Draw, drawFor } from "../../soak/draw.ts"
import { storesOn } from "../support/postgresStores.ts"
import { serverDatabase } from "../support/serverDatabase.ts"
import { temporaryFolder } from "../support/service.ts"
import { Call, type Death, Side } from "./Death.ts"
import { couriers } from "./courier.ts"
import { owedIn, repetitionsIn, wrongsIn } from "./Journal.ts"
import { delivered, eventIds, faults, wanted } from "./kept.ts"
import { type Receivers, receivers } from "./receivers.ts"
import { committedBy, givenTalker, record, type Secrets, subscribe, talk, type Talker, unsubscribe } from "./talkers.ts"

const seed = 1

/** How often each call is died at, on each side of it. */
const rounds = 2

/** Kills that are wanted at least. */
const enough = 50

/** Time goes so much faster where deliveries are made: a first retry comes after little more than a second. */
const speed = 4

/** Of the events, how many are refused when they come for the first time. */
const refused = 0.04

/** Most events of an organization that are under way, so that all goes on for as long as there are deaths. */
const lead = 40

/** At the how-manieth call of a life death may come; later where there are more calls. */
const latestCall = {
  open: 16,
  readShard: 40,
  readOrganization: 3,
  waiting: 24,
  due: 8,
  park: 4,
  settle: 100,
  subscriptions: 40,
  keep: 3,
  send: 100
} satisfies Record<Call, number>

/** Steps of a life whose point never comes. */
const longest = 1_500

/** Every call and every side of it, so often, in an order that the seed says. */
const drawDeaths = (draw: Draw): ReadonlyArray<Death> =>
  Array.from({ length: rounds })
    .flatMap(() => Call.literals.flatMap((call) => Side.literals.map((side) => ({ call, side }))))
    .map(({ call, side }) => ({
      order: draw(),
      death: { call, side, nth: 1 + below(draw, latestCall[call]), turns: 1 + below(draw, 4), latest: longest }
    }))
    .sort((one, other) => one.order - other.order)
    .map(({ death }) => death)

/** Asks for a few deliveries again that were recorded when the last process died. */
const replaySome = Effect.fnUntraced(function* ({ journal, note }: Receivers, talkers: ReadonlyArray<Talker>, draw: Draw) {
  const { replay } = yield* DeliveryHistory
  const died = journal.findLast((entry) => entry._tag === "Died")
  const ids = [...(died?.delivered ?? [])]
  for (let count = 0; count < 3 && ids.length > 0; count++) {
    const id = ids[below(draw, ids.length)] ?? ""
    const talker = talkers.find(({ committed, webhook }) => webhook !== null && committed.includes(id))
    if (talker === undefined) continue
    note({ _tag: "Replayed", id })
    assert.isTrue(yield* replay(talker.id, EventId.make(id), yield* DateTime.now))
  }
})

describe("a process that delivers and is killed", () => {
  it.live(
    "at any step, over and over, leaves everything such that it is delivered, and nothing twice that was recorded",
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabase()
        const draw = yield* drawFor(seed, "scene")
        const secrets: Secrets = new Map()
        const refuse = yield* drawFor(seed, "refusals")
        const ears = yield* receivers(4, {
          draw: yield* drawFor(seed, "answers"),
          refuses: () => refuse() < refused,
          secretOf: (path) => secrets.get(path) ?? ""
        })
        yield* Effect.gen(function* () {
          const talkers = yield* Effect.forEach(Array.from({ length: 10 }), (_, ordinal) =>
            givenTalker(ears, secrets, { ordinal, shard: DeliveryShard.make((ordinal * 2) % 16), conversations: 4 })
          )
          const [fickle, bulky] = talkers
          if (fickle === undefined || bulky === undefined) return yield* Effect.die("no organization")
          const options = {
            url,
            shards: "alone",
            since: Date.now(),
            speed,
            cache: yield* temporaryFolder
          } as const
          const pool = yield* couriers(3, options)
          let isOver = false
          const talks = yield* Effect.forEach(talkers, (talker) =>
            Effect.flatMap(drawFor(seed, talker.path), (draw) =>
              Effect.forkChild(talk(ears, talker, draw, { isOver: () => isOver, lead, transactions: 10_000 }))
            )
          )
          const deaths = drawDeaths(draw)
          const words: Array<string> = []
          for (const [life, death] of deaths.entries()) {
            const courier = yield* pool.next
            yield* courier.go(death)
            const t0 = performance.now()
            if (life % 10 === 5) yield* replaySome(ears, talkers.slice(1), draw)
            if (life % 20 === 8) yield* record(bulky, draw, 400)
            if (life % 20 === 10) yield* unsubscribe(ears, fickle)
            if (life % 20 === 13) yield* subscribe(ears, secrets, fickle, 0)
            assert.strictEqual(yield* courier.ended, "SIGKILL")
            words.push(yield* courier.lastWords)
            yield* ears.silence
            ears.note({ _tag: "Died", delivered: yield* delivered })
            console.log(life, JSON.stringify(death), words.at(-1), Math.round(performance.now() - t0), ears.accepted.size)
          }
          isOver = true
          ears.changed()
          yield* Fiber.joinAll(talks)

          const last = yield* pool.next
          yield* last.go()
          const all = yield* wanted
          const current = new Set(talkers.map(({ webhook }) => webhook?.id))
          const rest = all.filter(({ webhookId }) => current.has(WebhookId.make(webhookId)))
          yield* ears.until(
            "everything is delivered",
            () => rest.every(({ id }) => ears.accepted.has(id)) && owedIn(ears.journal).size === 0
          )
          yield* last.finish
          assert.strictEqual(yield* last.ended, "exit 0")
          assert.deepStrictEqual(wrongsIn(ears.journal, all), [])
          assert.deepStrictEqual(yield* faults, [])
          const kept = yield* eventIds
          assert.deepStrictEqual([...committedBy(talkers)].filter((id) => !kept.has(id)), [])
          console.log(all.length, ears.journal.length, repetitionsIn(ears.journal), words.filter((w) => w === "late").length)
        }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(url)))))
      }).pipe(Effect.scoped),
    120_000
  )
})
