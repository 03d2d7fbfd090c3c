import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import { EventId } from "../../src/domain/Ids.ts"
import { DeliveryHistory } from "../../src/ports/webhooks/WebhookStore.ts"
import { below, type Draw, drawFor } from "../../soak/draw.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { migratedDatabase } from "../support/database/serverDatabase.ts"
import { couriers } from "./courier.ts"
import { Call, type Death, Side } from "./Death.ts"
import { owedIn, wrongsIn } from "./Journal.ts"
import { delivered, eventIds, faults, wanted } from "./kept.ts"
import type { Receivers } from "./receivers.ts"
import { committedBy, flood, givenTalker, makeScene, subscribe, talk, type Talker, unsubscribe } from "./talkers.ts"

const seed = 1

/** Kills that are wanted at least. */
const enough = 50

/** How often each call is died at on each side of it, and at the how-manieth of a life at the latest. */
const points = {
  open: { times: 1, latest: 16 },
  readShard: { times: 2, latest: 32 },
  readOrganization: { times: 1, latest: 1 },
  deferredOrganizations: { times: 1, latest: 20 },
  due: { times: 2, latest: 4 },
  defer: { times: 2, latest: 3 },
  recordAttempt: { times: 3, latest: 50 },
  subscriptions: { times: 2, latest: 24 },
  saveCheckpoint: { times: 1, latest: 3 },
  send: { times: 3, latest: 50 }
} satisfies Record<Call, unknown>

/** Steps of a life whose point never comes. */
const longest = 4_000

/** Time goes so much faster where deliveries are made: a first retry comes, and places are kept, in little more than a second. */
const speed = 4

/** Of the events, how many are refused when they come for the first time. */
const refused = 0.03

const organizations = 10
const conversations = 12

/** Most events of an organization that are under way, so that all goes on for as long as there are deaths. */
const lead = 24

/** Processes that are ready to begin while another one lives. */
const ready = 3

/** Every call and every side of it, so often, in an order that the seed says. */
const drawDeaths = (draw: Draw): ReadonlyArray<Death> =>
  Call.literals
    .flatMap((call) =>
      Side.literals.flatMap((side) => Array.from({ length: points[call].times }, () => ({ call, side })))
    )
    .map(({ call, side }) => ({
      order: draw(),
      death: { call, side, nth: 1 + below(draw, points[call].latest), turns: 1 + below(draw, 4), latest: longest }
    }))
    .sort((one, other) => one.order - other.order)
    .map(({ death }) => death)

/** Asks for a few deliveries again that were recorded when the last process died. */
const replaySome = Effect.fnUntraced(function* (
  { journal, note }: Receivers,
  talkers: ReadonlyArray<Talker>,
  draw: Draw
) {
  const { replay } = yield* DeliveryHistory
  const ids = [...(journal.findLast((entry) => entry._tag === "Died")?.delivered ?? [])]
  for (let count = 0; count < 3; count++) {
    const id = ids[below(draw, ids.length)] ?? ""
    const talker = talkers.find(({ committed }) => committed.includes(id))
    if (talker === undefined) continue
    note({ _tag: "Replayed", id })
    assert.isTrue(yield* replay(talker.id, EventId.make(id), yield* DateTime.now))
  }
})

/** Everything that one process after the other comes to see. */
const survives = Effect.fnUntraced(function* (url: string) {
  const refuse = yield* drawFor(seed, "refusals")
  const scene = yield* makeScene({
    draw: yield* drawFor(seed, "answers"),
    refuses: () => refuse() < refused,
    // Where time goes so fast, signatures are of times that no receiver believes.
    verifies: false
  })
  const { receivers } = scene
  const [fickle, ...faithful] = yield* Effect.forEach(Array.from({ length: organizations }), (_, ordinal) =>
    givenTalker(scene, { ordinal, shard: DeliveryShard.make((ordinal * 2) % 16), conversations })
  )
  const [bulky] = faithful
  if (fickle === undefined || bulky === undefined) return yield* Effect.die("no organization")
  const talkers = [fickle, ...faithful]

  let isOver = false
  const talks = yield* Effect.forEach(talkers, (talker) =>
    Effect.flatMap(drawFor(seed, String(talker.ordinal)), (draw) =>
      Effect.forkChild(talk(scene, talker, draw, { isOver: () => isOver, lead, transactions: Number.MAX_SAFE_INTEGER }))
    )
  )
  const next = yield* couriers(ready, { url, shards: "alone", since: Date.now(), speed })
  const draw = yield* drawFor(seed, "deaths")
  const places = new Set<string>()
  let deaths = 0
  for (const [life, death] of drawDeaths(draw).entries()) {
    if (death.call === "readOrganization") yield* flood(bulky)
    const courier = yield* next
    yield* courier.go(death)
    if (life % 10 === 5) yield* replaySome(receivers, faithful, draw)
    if (life % 20 === 10) yield* unsubscribe(scene, fickle)
    if (life % 20 === 13) yield* subscribe(scene, fickle)
    assert.strictEqual(yield* courier.ended, "SIGKILL")
    deaths++
    places.add(yield* courier.lastWords)
    yield* receivers.silence
    receivers.note({ _tag: "Died", delivered: yield* delivered })
  }
  isOver = true
  receivers.changed()
  yield* Fiber.joinAll(talks)

  const last = yield* next
  yield* last.go()
  const all = yield* wanted
  const current = new Set<string | undefined>(talkers.map(({ webhook }) => webhook?.id))
  const rest = all.filter(({ webhookId }) => current.has(webhookId))
  yield* receivers.until(
    () => rest.every(({ id }) => receivers.accepted.has(id)) && owedIn(receivers.journal).size === 0
  )
  yield* last.finish
  assert.strictEqual(yield* last.ended, "exit 0")

  assert.deepStrictEqual(wrongsIn(receivers.journal, all), [])
  assert.deepStrictEqual(yield* faults, [])
  const kept = yield* eventIds
  assert.deepStrictEqual(
    [...committedBy(talkers)].filter((id) => !kept.has(id)),
    [],
    "committed, and not there"
  )
  assert.isAtLeast(deaths, enough)
  // In the middle of everything that matters, each side of it.
  const met = ["readShard", "due", "defer", "recordAttempt", "send"].flatMap((call) =>
    Side.literals.map((side) => `${side} ${call}`)
  )
  assert.deepStrictEqual(
    met.filter((place) => !places.has(place)),
    [],
    "where nobody died"
  )
})

describe("a delivering process that is killed", () => {
  it.live(
    "at any step, repeatedly, loses no delivery, and repeats no recorded one",
    () =>
      Effect.scoped(
        Effect.flatMap(migratedDatabase, (url) =>
          Effect.provide(survives(url), storesOn(Database.server(Redacted.make(url))))
        )
      ),
    180_000
  )
})
