import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Emulator, listening } from "../../../emulator/Emulator.ts"
import * as EmulatorWorld from "../../../emulator/EmulatorWorld.ts"
import { timeoutDuration } from "../../../emulator/graph/graphEdge.ts"
import { Ledger } from "../../../emulator/Ledger.ts"
import {
  acceptedBy,
  accessToken,
  control,
  emulated,
  get,
  phoneNumberId,
  refused,
  seed,
  send,
  wabaId
} from "../platform.ts"

const hello = { text: { body: "Hello" } }
const accepted = acceptedBy("16505551234")
const reengagement = refused(
  400,
  131047,
  "(#131047) Re-engagement message",
  "Message failed to send because more than 24 hours have passed since the customer last replied to this number."
)

const rules = (...all: ReadonlyArray<unknown>) => control("POST", "faults", { rules: all })
const Left = Schema.Struct({ seed: Schema.Int, rules: Schema.Array(Schema.Json) })
const left = Effect.map(control("GET", "faults"), ({ body }) => Schema.decodeUnknownSync(Left)(body).rules)

/** The outcome of a send that may have no answer. */
const attempt = Effect.fnUntraced(function* (url: string) {
  return yield* Effect.exit(
    Effect.tryPromise(() =>
      fetch(`${url}/${phoneNumberId}/messages?access_token=${accessToken}`, {
        method: "POST",
        body: JSON.stringify({ messaging_product: "whatsapp", to: "16505551234", ...hello })
      })
    )
  )
})

