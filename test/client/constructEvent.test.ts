import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createHmac } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { sign } from "../../src/adapters/outbound/HttpWebhookSender.ts"
import { constructEvent } from "../../client/webhooks/constructEvent.ts"
import { maxSignatures } from "../../client/webhooks/isSigned.ts"
import { WebhookError } from "../../client/webhooks/WebhookError.ts"

const at = 1_795_000_000
const now = () => at * 1_000
const body =
  '{"event":"webhook.test","timestamp":"2026-11-20T12:00:00.123Z","webhook_id":"w","data":{"message":"Grüße"}}'
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const signedBy = (secrets: ReadonlyArray<string>, text = body, timestamp = at) => ({
  "webhook-id": "e",
  "webhook-timestamp": String(timestamp),
  "webhook-signature": sign(secrets, "e", timestamp, text)
})

/** Reason of the rejection; null without one. */
const reason = (...args: Parameters<typeof constructEvent>) =>
  Effect.promise(() =>
    constructEvent(args[0], args[1], args[2], { now, ...args[3] }).then(
      () => null,
      (error: unknown) => (error instanceof WebhookError ? error.reason : String(error))
    )
  )

/** Secrets of both forms, and others that only start like one. */
const Secret = Schema.Union([
  Schema.NonEmptyString,
  Schema.String.pipe(Schema.check(Schema.isPattern(/^whsec_[A-Za-z0-9+/=]{0,48}$/))),
  Schema.String.pipe(Schema.check(Schema.isPattern(/^v1,whsec_[A-Za-z0-9_-]{1,48}$/))),
  Schema.TemplateLiteral(["whsec_", Schema.String])
])
const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const Byte = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 127 }))

/** Replaces one character of a text by another ASCII character. */
const changed = (text: string, position: number, by: number): string => {
  const index = position % text.length
  const code = (text.charCodeAt(index) + by) % 128
  const other = code === text.charCodeAt(index) ? (code + 1) % 128 : code
  return text.slice(0, index) + String.fromCharCode(other) + text.slice(index + 1)
}

