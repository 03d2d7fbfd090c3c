import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Ref, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import * as ApiKeyToken from "../../src/adapters/identity/ApiKeyToken.ts"

const random = Effect.map(SecureRandom.SecureRandom, ({ randomBytes }) => randomBytes)

const newKey = random.pipe(
  Effect.flatMap(ApiKeyToken.make),
  Effect.map(Redacted.value),
  Effect.provide(SecureRandom.layerWebCrypto)
)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

describe("ApiKeyToken", () => {
  it.effect("generates distinct keys of one format", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.replicateEffect(newKey, 200)
      for (const key of keys) {
        assert.match(key, /^pk_live_[0-9A-Za-z]{38}$/)
        assert.isTrue(ApiKeyToken.isWellFormed(key))
      }
      assert.strictEqual(new Set(keys).size, keys.length)
    })
  )

  it.effect("discards bytes that would favour some characters, and uses every byte below its limit equally", () =>
    Effect.gen(function* () {
      const next = yield* Ref.make(0)
      const counting = (size: number) =>
        Ref.modify(next, (from) => [Uint8Array.from({ length: size }, (_, i) => (from + i) % 256), from + size])
      const made = Effect.map(ApiKeyToken.make(counting), (key) => Redacted.value(key).slice(8, 40))
      const text = (yield* Effect.replicateEffect(made, 31)).join("")
      // 31 keys of 32 characters are 4 rounds of the 248 bytes that are fair, and 256 to 248 were passed over each time.
      assert.strictEqual(text, alphabet.repeat(16))
    })
  )

  it.effect("derives the key from its bytes, with a checksum by GitHub's rule", () =>
    Effect.gen(function* () {
      const key = yield* ApiKeyToken.make((size) => Effect.succeed(new Uint8Array(size)))
      assert.strictEqual(Redacted.value(key), "pk_live_000000000000000000000000000000002ydDIO")
      assert.isFalse(String(key).includes("pk_live"))
    })
  )

  it.effect("detects one wrong character, and two swapped characters", () =>
    Effect.gen(function* () {
      const key = yield* newKey
      for (let at = 0; at < key.length; at++) {
        for (const wrong of alphabet.replace(key.charAt(at), "")) {
          assert.isFalse(ApiKeyToken.isWellFormed(key.slice(0, at) + wrong + key.slice(at + 1)))
        }
        const [one, other] = [key.charAt(at), key.charAt(at + 1)]
        if (one !== other && other !== "") {
          assert.isFalse(ApiKeyToken.isWellFormed(key.slice(0, at) + other + one + key.slice(at + 2)))
        }
      }
    })
  )

  it.effect("rejects a key that is longer, shorter or surrounded by other text", () =>
    Effect.gen(function* () {
      const key = yield* newKey
      for (const text of ["", "pk_live_", key + "0", key.slice(0, -1), ` ${key}`, `${key}\n`, key.toUpperCase()]) {
        assert.isFalse(ApiKeyToken.isWellFormed(text), JSON.stringify(text))
      }
    })
  )

  it.prop("rejects any other text", { text: Schema.String }, ({ text }) => {
    assert.isFalse(ApiKeyToken.isWellFormed(text))
    assert.isFalse(ApiKeyToken.isWellFormed(`pk_live_${text}`))
  })

  it("stores the SHA-256 of a key", () => {
    assert.strictEqual(ApiKeyToken.hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  })
})
