import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Option, Struct } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../../emulator/Emulator.ts"
import { timeoutDuration } from "../../../emulator/graph/graphEdge.ts"
import { byLogin, messenger, seed as peopleSeed } from "../pages.ts"
import { accessToken, control, phoneNumberId } from "../platform.ts"
import * as Receiver from "../receiver.ts"

const appSecret = "app-secret"

const world = (options: Partial<Emulated.EmulatorOptions> = {}) =>
  Layer.unwrap(
    Effect.map(Receiver.Receiver, ({ url }) =>
      Emulated.layer({
        host: "127.0.0.1",
        port: 0,
        seed: peopleSeed,
        callback: { url, appSecret },
        delivery: "manual",
        ...options
      })
    )
  ).pipe(Layer.provideMerge(Receiver.layer))

const toPhone = {
  path: `/${phoneNumberId}/messages`,
  token: accessToken,
  body: { messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } }
}
const toPerson = ({ path, to, token }: typeof messenger) => ({
  path,
  token,
  body: { recipient: { id: to }, message: { text: "Hello" } }
})

/** The whole answer, or that none came. */
const send = Effect.fnUntraced(function* ({ body, path, token }: typeof toPhone | ReturnType<typeof toPerson>) {
  const { url } = yield* Emulated.Emulator
  return yield* Effect.exit(
    Effect.tryPromise(async () => {
      const response = await fetch(`${url}${path}?access_token=${token}`, {
        method: "POST",
        body: JSON.stringify(body)
      })
      return {
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        body: (await response.text()).replace(/"fbtrace_id":"[^"]*"/, '"fbtrace_id":""')
      }
    })
  )
})

const answered = (exit: Effect.Success<ReturnType<typeof send>>) =>
  Exit.isSuccess(exit) ? exit.value : assert.fail("no answer came")

const ways = [
  ["whatsapp", toPhone, "(#130429) Rate limit hit", 130_429, "OAuthException"],
  ["messenger", toPerson(messenger), "(#613) Calls to this API have exceeded the rate limit", 613, "OAuthException"],
  ["instagram", toPerson(byLogin), "Calls to this API have exceeded the rate limit", 613, "IGApiException"]
] as const