describe("constructEvent", () => {
  it.effect("constructEvent returns the event with its id", () =>
    Effect.promise(async () => {
      const event = await constructEvent(body, signedBy([secret]), secret, { now })
      assert.deepStrictEqual(event, {
        id: "e",
        event: "webhook.test",
        timestamp: "2026-11-20T12:00:00.123Z",
        webhook_id: "w",
        data: { message: "Grüße" }
      })
    })
  )

  it.effect.prop(
    "constructEvent accepts each signed request, with any secret",
    [Secret, Schema.Json, Schema.Boolean],
    ([own, data, asBytes]) =>
      Effect.promise(async () => {
        const text = JSON.stringify({ event: "webhook.test", data })
        const raw = asBytes ? new TextEncoder().encode(text) : text
        const event: { readonly data: unknown } = await constructEvent(raw, signedBy([own], text), own, { now })
        assert.deepStrictEqual(event.data, JSON.parse(text).data)
      })
  )

  it.effect.prop(
    "constructEvent accepts any of several secrets and signatures",
    [Schema.Array(Secret), Secret, Schema.Array(Secret)],
    ([old, own, others]) =>
      Effect.gen(function* () {
        const headers = signedBy([...old.slice(0, 8), own])
        assert.isNull(yield* reason(body, headers, [...others.slice(0, 8), own]))
      })
  )

  it.effect.prop("constructEvent rejects every change of the body", [Position, Byte], ([position, by]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reason(changed(body, position, by), signedBy([secret]), secret), "no signature matches")
    })
  )

  it.effect.prop(
    "constructEvent rejects every change of a signed header",
    [Schema.Literals(["webhook-id", "webhook-timestamp", "webhook-signature"]), Position, Byte],
    ([name, position, by]) =>
      Effect.gen(function* () {
        const headers = signedBy([secret])
        const wrong = { ...headers, [name]: changed(headers[name], position, by) }
        assert.isNotNull(yield* reason(body, wrong, secret))
      })
  )

  it.effect.prop("constructEvent rejects every change of the secret", [Position, Byte], ([position, by]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reason(body, signedBy([secret]), changed(secret, position, by)), "no signature matches")
    })
  )

  it.effect("constructEvent rejects a non-canonical text of the same signature", () =>
    Effect.gen(function* () {
      const headers = signedBy([secret])
      const signature = headers["webhook-signature"]
      const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
      const twins = [...last]
        .map((letter) => `${signature.slice(0, -2)}${letter}=`)
        .filter((twin) => twin !== signature)
      for (const twin of [...twins, signature.slice(0, -1), `${signature}=`, signature.replace("v1,", "v1a,")]) {
        assert.strictEqual(
          yield* reason(body, { ...headers, "webhook-signature": twin }, secret),
          "no signature matches"
        )
      }
    })
  )

  it.effect("constructEvent compares at most the maximum number of signatures", () =>
    Effect.gen(function* () {
      const { "webhook-signature": good, ...headers } = signedBy([secret])
      const many = (count: number) => `${`v1,${"A".repeat(43)}= `.repeat(count)}${good}`
      assert.isNull(yield* reason(body, { ...headers, "webhook-signature": many(maxSignatures - 1) }, secret))
      const more = yield* reason(body, { ...headers, "webhook-signature": many(maxSignatures) }, secret)
      assert.strictEqual(more, "no signature matches")
    })
  )

  it.effect("constructEvent reads headers of fetch, of Node in any case, and of a map", () =>
    Effect.gen(function* () {
      const headers = signedBy([secret])
      const entries = Object.entries(headers)
      const forms = [
        new Headers(headers),
        new Map(entries),
        Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value])),
        { ...headers, "webhook-signature": [headers["webhook-signature"]], "x-other": undefined }
      ]
      for (const form of forms) assert.isNull(yield* reason(body, form, secret))
      assert.isNull(yield* reason(new TextEncoder().encode(body).buffer, headers, secret))
    })
  )

  it.effect("constructEvent accepts an attempt within the tolerance", () =>
    Effect.gen(function* () {
      const aged = (age: number, toleranceSeconds?: number) =>
        reason(body, signedBy([secret], body, at - age), secret, { toleranceSeconds })
      assert.isNull(yield* aged(300))
      assert.strictEqual(yield* aged(301), "timestamp too old")
      assert.isNull(yield* aged(-300))
      assert.strictEqual(yield* aged(-301), "timestamp too new")
      assert.isNull(yield* aged(3_600, 3_600))
      assert.strictEqual(yield* aged(1, 0), "timestamp too old")
      assert.strictEqual(yield* aged(0, Number.NaN), "timestamp too old")
      const broken = yield* reason(body, signedBy([secret]), secret, { now: () => Number.NaN })
      assert.strictEqual(broken, "timestamp too old")
    })
  )

  it.effect.each(["webhook-id", "webhook-timestamp", "webhook-signature"] as const)(
    "constructEvent names the missing header %s",
    (name) =>
      Effect.promise(async () => {
        const { [name]: _, ...headers } = signedBy([secret])
        const error = await constructEvent(body, headers, secret, { now }).catch((cause: unknown) => cause)
        assert.instanceOf(error, WebhookError)
        assert.deepInclude(error, { reason: "missing header", message: `The header ${name} is missing` })
      })
  )

  it.effect("constructEvent gives the reason of each rejection", () =>
    Effect.gen(function* () {
      const as = (text: string) => reason(text, signedBy([secret], text), secret)
      assert.strictEqual(yield* as("{"), "not JSON")
      for (const text of ["null", "1", '"text"', "[]", "{}", '{"event":1,"data":{}}', '{"event":"postback"}']) {
        assert.strictEqual(yield* as(text), "not an event")
      }
      const latin = Buffer.from('{"event":"postback","data":"é"}', "latin1")
      const mac = createHmac("sha256", "plain").update(`e.${at}.`).update(latin).digest("base64")
      const headers = { ...signedBy([]), "webhook-signature": `v1,${mac}` }
      assert.strictEqual(yield* reason(latin, headers, "plain"), "not JSON")
      const time = { ...signedBy([secret]), "webhook-timestamp": "now" }
      assert.strictEqual(yield* reason(body, time, secret), "invalid timestamp")
      assert.strictEqual(yield* reason(body, signedBy([secret]), []), "missing secret")
      assert.strictEqual(yield* reason(body, signedBy([""]), ""), "missing secret")
      assert.strictEqual(yield* reason(body, signedBy(["", secret]), [secret, ""]), "missing secret")
      const { absent }: { readonly absent: string } = JSON.parse("{}")
      assert.strictEqual(yield* reason(body, signedBy([secret]), absent), "missing secret")
      const parsed: string = JSON.parse(body)
      assert.strictEqual(yield* reason(parsed, signedBy([secret]), secret), "body not raw")
    })
  )

  it.effect("constructEvent agrees with the reference implementation of Standard Webhooks", () =>
    Effect.gen(function* () {
      const webhook = new Webhook(secret)
      const headers = { ...signedBy([]), "webhook-signature": webhook.sign("e", new Date(at * 1_000), body) }
      assert.isNull(yield* reason(body, headers, secret))
      const current = Math.floor(Date.now() / 1_000)
      const signed = signedBy([secret], body, current)
      assert.deepStrictEqual(webhook.verify(body, signed), JSON.parse(body))
      assert.isNull(yield* reason(body, signed, secret, { now: Date.now }))
    })
  )
})