describe("faults", () => {
  it.effect("faults: a refused send has the platform's body for the code", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rules({ code: 131047, mode: "sync" }), { status: 200, body: { success: true } })
      assert.deepStrictEqual(yield* send(hello), reengagement)
      assert.deepStrictEqual(yield* send(hello), reengagement)
      assert.deepStrictEqual(yield* left, [{ code: 131047, mode: "sync" }])

      yield* rules()
      assert.deepStrictEqual(yield* send(hello), accepted)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect.each([
    [131056, 400, "(#131056) (Business Account, Consumer Account) pair rate limit hit", undefined, {}],
    [80007, 429, "(#80007) Rate limit issues", undefined, { is_transient: true }],
    [190, 401, "Error validating access token: Session has expired.", undefined, {}],
    [2, 503, "An unexpected error has occurred. Please retry your request later.", undefined, { is_transient: true }],
    [215, 403, "(#215) API Permission", undefined, {}],
    [999_999, 400, "(#999999) Unknown error", undefined, {}]
  ] as const)("faults: code %i has the documented response", ([code, status, message, details, more]) =>
    Effect.gen(function* () {
      yield* rules({ code, mode: "sync" })
      assert.deepStrictEqual(yield* send(hello), refused(status, code, message, details, more))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("faults: the subcode is returned", () =>
    Effect.gen(function* () {
      yield* rules({ code: 190, subcode: 463, mode: "sync" })
      assert.deepStrictEqual(
        yield* send(hello),
        refused(401, 190, "Error validating access token: Session has expired.", undefined, { error_subcode: 463 })
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("faults: apply the configured number of times, and the remaining number is visible", () =>
    Effect.gen(function* () {
      yield* rules({ code: 131047, mode: "sync", times: 2 })
      assert.deepStrictEqual(yield* send(hello), reengagement)
      assert.deepStrictEqual(yield* left, [{ code: 131047, mode: "sync", times: 1 }])
      assert.deepStrictEqual(yield* send(hello), reengagement)
      assert.deepStrictEqual(yield* left, [])
      assert.deepStrictEqual(yield* send(hello), accepted)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("faults: the number of uses holds for concurrent sends", () =>
    Effect.gen(function* () {
      yield* rules({ code: 131047, mode: "sync", times: 7 })
      const answers = yield* Effect.all(
        Array.from({ length: 40 }, () => send(hello)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 400).length, 7)
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 33)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("faults: a rule can have a recipient in any notation, and the first match applies", () =>
    Effect.gen(function* () {
      yield* rules(
        { to: "+44 20 7946 0958", code: 131026, mode: "sync" },
        { to: "551187654321", code: 131049, mode: "sync" },
        { channel: "messenger", code: 10, mode: "sync" }
      )
      assert.deepStrictEqual(yield* send(hello), accepted)
      const undeliverable = yield* send({ to: "442079460958", ...hello })
      assert.deepStrictEqual(
        undeliverable,
        refused(400, 131026, "(#131026) Message undeliverable", "Message Undeliverable.")
      )
      // By the number that was written to or by the wa_id of the person.
      assert.strictEqual((yield* send({ to: "+5511987654321", ...hello })).status, 400)
    }).pipe(Effect.provide(emulated({ seed: { ...seed, waIds: { "5511987654321": "551187654321" } } })))
  )

  it.effect("faults: refused calls and calls without a send do not use a fault", () =>
    Effect.gen(function* () {
      yield* rules({ code: 131047, mode: "sync", times: 1 })
      assert.strictEqual((yield* send({ type: "text" })).status, 400)
      assert.strictEqual((yield* send({ status: "read", message_id: "wamid.X" })).status, 200)
      assert.strictEqual((yield* get(`/${wabaId}/message_templates`)).status, 200)
      assert.deepStrictEqual(yield* send(hello), reengagement)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("faults: garbled responds with a proxy's page", () =>
    Effect.gen(function* () {
      yield* rules({ mode: "garbled", times: 1 })
      assert.deepStrictEqual(yield* send(hello), {
        status: 502,
        body: "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
      })
      assert.deepStrictEqual(yield* send(hello), accepted)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("faults: disconnect closes the connection without a response", () =>
    Effect.gen(function* () {
      const { ledger, setFaults, url } = yield* Emulator
      yield* setFaults([{ mode: "disconnect", times: 1 }])
      assert.isTrue(Exit.isFailure(yield* attempt(url)))
      assert.deepStrictEqual(
        (yield* ledger).map(({ status }) => status),
        [0]
      )
      assert.deepStrictEqual(yield* send(hello), accepted)
    }).pipe(Effect.provide(emulated()))
  )

  /** The emulator, and a moment: its ledger has the first call, which is when an answer begins to be held. */
  const watched = () => {
    const entered = Deferred.makeUnsafe<void>()
    const ledger = Layer.effect(
      Ledger,
      Effect.map(Ledger, ({ record, ...rest }) =>
        Ledger.of({ ...rest, record: (call) => Effect.andThen(record(call), Deferred.succeed(entered, undefined)) })
      )
    )
    const world = Layer.provideMerge(ledger, EmulatorWorld.layer(seed, Option.none()))
    return { entered: Deferred.await(entered), layer: Layer.provide(listening({ host: "127.0.0.1", port: 0 }), world) }
  }

  it.effect("faults: timeout delays the response, and finally closes the connection", () => {
    const { entered, layer } = watched()
    return Effect.gen(function* () {
      const { ledger, setFaults, url } = yield* Emulator
      yield* setFaults([{ mode: "timeout" }])
      const sending = yield* Effect.forkChild(attempt(url))
      yield* entered
      yield* TestClock.adjust("119 seconds")
      assert.isUndefined(sending.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.isTrue(Exit.isFailure(yield* Fiber.join(sending)))
      assert.strictEqual(timeoutDuration, "2 minutes")
      assert.deepStrictEqual(
        (yield* ledger).map(({ status }) => status),
        [0]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("faults: a delayed response does not prevent the emulator from stopping", () => {
    const { entered, layer } = watched()
    return Effect.gen(function* () {
      const sending = yield* Effect.gen(function* () {
        const { setFaults, url } = yield* Emulator
        yield* setFaults([{ mode: "timeout" }])
        const sending = yield* Effect.forkDetach(attempt(url))
        yield* entered
        return sending
      }).pipe(Effect.provide(layer))
      const exit = yield* Fiber.join(sending)
      assert.isTrue(Exit.isFailure(exit) || exit.value.status === 503)
    })
  })
})
