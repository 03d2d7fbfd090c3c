import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { DateTime, Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { registerWebhook } from "../../src/app/webhooks/webhooks.ts"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import { receiver, sender } from "./sending.ts"
import { secret as encoded, someDelivery } from "./someDelivery.ts"

/** Secrets by name. Receivers give the library the bytes of what is no `whsec_` secret of base64. */
const secrets = {
  encoded: { value: encoded, isEncoded: true },
  "another encoded": { value: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", isEncoded: true },
  text: { value: "hunter2", isEncoded: false },
  unicode: { value: "пароль 🔑 contraseña", isEncoded: false },
  "base64 alone": { value: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", isEncoded: false },
  "hardly encoded": { value: "whsec-not base64!", isEncoded: false }
} as const
type Name = keyof typeof secrets
const names = Object.keys(secrets).filter((name): name is Name => name in secrets)

const library = ({ isEncoded, value }: (typeof secrets)[Name]) =>
  isEncoded ? new Webhook(value) : new Webhook(new TextEncoder().encode(value), { format: "raw" })

/** Receivers' libraries look at the clock: a signature older than five minutes is none to them. */
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterAll(() => void vi.useRealTimers())

const world = Layer.merge(Memory.layer(), sender)

const comeTo = (time: string) =>
  Effect.andThen(
    TestClock.setTime(Date.parse(time)),
    Effect.sync(() => vi.setSystemTime(time))
  )

/** One event and its receiver, that refuses it every time; its subscription may change between the attempts. */
const refusedDelivery = Effect.gen(function* () {
  const { send } = yield* WebhookSender
  const { received, url } = yield* receiver((response) => response.writeHead(500).end())
  const { event, organizationId } = someDelivery(url)
  const register = (signingSecret: string | null) =>
    Effect.map(
      registerWebhook(organizationId, { url: "https://127.0.0.1/hook", events: ["message.sent"], signingSecret }),
      ({ webhook }) => webhook
    )
  let subscription = yield* register(null)

  /** Registers the subscription again; gives back its secret. */
  const change = Effect.fnUntraced(function* (time: string, signingSecret: string | null) {
    yield* comeTo(time)
    subscription = yield* register(signingSecret)
    return subscription.secret?.value ?? ""
  })

  /** Attempts the delivery; gives back whether the library verifies it. */
  const attemptAt = Effect.fnUntraced(function* (time: string) {
    yield* comeTo(time)
    const failures = received.length
    const webhook = { ...subscription, url }
    yield* Effect.flip(
      send({ organizationId, event, webhook, failures, isDeferred: failures > 0 }, yield* DateTime.now)
    )
    const { body, headers } = received.at(-1) ?? { body: "", headers: {} }
    const given: Record<string, string> = {}
    for (const [name, value] of Object.entries(headers)) given[name] = String(value)
    return (by: Webhook): boolean => Result.isSuccess(Result.try(() => by.verify(body, given)))
  })

  /** Attempts the delivery; gives back which of the secrets verify it. */
  const attempt = (time: string) =>
    Effect.map(attemptAt(time), (verifies) => names.filter((name) => verifies(library(secrets[name]))))

  return { attempt, attemptAt, change, received }
})

const changes = names.flatMap((from) => names.filter((to) => to !== from).map((to) => [from, to] as const))

describe("a receiver with the library of Standard Webhooks", () => {
  it.effect.each(changes)("verifies every attempt during a change of the secret, from %s to %s", ([from, to]) =>
    Effect.gen(function* () {
      const { attempt, change, received } = yield* refusedDelivery
      const both = names.filter((name) => name === from || name === to)
      yield* change("2026-11-10T12:00:00.000Z", secrets[from].value)
      assert.deepStrictEqual(yield* attempt("2026-11-20T11:59:59.999Z"), [from])
      yield* change("2026-11-20T12:00:00.000Z", secrets[to].value)
      assert.deepStrictEqual(yield* attempt("2026-11-20T12:00:00.000Z"), both)
      assert.deepStrictEqual(yield* attempt("2026-11-20T12:05:00.000Z"), both)
      assert.deepStrictEqual(yield* attempt("2026-11-21T11:59:59.999Z"), both)
      assert.deepStrictEqual(yield* attempt("2026-11-21T12:00:00.000Z"), [to])
      const each = (name: string) => new Set(received.map(({ headers }) => headers[name]))
      assert.deepStrictEqual([...each("webhook-id")], ["018f0000-0000-7000-8000-00000000000e"])
      assert.deepStrictEqual(
        received.map(({ headers }) => Number(headers["webhook-timestamp"]) - 1_795_176_000),
        [-1, 0, 300, 86_399, 86_400]
      )
      assert.strictEqual(new Set(received.map(({ body }) => body)).size, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("verifies with all three if the secret changes twice in a day, with each for a day after its change", () =>
    Effect.gen(function* () {
      const { attempt, change } = yield* refusedDelivery
      yield* change("2026-11-10T12:00:00.000Z", secrets.encoded.value)
      yield* change("2026-11-20T12:00:00.000Z", secrets.text.value)
      assert.deepStrictEqual(yield* attempt("2026-11-20T17:59:59.999Z"), ["encoded", "text"])
      yield* change("2026-11-20T18:00:00.000Z", secrets.unicode.value)
      assert.deepStrictEqual(yield* attempt("2026-11-20T18:00:00.000Z"), ["encoded", "text", "unicode"])
      assert.deepStrictEqual(yield* attempt("2026-11-21T11:59:59.999Z"), ["encoded", "text", "unicode"])
      assert.deepStrictEqual(yield* attempt("2026-11-21T12:00:00.000Z"), ["text", "unicode"])
      assert.deepStrictEqual(yield* attempt("2026-11-21T17:59:59.999Z"), ["text", "unicode"])
      assert.deepStrictEqual(yield* attempt("2026-11-21T18:00:00.000Z"), ["unicode"])
    }).pipe(Effect.provide(world))
  )

  it.effect("verifies with either secret after a change back", () =>
    Effect.gen(function* () {
      const { attempt, change } = yield* refusedDelivery
      yield* change("2026-11-10T12:00:00.000Z", secrets.encoded.value)
      yield* change("2026-11-20T12:00:00.000Z", secrets.text.value)
      yield* change("2026-11-20T13:00:00.000Z", secrets.encoded.value)
      assert.deepStrictEqual(yield* attempt("2026-11-20T13:00:00.000Z"), ["encoded", "text"])
      assert.deepStrictEqual(yield* attempt("2026-11-21T13:00:00.000Z"), ["encoded"])
    }).pipe(Effect.provide(world))
  )

  it.effect.each([null, secrets.text.value])("verifies after %j is set again", (again) =>
    Effect.gen(function* () {
      const { attempt, change } = yield* refusedDelivery
      yield* change("2026-11-10T12:00:00.000Z", secrets.encoded.value)
      yield* change("2026-11-20T12:00:00.000Z", secrets.text.value)
      yield* change("2026-11-20T18:00:00.000Z", again)
      assert.deepStrictEqual(yield* attempt("2026-11-21T11:59:59.999Z"), ["encoded", "text"])
      assert.deepStrictEqual(yield* attempt("2026-11-21T12:00:00.000Z"), ["text"])
    }).pipe(Effect.provide(world))
  )

  it.effect(
    "verifies with the generated secret after a chosen one replaced it, and only the chosen one is in X-Webhook-Secret",
    () =>
      Effect.gen(function* () {
        const { attemptAt, change, received } = yield* refusedDelivery
        const made = new Webhook(yield* change("2026-11-10T12:00:00.000Z", null))
        assert.isTrue((yield* attemptAt("2026-11-20T11:00:00.000Z"))(made))
        yield* change("2026-11-20T12:00:00.000Z", secrets.text.value)
        const verifies = yield* attemptAt("2026-11-20T12:00:01.000Z")
        assert.isTrue(verifies(made) && verifies(library(secrets.text)))
        assert.deepStrictEqual(
          received.map(({ headers }) => headers["x-webhook-secret"]),
          [undefined, "hunter2"]
        )
      }).pipe(Effect.provide(world))
  )
})
