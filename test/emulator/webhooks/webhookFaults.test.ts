import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref, Schema } from "effect"
import { TestClock } from "effect/testing"
import { FaultRule, type FaultScript } from "../../../emulator/FaultRule.ts"
import * as Faults from "../../../emulator/Faults.ts"
import type { PlatformReport } from "../../../emulator/webhooks/PlatformReport.ts"
import * as Webhooks from "../../../emulator/webhooks/Webhooks.ts"
import { ofNumber, said } from "./platformReports.ts"
import { deliveries, reporting } from "./reportingTo.ts"

const allFaults: ReadonlyArray<FaultRule> = [
  { on: "webhook", mode: "duplicate", probability: 0.3 },
  { on: "webhook", mode: "reorder", probability: 0.3 },
  { on: "webhook", mode: "batch", probability: 0.4 },
  { on: "webhook", mode: "split", probability: 0.3 },
  { on: "webhook", mode: "delay", probability: 0.3 },
  { on: "webhook", mode: "redeliver", probability: 0.3 }
]

const reports: ReadonlyArray<PlatformReport> = Array.from({ length: 60 }, (_, index) =>
  index % 3 === 0
    ? ofNumber(`${index}`, index % 2 === 0 ? "messages" : "statuses", { number: `${index % 4}` })
    : said(`${index}`, { entryId: `${index % 5}`, object: index % 3 === 1 ? "page" : "instagram" })
)

const handedIn = Effect.flatMap(Webhooks.Webhooks, ({ report }) => Effect.forEach(reports, report, { discard: true }))

const history = (script: FaultScript, mode: Webhooks.DeliveryMode) =>
  Effect.gen(function* () {
    yield* handedIn
    if (mode === "manual") yield* (yield* Webhooks.Webhooks).flush
    else yield* TestClock.adjust("1 minute")
    return (yield* deliveries).map(({ body, status }) => ({ body, status }))
  }).pipe(Effect.provide(reporting(script, mode)))

const isTold = (bodies: ReadonlyArray<string>, { body }: PlatformReport): boolean =>
  body._tag !== "Change" && bodies.some((one) => one.includes(JSON.stringify(body.item)))

describe("webhook faults", () => {
  it.effect.each(["manual", "timed"] as const)("webhook faults: the same seed has the same history (%s)", (mode) =>
    Effect.gen(function* () {
      const first = yield* history({ seed: 42, rules: allFaults }, mode)
      assert.isAbove(first.length, 40)
      assert.isTrue(first.some(({ status }) => status === 0))
      assert.deepStrictEqual(yield* history({ seed: 42, rules: allFaults }, mode), first)
      assert.notDeepEqual(yield* history({ seed: 43, rules: allFaults }, mode), first)
    })
  )

  it.effect.prop(
    "webhook faults: any script is reproducible, and loses nothing",
    {
      seed: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
      rules: Schema.Array(FaultRule.check(Schema.makeFilter(({ on }) => on === "webhook"))).check(Schema.isMaxLength(6))
    },
    ({ rules, seed }) =>
      Effect.gen(function* () {
        const first = yield* history({ seed, rules }, "manual")
        assert.deepStrictEqual(yield* history({ seed, rules }, "manual"), first)
        const heard = first.filter(({ status }) => status === 200).map(({ body }) => body)
        for (const report of reports) assert.isTrue(isTold(heard, report))
      }),
    { arbitrary: { runs: 30 } }
  )

  it.effect.each([42, 43, 44, 45, 46])(
    "webhook faults: nothing is lost if the app refuses half of the attempts (seed %i)",
    (seed) =>
      Effect.gen(function* () {
        const heard = yield* Ref.make<ReadonlyArray<string>>([])
        const turn = yield* Ref.make(0)
        const moody = Effect.fnUntraced(function* (body: string) {
          if ((yield* Ref.getAndUpdate(turn, (count) => count + 1)) % 2 === 0) return 500
          yield* Ref.update(heard, (all) => [...all, body])
          return 200
        })
        yield* Effect.gen(function* () {
          yield* handedIn
          const { flush, undelivered } = yield* Webhooks.Webhooks
          while ((yield* undelivered) > 0) yield* flush
          const bodies = yield* Ref.get(heard)
          for (const report of reports) assert.isTrue(isTold(bodies, report))
        }).pipe(Effect.provide(reporting({ seed, rules: allFaults }, "manual", moody)))
      })
  )

  it.effect("webhook faults: redeliver spoils one attempt of each, and successes are counted", () =>
    Effect.gen(function* () {
      const { flush, report } = yield* Webhooks.Webhooks
      for (const text of ["a", "b", "c", "d", "e", "f"]) yield* report(said(text))
      assert.deepStrictEqual(yield* flush, { delivered: 6, undelivered: 0 })
      const all = yield* deliveries
      assert.strictEqual(all.length, 12)
      const first = all.slice(0, 6)
      assert.deepStrictEqual(
        all.slice(6).map(({ body, status }) => ({ body, status })),
        first.map(({ body }) => ({ body, status: 200 }))
      )
      assert.deepStrictEqual([...new Set(first.map(({ status }) => status))].toSorted(), [0, 200])
    }).pipe(Effect.provide(reporting({ seed: 1, rules: [{ on: "webhook", mode: "redeliver" }] }, "manual")))
  )

  it.effect("webhook faults: a rule applies the configured number of times, to its channel only", () =>
    Effect.gen(function* () {
      const { report } = yield* Webhooks.Webhooks
      yield* report(ofNumber("d"))
      for (const text of ["a", "b", "c"]) yield* report(said(text))
      yield* TestClock.adjust("10 seconds")
      const told = (yield* deliveries).map(({ body }) => /"(?:text|id)":"([a-d])"/.exec(body)?.[1])
      assert.deepStrictEqual(told.slice(0, 4), ["d", "a", "b", "c"])
      assert.sameMembers(told.slice(4), ["a", "b"])
      const left = yield* (yield* Faults.Faults).left
      assert.deepStrictEqual([left.seed, left.rules.length], [1, 0])
    }).pipe(
      Effect.provide(
        reporting(
          { seed: 1, rules: [{ on: "webhook", mode: "duplicate", channel: "messenger", atMost: 1, times: 2 }] },
          "timed"
        )
      )
    )
  )
})
