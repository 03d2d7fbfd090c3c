import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { Webhook } from "standardwebhooks"
import { sign } from "../../src/adapters/outbound/HttpWebhookSender.ts"
import { secret } from "./someDelivery.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const parts = { id: Schema.String, seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4e9 })) }

describe("signing a webhook", () => {
  it("returns the signature in the Standard Webhooks specification", () => {
    assert.strictEqual(
      sign([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}'),
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )
  })

  it.prop(
    "agrees with the library on keys in base64",
    { ...parts, key: Schema.Uint8ArrayFromBase64, body: Schema.String },
    ({ body, id, key, seconds }) => {
      // The library takes no empty key.
      const secret = `whsec_${Buffer.from([1, ...key]).toString("base64")}`
      const expected = new Webhook(secret).sign(id, DateTime.toDateUtc(DateTime.makeUnsafe(seconds * 1_000)), body)
      assert.strictEqual(sign([secret], id, seconds, body), expected)
    }
  )

  it.prop(
    "agrees with the library on secrets of other formats, which sign with their own bytes",
    { ...parts, secret: Schema.NonEmptyString, body: Schema.String },
    ({ body, id, secret, seconds }) => {
      const raw = new Webhook(new TextEncoder().encode(secret), { format: "raw" })
      const expected = raw.sign(id, DateTime.toDateUtc(DateTime.makeUnsafe(seconds * 1_000)), body)
      assert.strictEqual(sign([secret], id, seconds, body), expected)
    }
  )

  it.each([
    ["a secret as long as a block of the hash", "s".repeat(64), "{}"],
    ["a longer one", "s".repeat(65), "{}"],
    ["a long body", "secret", "ß".repeat(20_000)],
    ["a body after a long one", "secret", "{}"]
  ])("agrees with the library on %s", (_, secret, body) => {
    const raw = new Webhook(new TextEncoder().encode(secret), { format: "raw" })
    assert.strictEqual(sign([secret], "id", 1_614_265_330, body), raw.sign("id", new Date(1_614_265_330_000), body))
  })

  it.prop(
    "signature: both alphabets of base64, unpadded keys and a version prefix sign with the same key",
    { ...parts, key: Schema.Uint8ArrayFromBase64, body: Schema.String },
    ({ body, id, key, seconds }) => {
      const bytes = Buffer.from([251, 255, ...key])
      const expected = new Webhook(new Uint8Array(bytes), { format: "raw" }).sign(
        id,
        DateTime.toDateUtc(DateTime.makeUnsafe(seconds * 1_000)),
        body
      )
      const padded = bytes.toString("base64")
      const urlSafe = padded.replaceAll("+", "-").replaceAll("/", "_")
      for (const form of [padded, bytes.toString("base64url"), padded.replace(/=+$/, ""), urlSafe]) {
        for (const prefix of ["whsec_", "v1,whsec_"]) {
          assert.strictEqual(sign([prefix + form], id, seconds, body), expected)
        }
      }
    }
  )

  it.each(["whsec_", "whsec_not base64!", "whsec_abcde"])(
    "signs with the bytes of %j, which does not encode a key",
    (odd) => {
      const raw = new Webhook(new TextEncoder().encode(odd), { format: "raw" })
      const expected = raw.sign("id", DateTime.toDateUtc(at), "body")
      assert.strictEqual(sign([odd], "id", DateTime.toEpochMillis(at) / 1_000, "body"), expected)
    }
  )
})

describe("two secrets of a webhook", () => {
  it("have a signature each, the first in front", () => {
    const both = sign(["new", "old"], "id", 1, "body")
    assert.strictEqual(both, `${sign(["new"], "id", 1, "body")} ${sign(["old"], "id", 1, "body")}`)
  })
})
