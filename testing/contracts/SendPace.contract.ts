import { Arbitrary, DateTime, Effect, Exit, Fiber, type Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { Channel, ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { ChannelAccountId, OrganizationId } from "../../src/domain/Ids.ts"
import { PlatformRejected } from "../../src/domain/messages/PlatformError.ts"
import {
  type Paces,
  type PaceTable,
  paceTable,
  type SendPaceExceeded,
  usualPaces
} from "../../src/domain/limits/SendPace.ts"
import { SendPace } from "../../src/ports/limits/RateLimits.ts"
import { assert } from "./assert.ts"
import type { Runner } from "./Runner.ts"
import { bareSuite } from "./Suite.ts"

const acme = OrganizationId.make("00000000-0000-7000-8000-000000000001")
const globex = OrganizationId.make("00000000-0000-7000-8000-000000000002")

const accountOf = (count: number, channel: Channel = "whatsapp"): ChannelAccount => ({
  id: ChannelAccountId.make(`00000000-0000-7000-8000-00000000010${count}`),
  organizationId: acme,
  channel,
  externalId: String(count),
  displayName: String(count),
  businessAccountId: channel === "whatsapp" ? "waba" : null,
  pageId: null,
  createdAt: DateTime.makeUnsafe("2026-11-01T00:00:00.000Z")
})

const rejected = (code: number, retryAfterSeconds?: number) =>
  new PlatformRejected({
    code,
    title: "slow down",
    message: `(#${code}) slow down`,
    subcode: null,
    details: null,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  })

const pacer = Effect.flatMap(SendPace, (pace) =>
  pace === null ? Effect.die("there is no pace") : Effect.succeed(pace)
)

const from = accountOf(1)
const patience = 8_000
const Gaps = Schema.Array(
  Schema.Struct({
    gap: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 900 })),
    to: Schema.Literals(["ada", "bob"]),
    isImpatient: Schema.Boolean
  })
).check(Schema.isMaxLength(40))

