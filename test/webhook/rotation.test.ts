import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import { Webhook } from "standardwebhooks"
import { secretOverlap, type Webhook as Subscription } from "../../src/domain/Webhook.ts"
import { WebhookSender } from "../../src/ports/WebhookSender.ts"
import { receiver, sender } from "./sending.ts"
import { secret as old, someDelivery } from "./someDelivery.ts"

const renewed = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

const changedAt = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const until = DateTime.addDuration(changedAt, secretOverlap)

const before = { secret: { value: old, chosen: false }, previousSecret: null }
const after = { secret: { value: renewed, chosen: false }, previousSecret: { value: old, until } }

/** Receivers' libraries look at the clock: a signature older than five minutes is none to them. */
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterAll(() => void vi.useRealTimers())

/** Which of the two secrets verify a delivery that is attempted at an instant. */
const verifying = Effect.fnUntraced(function* (subscription: Partial<Subscription>, at: DateTime.Utc) {
  const { received, url } = yield* receiver((response) => response.end())
  yield* (yield* WebhookSender).send(someDelivery(url, subscription), at)
  vi.setSystemTime(DateTime.toEpochMillis(at))
  const [delivery] = received
  const header = (name: string) => String(delivery?.headers[name])
  const headers = {
    "webhook-id": header("webhook-id"),
    "webhook-timestamp": header("webhook-timestamp"),
    "webhook-signature": header("webhook-signature")
  }
  const verifies = (secret: string) =>
    Result.isSuccess(Result.try(() => new Webhook(secret).verify(delivery?.body ?? "", headers)))
  return { old: verifies(old), renewed: verifies(renewed) }
})

describe("a receiver with the library of Standard Webhooks", () => {
  it.effect("verifies with the old secret before the change", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* verifying(before, changedAt), { old: true, renewed: false })
    }).pipe(Effect.provide(sender))
  )

  it.effect("verifies with either during the day after it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* verifying(after, changedAt), { old: true, renewed: true })
      const end = DateTime.subtract(until, { milliseconds: 1 })
      assert.deepStrictEqual(yield* verifying(after, end), { old: true, renewed: true })
    }).pipe(Effect.provide(sender))
  )

  it.effect("verifies with the new one only from then on", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* verifying(after, until), { old: false, renewed: true })
    }).pipe(Effect.provide(sender))
  )
})
