import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as ProcessSendPace from "../../../src/adapters/limits/ProcessSendPace.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { sendWhatsApp } from "../../../src/app/sends/sendWhatsApp.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { paceTable, usualPaces } from "../../../src/domain/limits/SendPace.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { withJumps } from "../../support/processes/jumpingClock.ts"
import { usedBy } from "../../../testing/given/seen.ts"
import { teamWorld, givenTeam } from "../conversations/supportTeam.ts"

const to = "+1 555 123 4567"
const text = WhatsAppContent.cases.Text.make({ text: "hi" })

/** A burst of one: each message of a pair waits for the one before. */
const world = Layer.merge(teamWorld, ProcessSendPace.layer(paceTable({ ...usualPaces, pairBurst: 1 })))

const rejected = (code: number, more: { readonly retryAfterSeconds?: number } = {}) =>
  new PlatformRejected({ code, title: "t", message: `(#${code}) t`, subcode: null, details: null, ...more })

const given = Effect.gen(function* () {
  const team = yield* givenTeam
  const platform = yield* WhatsAppPlatform
  const send = sendWhatsApp(team.id, to, text)
  return {
    ...team,
    send,
    begin: Effect.forkChild(send, { startImmediately: true }),
    refuseNext: (...args: Parameters<typeof rejected>) => platform.answerNext(Effect.fail(rejected(...args))),
    asked: Effect.map(platform.requests, (all) => all.length),
    used: usedBy(team.id, team.now),
    messages: Effect.map(
      Effect.flatMap(World, ({ state }) => state),
      ({ messages }) => messages.map(({ failure, status }) => [status, failure?._tag ?? null])
    )
  }
})

describe("a send beyond the pace that the platform allows", () => {
  it.effect("is delayed without a reservation, and then sent", () =>
    Effect.gen(function* () {
      const { asked, begin, messages, send, used } = yield* given
      yield* send
      const held = yield* begin
      yield* TestClock.adjust("6499 millis")
      assert.deepStrictEqual([yield* asked, yield* used, (yield* messages).length], [1, 1, 1])
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(held)
      assert.deepStrictEqual([yield* asked, yield* used], [2, 2])
    }).pipe(Effect.provide(world))
  )

  it.effect("is refused if the delay would be too long, and leaves no trace", () =>
    Effect.gen(function* () {
      const { asked, begin, messages, send, used } = yield* given
      yield* send
      yield* begin
      const refused = yield* Effect.flip(send)
      assert.deepInclude(refused, {
        _tag: "SendPaceExceeded",
        channel: "whatsapp",
        scope: "pair",
        retryAfterSeconds: 13
      })
      assert.deepStrictEqual([yield* asked, yield* used, (yield* messages).length], [1, 1, 1])
    }).pipe(Effect.provide(world))
  )

  it.effect("is refused if its organization is suspended during the delay, and leaves no trace", () =>
    Effect.gen(function* () {
      const { asked, begin, id, messages, now, send, used } = yield* given
      yield* send
      const sending = yield* begin
      yield* TestClock.adjust("1 second")
      yield* (yield* Organizations).suspend(id, now, null)
      yield* TestClock.adjust("6500 millis")
      assert.deepInclude(yield* Effect.flip(Fiber.join(sending)), { _tag: "OrganizationSuspended", organizationId: id })
      assert.deepStrictEqual([yield* asked, yield* used, (yield* messages).length], [1, 1, 1])
    }).pipe(Effect.provide(world))
  )

  it.effect("is not sent if its caller is interrupted, and the next send takes its slot", () =>
    Effect.gen(function* () {
      const { asked, begin, send, used } = yield* given
      yield* send
      yield* Fiber.interrupt(yield* begin)
      const next = yield* begin
      yield* TestClock.adjust("6500 millis")
      yield* Fiber.join(next)
      assert.deepStrictEqual([yield* asked, yield* used], [2, 2])
    }).pipe(Effect.provide(world))
  )
})

describe("a send that the platform refuses because of its pace", () => {
  it.effect("is retried once, as one message and one unit of usage", () =>
    Effect.gen(function* () {
      const { asked, begin, messages, refuseNext, used } = yield* given
      yield* refuseNext(130_429)
      const held = yield* begin
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* asked, 1)
      yield* TestClock.adjust("1500 millis")
      yield* Fiber.join(held)
      assert.deepStrictEqual([yield* asked, yield* used, yield* messages], [2, 1, [["sent", null]]])
    }).pipe(Effect.provide(world))
  )

  it.effect("is refused the second time, and releases its unit of usage", () =>
    Effect.gen(function* () {
      const { asked, begin, messages, refuseNext, used } = yield* given
      yield* refuseNext(131_056)
      yield* refuseNext(131_056)
      const held = yield* begin
      yield* TestClock.adjust("6500 millis")
      const refused = yield* Effect.flip(Fiber.join(held))
      assert.deepInclude(refused, { _tag: "SendPaceExceeded", scope: "pair", retryAfterSeconds: 12 })
      assert.deepStrictEqual([yield* asked, yield* used, yield* messages], [2, 0, [["failed", "Rejected"]]])
    }).pipe(Effect.provide(world))
  )

  it.effect("is not retried if the platform requires a longer wait", () =>
    Effect.gen(function* () {
      const { asked, refuseNext, send, used } = yield* given
      yield* refuseNext(80_007, { retryAfterSeconds: 300 })
      assert.deepInclude(yield* Effect.flip(send), {
        _tag: "SendPaceExceeded",
        scope: "account",
        retryAfterSeconds: 300,
        rejected: rejected(80_007, { retryAfterSeconds: 300 })
      })
      assert.deepStrictEqual([yield* asked, yield* used], [1, 0])
    }).pipe(Effect.provide(world))
  )

  it.effect("is not retried for any other reason", () =>
    Effect.gen(function* () {
      const { asked, refuseNext, send } = yield* given
      yield* refuseNext(131_048)
      assert.deepInclude(yield* Effect.flip(send), { _tag: "PlatformRejected", code: 131_048 })
      assert.strictEqual(yield* asked, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("is rejected without a retry if no pace is configured", () =>
    Effect.gen(function* () {
      const { asked, refuseNext, send } = yield* given
      yield* refuseNext(130_429)
      assert.deepInclude(yield* Effect.flip(send), { _tag: "PlatformRejected", code: 130_429 })
      assert.strictEqual(yield* asked, 1)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect.each(["1 hour", "-1 hour"] as const)("is not delayed longer when the clock jumps by %s", (by) =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const { asked, begin, refuseNext, send } = yield* given
        yield* send
        const held = yield* begin
        yield* refuseNext(130_429)
        yield* TestClock.adjust("1 second")
        yield* jump(by)
        yield* TestClock.adjust("8 seconds")
        assert.isDefined(held.pollUnsafe())
        assert.strictEqual(yield* asked, 2)
      })
    ).pipe(Effect.provide(world))
  )
})
