import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { WebCrypto } from "effect/crypto"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import { poolBytes, randomPool } from "../../src/adapters/identity/RandomIds.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"

/** Gives every two bytes once, and keeps what it was asked to fill. */
const countingSource = () => {
  const filled: Array<Uint8Array> = []
  let next = 1
  const fill = (bytes: Uint8Array) => {
    filled.push(bytes)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let place = 0; place + 1 < bytes.length; place += 2) view.setUint16(place, next++)
  }
  return { fill, filled }
}

describe("randomPool", () => {
  it("returns no byte twice", () => {
    const { fill, filled } = countingSource()
    const take = randomPool(fill)
    const sizes = [...Array.from({ length: 2_000 }, (_, n) => 2 * (n % 13)), poolBytes, 16]
    const given = sizes.map((size) => [size, take(size)] as const)
    for (const [size, bytes] of given) assert.strictEqual(bytes.length, size)
    const pairs = given.flatMap(([, bytes]) =>
      Array.from({ length: bytes.length / 2 }, (_, n) => 256 * (bytes[2 * n] ?? 0) + (bytes[2 * n + 1] ?? 0))
    )
    assert.strictEqual(new Set(pairs).size, pairs.length)
    assert.notInclude(pairs, 0)
    assert.isBelow(filled.length, 6)
  })

  it("returns more bytes than its capacity", () => {
    const { fill } = countingSource()
    const bytes = randomPool(fill)(poolBytes + 2)
    assert.strictEqual(bytes.length, poolBytes + 2)
    assert.isTrue(bytes.subarray(-2).some((byte) => byte !== 0))
  })

  it("does not retain returned bytes, and does not change with them", () => {
    const { fill, filled } = countingSource()
    const take = randomPool(fill)
    const [one, other] = [take(16), take(16)]
    const pool = filled[0] ?? new Uint8Array()
    assert.isTrue(pool.subarray(-32).every((byte) => byte === 0))
    const before = [...other]
    one.fill(255)
    assert.deepStrictEqual([...other], before)
  })
})

describe("RandomIds", () => {
  it.effect("reads the system's random source once for many ids, and for each secret", () => {
    let asked = 0
    const crypto: typeof globalThis.crypto = Object.create(globalThis.crypto, {
      getRandomValues: {
        value: (bytes: Uint8Array<ArrayBuffer>) => {
          asked++
          return globalThis.crypto.getRandomValues(bytes)
        }
      }
    })
    return Effect.gen(function* () {
      const { signingSecret, uuid, vendorContactId } = yield* IdSource
      yield* Effect.replicateEffect(Effect.andThen(uuid, vendorContactId), 100)
      assert.strictEqual(asked, 1)
      yield* Effect.replicateEffect(signingSecret, 10)
      assert.strictEqual(asked, 11)
    }).pipe(Effect.provide(RandomIds.layer.pipe(Layer.provide(WebCrypto.layer(crypto)))))
  })
})