/** Checks an adapter of `SendPace`. `layerOf` makes one for a table of paces. */
export const sendPaceContract = (runner: Runner, name: string, layerOf: (table: PaceTable) => Layer.Layer<never>) => {
  const provided = (paces: Partial<Paces> = {}) => Effect.provide(layerOf(paceTable({ ...usualPaces, ...paces })))

  /** The reason for refusing the send; null if it starts at once. */
  const refusal = (send: Effect.Effect<number, SendPaceExceeded>) =>
    Effect.match(send, {
      onSuccess: () => null,
      onFailure: ({ retryAfterSeconds, scope }) => [scope, retryAfterSeconds]
    })

  bareSuite(runner, `SendPace: ${name}`, (it) => {
    it.effect.prop(
      "send pace: starts at most the allowance of sends, in order within a pair",
      Arbitrary.schema(Schema.Struct({ sends: Gaps })),
      ({ sends }) =>
        Effect.gen(function* () {
          const pace = yield* pacer
          const started: Array<{ readonly at: number; readonly to: string; readonly ordinal: number }> = []
          let at = 0
          for (const [ordinal, { gap, isImpatient, to }] of sends.entries()) {
            yield* TestClock.adjust(gap)
            at += gap
            const sending = Effect.flatMap(pace.hold(acme, { from, to }, 60_000), () =>
              Effect.clockWith((clock) =>
                Effect.sync(() => void started.push({ at: clock.currentTimeMillisUnsafe(), to, ordinal }))
              )
            )
            const fiber = yield* Effect.forkChild(sending, { startImmediately: true })
            if (isImpatient) {
              yield* TestClock.adjust(10)
              at += 10
              yield* Fiber.interrupt(fiber)
            }
          }
          yield* TestClock.adjust("10 minutes")
          const within = (all: ReadonlyArray<number>, calls: number, perMillis: number) =>
            all.every((one, index) => (all[index + calls] ?? Infinity) - one >= perMillis)
          assert.isTrue(
            within(
              started.map((one) => one.at),
              3,
              1_000
            )
          )
          for (const person of ["ada", "bob"]) {
            const theirs = started.filter(({ to }) => to === person)
            assert.isTrue(
              within(
                theirs.map((one) => one.at),
                2,
                12_500
              )
            )
            assert.deepStrictEqual(
              theirs.map(({ ordinal }) => ordinal),
              theirs.map(({ ordinal }) => ordinal).toSorted((one, other) => one - other)
            )
          }
        }).pipe(provided({ pairBurst: 2, numberPerSecond: 3 }))
    )

    it.effect("send pace: a send waits for its pair without delaying other pairs of the number", () =>
      Effect.gen(function* () {
        const pace = yield* pacer
        yield* pace.hold(acme, { from, to: "ada" }, patience)
        const waiting = yield* Effect.forkChild(pace.hold(acme, { from, to: "ada" }, patience), {
          startImmediately: true
        })
        assert.isNull(yield* refusal(pace.hold(acme, { from, to: "bob" }, 0)))
        yield* TestClock.adjust("6499 millis")
        assert.isUndefined(waiting.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        assert.isTrue(Exit.isSuccess(yield* Fiber.await(waiting)))
      }).pipe(provided({ pairBurst: 1 }))
    )

    it.effect("send pace: a send that would wait too long is refused at once and does not count", () =>
      Effect.gen(function* () {
        const pace = yield* pacer
        const send = pace.hold(acme, { from, to: "ada" }, patience)
        yield* send
        const waiting = yield* Effect.forkChild(send, { startImmediately: true })
        for (let count = 0; count < 3; count++) assert.deepStrictEqual(yield* refusal(send), ["pair", 13])
        yield* Fiber.interrupt(waiting)
        yield* TestClock.adjust("6500 millis")
        assert.isNull(yield* refusal(pace.hold(acme, { from, to: "ada" }, 0)))
      }).pipe(provided({ pairBurst: 1 }))
    )

    it.effect("send pace: organizations, numbers and Pages are counted separately", () =>
      Effect.gen(function* () {
        const pace = yield* pacer
        const once = (organizationId: OrganizationId, account: ChannelAccount, to: string) =>
          refusal(pace.hold(organizationId, { from: account, to }, 0))
        assert.isNull(yield* once(acme, from, "ada"))
        assert.deepStrictEqual(yield* once(acme, from, "bob"), ["number", 1])
        assert.isNull(yield* once(globex, from, "bob"))
        assert.isNull(yield* once(acme, accountOf(2), "bob"))
        const page = accountOf(3, "messenger")
        assert.isNull(yield* once(acme, page, "ada"))
        assert.isNull(yield* once(acme, page, "ada"))
        assert.deepStrictEqual(yield* once(acme, page, "ada"), ["account", 1])
      }).pipe(provided({ numberPerSecond: 1, pagePerSecond: 2 }))
    )

    it.effect("send pace: refusals slow a pair, a number, or all numbers of an account", () =>
      Effect.gen(function* () {
        const pace = yield* pacer
        const ask = (account: ChannelAccount, to: string) => refusal(pace.hold(acme, { from: account, to }, 0))
        const refused = Effect.fnUntraced(function* (to: string, code: number, seconds?: number) {
          const send = { from, to }
          const decision = yield* pace.refused(acme, send, rejected(code, seconds), yield* pace.hold(acme, send, 0))
          yield* TestClock.adjust("1 millis")
          return decision === null ? null : [decision.scope, decision.retryAfterSeconds]
        })
        assert.isNull(yield* refused("eve", 131047))
        assert.deepStrictEqual(yield* refused("ada", 131056), ["pair", 6])
        assert.deepStrictEqual([yield* ask(from, "ada"), yield* ask(from, "bob")], [["pair", 6], null])
        assert.deepStrictEqual(yield* refused("bob", 130429), ["number", 1])
        assert.deepStrictEqual([yield* ask(from, "carl"), yield* ask(accountOf(2), "carl")], [["number", 1], null])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* refused("dora", 80007, 300), ["account", 300])
        assert.deepStrictEqual(yield* ask(accountOf(2), "dora"), ["account", 300])
        yield* TestClock.adjust("5 minutes")
        assert.isNull(yield* ask(accountOf(2), "dora"))
      }).pipe(provided())
    )

    it.effect("send pace: a platform refusal delays reserved sends, or ends them if the delay is too long", () =>
      Effect.gen(function* () {
        const pace = yield* pacer
        const startedAt = yield* pace.hold(acme, { from, to: "ada" }, patience)
        const hold = Effect.forkChild(pace.hold(acme, { from, to: "bob" }, patience), { startImmediately: true })
        const waiting = yield* hold
        yield* TestClock.adjust("10 millis")
        yield* pace.refused(acme, { from, to: "ada" }, rejected(130429, 5), startedAt)
        yield* TestClock.adjust("2 seconds")
        assert.isUndefined(waiting.pollUnsafe())
        yield* TestClock.adjust("4 seconds")
        const again = yield* Fiber.join(waiting)
        const late = yield* hold
        yield* pace.refused(acme, { from, to: "bob" }, rejected(130429, 60), again)
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* refusal(Fiber.join(late)), ["number", 60])
      }).pipe(provided({ numberPerSecond: 1 }))
    )
  })
}
