import { Effect, type Layer } from "effect"
import { OrganizationId } from "../../../../src/domain/Ids.ts"
import type { AgedCalls } from "../../../../src/domain/limits/RateLedger.ts"
import { type RateCounter, RateLedger } from "../../../../src/ports/limits/RateLimits.ts"
import { uuid } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const messaging: RateCounter = { rated: "developer", tier: "messaging", allowance: { calls: 30, perMillis: 60_000 } }

const someone = Effect.map(uuid, (id) => OrganizationId.make(id))

const secondsAgo = (seconds: number, calls = 1): AgedCalls => ({ ageMicros: seconds * 1_000_000, calls })

const callsOf = (calls: ReadonlyArray<AgedCalls>) => calls.reduce((sum, entry) => sum + entry.calls, 0)

/** Contract of the port between processes: each report has another process id. */
export const rateLedgerContract = <E>(runner: Runner, name: string, stores: Layer.Layer<StorePorts, E>) => {
  suite(runner, `RateLedger: ${name}`, stores, (it) => {
    it.effect("rate ledger: grants calls within the allowance, and reports the calls of other processes", () =>
      Effect.gen(function* () {
        const { book } = yield* RateLedger
        const acme = yield* someone
        const first = yield* book(acme, messaging, { processId: "a", accepted: [secondsAgo(2, 3)], waiting: 20 })
        assert.deepStrictEqual(first, { granted: 20, others: [] })
        const second = yield* book(acme, messaging, { processId: "b", accepted: [], waiting: 20 })
        assert.strictEqual(second.granted, 7)
        assert.strictEqual(callsOf(second.others), 23)
        const [oldest, newest] = [second.others.at(0), second.others.at(-1)]
        assert.isAtLeast(oldest?.ageMicros ?? 0, 2_000_000)
        assert.isBelow(newest?.ageMicros ?? Infinity, 2_000_000)
        const third = yield* book(acme, messaging, { processId: "a", accepted: [], waiting: 1 })
        assert.strictEqual(third.granted, 0)
        assert.strictEqual(callsOf(third.others), 7)
      })
    )

    it.effect("rate ledger: a call counts for exactly one period", () =>
      Effect.gen(function* () {
        const { book } = yield* RateLedger
        const acme = yield* someone
        const old = { ageMicros: 60_000_000, calls: 10 }
        yield* book(acme, messaging, { processId: "a", accepted: [old, secondsAgo(59, 4)], waiting: 0 })
        const { granted, others } = yield* book(acme, messaging, { processId: "b", accepted: [], waiting: 100 })
        assert.deepStrictEqual([callsOf(others), granted], [4, 26])
      })
    )

    it.effect("rate ledger: calls accepted beyond the allowance count, and nothing more is granted", () =>
      Effect.gen(function* () {
        const { book } = yield* RateLedger
        const acme = yield* someone
        yield* book(acme, messaging, { processId: "a", accepted: [secondsAgo(1, 35)], waiting: 0 })
        const { granted, others } = yield* book(acme, messaging, { processId: "b", accepted: [], waiting: 5 })
        assert.deepStrictEqual([callsOf(others), granted], [35, 0])
      })
    )

    it.effect("rate ledger: counts each organization, interface and tier separately", () =>
      Effect.gen(function* () {
        const { book } = yield* RateLedger
        const acme = yield* someone
        const all = { processId: "a", accepted: [], waiting: 30 }
        const counters: ReadonlyArray<RateCounter> = [
          messaging,
          { ...messaging, rated: "session" },
          { ...messaging, tier: "standard" }
        ]
        for (const organizationId of [acme, yield* someone]) {
          for (const counter of counters) {
            assert.strictEqual((yield* book(organizationId, counter, all)).granted, 30)
          }
        }
        assert.strictEqual((yield* book(acme, messaging, all)).granted, 0)
      })
    )

    it.effect("rate ledger: concurrent bookings are granted the allowance once", () =>
      Effect.gen(function* () {
        const { book } = yield* RateLedger
        const organizations = yield* Effect.replicateEffect(someone, 5)
        const bookings = yield* Effect.forEach(
          Array.from({ length: 200 }, (_, index) => index),
          (index) => {
            const organizationId = organizations[index % organizations.length] ?? organizations[0]
            return organizationId === undefined
              ? Effect.die("no organization")
              : book(organizationId, messaging, { processId: `p${index % 7}`, accepted: [], waiting: 1 })
          },
          { concurrency: "unbounded" }
        )
        assert.strictEqual(bookings.filter(({ granted }) => granted === 1).length, 5 * 30)
      })
    )
  })
}
