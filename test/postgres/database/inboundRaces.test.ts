import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Fiber, Layer, Random, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { acceptInbound } from "../../../src/app/inbound/acceptInbound.ts"
import { processDeliveries, retryParked, retryProblems } from "../../../src/app/inbound/processInbound.ts"
import { closeConversation } from "../../../src/app/conversations/conversations.ts"
import { ConversationId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { HandClock, withHandClock } from "../../inbound/HandClock.ts"
import type { History } from "../../inbound/history.ts"
import { bodiesOf, type Part } from "../../inbound/parts.ts"
import { partsOf } from "../../inbound/reports.ts"
import { processAll, retryAll, today } from "../../inbound/run.ts"
import { reservedOne, settled } from "../../inbound/sends.ts"
import { beside, connected } from "../../inbound/world.ts"
import { serviceAccess } from "../../../testing/given/givenMember.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"
import { counted, nothing } from "../inbound/inboundCounts.ts"

/** People on each channel, how often each of them is talked to, and how often messages are delivered. */
const people = 8
const times = 2
const repeats = 3

/** Deliveries that a worker takes on at once: few, so that several workers have to do with the same message. */
const together = 2

/** How often somebody closes all conversations. */
const closings = 20

const seed = "two at once"

const ofEach = <A>(make: (account: number, who: number, time: number) => ReadonlyArray<A>) =>
  [0, 1, 2, 3].flatMap((account) =>
    Array.range(0, people - 1).flatMap((who) => Array.range(1, times).flatMap((time) => make(account, who, time)))
  )

/** Everybody says something on every account and is written to, from here and from elsewhere, and reads it. */
const history: History = (() => {
  const talk = ofEach((account, who, time) =>
    (["text", "image", "echo"] as const).map((what, place) => ({
      account,
      who,
      what,
      at: 5 * time + place,
      // Told once each, the last one stands.
      name: what === "text" ? time : 0,
      form: "both" as const,
      told: 1,
      fate: "arrives" as const,
      standby: false
    }))
  )
  const sends = ofEach((account, who, time) => [
    { account, who, at: 5 * time + 3, isAccepted: true, fate: "arrives" as const }
  ])
  const remarks = [...sends, ...talk].flatMap((_, about) =>
    (["delivered", "read", "liked", "answered", "echoed", "read up to", "seen"] as const).map((what) => ({
      about,
      what,
      at: 30,
      value: 1,
      form: "both" as const
    }))
  )
  return { isLoose: false, forms: ["both", "both", "both"], sends, talk, remarks, changes: [], asides: [] }
})()

/** Whom a part is about, as far as it says so. */
const personIn = (part: Part): string => /US\.\d+|900\d+/.exec(JSON.stringify(part))?.[0] ?? ""

/**
 * Each report in a delivery of its own, and all that is reported of one person one after the other, so that it is acted
 * on at the same time. What is lost then would come back with a repetition: only messages are repeated.
 */
const deliveredBodies = Effect.gen(function* () {
  const parts = partsOf(history, 0)
  const groups = yield* Random.shuffle(Object.values(Array.groupBy(parts, personIn)))
  const once = groups.flatMap((group) => group.flatMap((part) => bodiesOf([part], false)))
  const images = parts.filter((part) => /"image"/.test(JSON.stringify(part)))
  const again = yield* Random.shuffle(Array.makeBy(repeats, () => images).flat())
  return yield* Effect.map(
    Random.shuffle(Array.chunksOf(again, together).map((group) => bodiesOf(group, true))),
    (repeated) => once.flatMap((body, place) => (place % 5 === 0 ? (repeated[place / 5] ?? []) : []).concat(body))
  )
})

/** An image of WhatsApp is one file; those of the others come with another attachment. */
const filesIn = ({ talk }: History): number =>
  talk.reduce((sum, { account, what }) => (what === "image" ? sum + (account < 2 ? 1 : 2) : sum), 0)

/** One pass of a worker over everything that waits. */
const worker = Effect.uninterruptible(
  Effect.andThen(processDeliveries(together), Effect.andThen(retryParked(50), retryProblems(50)))
).pipe(
  Effect.flatMap((count) => (count === 0 ? Effect.sleep("2 millis") : Effect.yieldNow)),
  Effect.forever
)

/** Closes every conversation that is running now. */
const closeAll = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const running = yield* sql<{ readonly id: string }>`select id from conversations where status <> 'closed' limit 10`
  yield* Effect.forEach(
    running,
    ({ id }) => closeConversation(serviceAccess(organizationId), ConversationId.make(id), null),
    { concurrency: 4 }
  )
})

describe("two processes that apply the same inbound reports", () => {
  it.live(
    "lose nothing and duplicate nothing, while others send and close",
    () =>
      Effect.gen(function* () {
        const url = Redacted.make(yield* migratedDatabase)
        const instance = Layer.build(Layer.fresh(storesOn(Database.server(url)).pipe(Layer.provideMerge(beside))))
        const one = yield* instance
        const other = yield* instance
        const bodies = yield* deliveredBodies

        yield* Effect.gen(function* () {
          const own = yield* connected(0)
          const workers = yield* Effect.forEach([one, one, other, other], (stores) =>
            Effect.forkChild(Effect.provideContext(worker, stores))
          )
          // Who takes a delivery in acts on it, so both do.
          const accepting = Effect.forEach(
            bodies,
            (body, place) => Effect.provideContext(acceptInbound(body), place % 2 === 0 ? one : other),
            { concurrency: 8, discard: true }
          )
          const sending = Effect.forEach(
            history.sends,
            (_, ordinal) => Effect.flatMap(reservedOne(history, own, ordinal), settled),
            { concurrency: 8, discard: true }
          )
          const closing = Effect.repeat(Effect.delay(closeAll(own.id), "50 millis"), { times: closings })
          yield* Effect.all([accepting, sending, closing], { concurrency: 3 }).pipe(Effect.provideContext(other))
          yield* Fiber.interruptAll(workers)
          yield* (yield* HandClock).pass(61)
          yield* processAll
          yield* retryAll
        }).pipe((run) => withHandClock(today, run), Effect.provideContext(one))

        const inbound = history.talk.filter(({ what }) => what !== "echo").length
        const outbound = history.talk.length - inbound + history.sends.length
        assert.deepStrictEqual(yield* Effect.provideContext(counted(`Name ${times}`), one), {
          // WhatsApp knows a person on both numbers, by two ids.
          contacts: 3 * people,
          created: 3 * people,
          identities: 4 * people,
          messages: inbound + outbound,
          inbound,
          received: inbound,
          sent: outbound,
          delivered: outbound,
          read: outbound,
          media: filesIn(history),
          ...nothing
        })
      }).pipe(Effect.scoped, Random.withSeed(seed)),
    120_000
  )
})