describe("send faults", () => {
  it.effect.each(ways)("send faults: throttle on %s has its own code and Retry-After", ([, way, message, code, type]) =>
    Effect.gen(function* () {
      yield* (yield* Emulated.Emulator).setFaults([{ mode: "throttle", retryAfterSeconds: 7, times: 1 }])
      const { body, retryAfter, status } = answered(yield* send(way))
      assert.deepStrictEqual([status, retryAfter], [429, "7"])
      const { error } = JSON.parse(body) as { readonly error: Readonly<Record<string, unknown>> }
      assert.deepStrictEqual([error["message"], error["code"], error["type"]], [message, code, type])
      const after = answered(yield* send(way))
      assert.deepStrictEqual([after.status, after.retryAfter], [200, null])
      assert.deepStrictEqual(
        (yield* (yield* Emulated.Emulator).ledger).map((call) => call.status),
        [429, 200]
      )
      assert.strictEqual((yield* (yield* Emulated.Emulator).sends).length, 1)
    }).pipe(Effect.provide(world()))
  )

  it.effect("send faults: throttle uses a configured code", () =>
    Effect.gen(function* () {
      yield* (yield* Emulated.Emulator).setFaults([{ mode: "throttle", code: 80007 }])
      const { body, retryAfter, status } = answered(yield* send(toPhone))
      assert.deepStrictEqual([status, retryAfter], [429, "1"])
      assert.strictEqual(
        body,
        '{"error":{"message":"(#80007) Rate limit issues","type":"OAuthException","is_transient":true,"code":80007,"fbtrace_id":""}}'
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect.each(ways)("send faults: expiredToken on %s", ([, way]) =>
    Effect.gen(function* () {
      yield* (yield* Emulated.Emulator).setFaults([{ mode: "expiredToken" }])
      const { body, status } = answered(yield* send(way))
      assert.strictEqual(status, 401)
      assert.strictEqual(
        body,
        '{"error":{"message":"Error validating access token: Session has expired.","type":"OAuthException","code":190,"error_subcode":463,"fbtrace_id":""}}'
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    ["whatsapp", toPhone, ["sent", "delivered", "read"]],
    ["messenger", toPerson(messenger), ["delivered", "read"]],
    ["instagram", toPerson(byLogin), ["echo", "read"]]
  ] as const)("send faults: late on %s responds after the app received the outcomes", ([, way, outcomes]) =>
    Effect.gen(function* () {
      const { deliveries, sends, setFaults, undelivered } = yield* Emulated.Emulator
      yield* setFaults([{ mode: "late" }, { on: "webhook", mode: "redeliver" }])
      assert.strictEqual(answered(yield* send(way)).status, 200)
      assert.deepStrictEqual(
        (yield* deliveries).map(({ status }) => status),
        outcomes.map(() => 200)
      )
      assert.strictEqual(yield* undelivered, 0)
      assert.deepStrictEqual((yield* sends)[0]?.outcomes, outcomes)
    }).pipe(Effect.provide(world()))
  )

  it.effect("send faults: late responds even without a callback or outcome", () =>
    Effect.gen(function* () {
      const { setCallback, setFaults } = yield* Emulated.Emulator
      yield* setFaults([{ mode: "late" }])
      yield* setCallback(Option.none())
      assert.strictEqual(answered(yield* send(toPhone)).status, 200)
    }).pipe(Effect.provide(world()))
  )

  it.effect.each(ways)("send faults: lost on %s sends and loses the response", ([channel, way]) =>
    Effect.gen(function* () {
      const { deliveries, ledger, sends, setFaults } = yield* Emulated.Emulator
      yield* setFaults([{ mode: "lost", times: 1 }])
      assert.isTrue(Exit.isFailure(yield* send(way)))
      assert.deepStrictEqual(
        (yield* ledger).map(({ status }) => status),
        [0]
      )
      const [message] = yield* sends
      assert.deepStrictEqual([message?.channel, message?.answered], [channel, false])
      yield* control("POST", "flush")
      const told = yield* deliveries
      assert.strictEqual(told.length, message?.outcomes.length)
      assert.isTrue(told.some(({ body }) => body.includes(String(message?.id).replaceAll("/", "\\/"))))
      assert.strictEqual(answered(yield* send(way)).status, 200)
    }).pipe(Effect.provide(world()))
  )

  it.effect.each(
    (["garbled", "timeout", "disconnect"] as const).flatMap((mode) =>
      ways.map(([channel, way]) => [mode, channel, way] as const)
    )
  )(
    "send faults: after %s on %s a matching rule echo sends the message, and its echo informs the app",
    ([mode, channel, way]) =>
      Effect.gen(function* () {
        const { deliveries, sends, setFaults } = yield* Emulated.Emulator
        yield* setFaults([
          { mode, channel, times: 1 },
          { mode: "echo", channel, times: 1 }
        ])
        const sending = yield* Effect.forkChild(send(way))
        if (mode === "timeout") while (sending.pollUnsafe() === undefined) yield* TestClock.adjust(timeoutDuration)
        const exit = yield* Fiber.join(sending)
        if (mode === "garbled") assert.strictEqual(answered(exit).status, 502)
        else assert.isTrue(Exit.isFailure(exit))
        const [message, ...others] = yield* sends
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual([message?.channel, message?.answered, message?.outcomes[0]], [channel, false, "echo"])
        yield* control("POST", "flush")
        const echo = (yield* deliveries).find(({ body }) => /"is_echo":true|smb_message_echoes/.test(body))
        assert.include(echo?.body, String(message?.id).replaceAll("/", "\\/"))
        assert.strictEqual(answered(yield* send(way)).status, 200)
      }).pipe(Effect.provide(world()))
  )

  it.effect("send faults: a rule echo for another recipient leaves a send without a response unsent", () =>
    Effect.gen(function* () {
      const { sends, setFaults } = yield* Emulated.Emulator
      yield* setFaults([
        { mode: "disconnect", times: 1 },
        { mode: "echo", to: "15550000000" }
      ])
      assert.isTrue(Exit.isFailure(yield* send(toPhone)))
      assert.deepStrictEqual(yield* sends, [])
    }).pipe(Effect.provide(world()))
  )

  it.effect("send faults: the probability applies, reproducibly for the same seed", () =>
    Effect.gen(function* () {
      const { setFaults } = yield* Emulated.Emulator
      const run = Effect.gen(function* () {
        yield* setFaults([{ mode: "sync", code: 131026, probability: 0.3 }], 7)
        return yield* Effect.forEach(Array.from({ length: 40 }), () =>
          Effect.map(send(toPhone), (exit) => answered(exit).status)
        )
      })
      const first = yield* run
      const refused = first.filter((status) => status === 400).length
      assert.isTrue(refused > 4 && refused < 22)
      assert.deepStrictEqual(yield* run, first)
    }).pipe(Effect.provide(world()))
  )
})

describe("reproducible runs", () => {
  const history = (seed: number) =>
    Effect.gen(function* () {
      const { deliveries } = yield* Emulated.Emulator
      for (const way of [toPhone, toPerson(messenger), toPhone, toPerson(byLogin), toPhone]) yield* send(way)
      yield* control("POST", "flush")
      return (yield* deliveries).map((delivery) => Struct.omit(delivery, ["url"]))
    }).pipe(
      Effect.provide(
        world({
          faults: {
            seed,
            rules: [
              { mode: "lost", probability: 0.3 },
              { on: "webhook", mode: "skipDelivered", probability: 0.3 },
              { on: "webhook", mode: "duplicate", probability: 0.5 },
              { on: "webhook", mode: "batch", probability: 0.5 },
              { on: "webhook", mode: "reorder", probability: 0.5 }
            ]
          }
        })
      )
    )

  it.effect("send faults: a whole run with its ids is reproducible by its seed", () =>
    Effect.gen(function* () {
      const first = yield* history(42)
      assert.isAbove(first.length, 3)
      assert.deepStrictEqual(yield* history(42), first)
      assert.notDeepEqual(yield* history(43), first)
    })
  )
})
