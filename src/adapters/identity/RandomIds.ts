import { Effect, Layer } from "effect"
import { SecureRandom, WebCrypto } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { generated } from "../../domain/Ids.ts"
import { VendorContactId } from "../../domain/contacts/Contact.ts"
import { IdSource } from "../../ports/process/IdSource.ts"

/** Number of bytes generated at once, below the limit of `getRandomValues`. */
export const poolBytes = 8 * 1024

/**
 * Random bytes from a pool that is filled at once, because a request for the few bytes of an id costs much more than
 * the bytes. No byte is returned twice, and returned bytes are not stored.
 */
export const randomPool = (fill: (bytes: Uint8Array<ArrayBuffer>) => void): ((size: number) => Uint8Array) => {
  const pool = new Uint8Array(poolBytes)
  let left = 0
  return (size) => {
    if (size > poolBytes) {
      const bytes = new Uint8Array(size)
      fill(bytes)
      return bytes
    }
    if (size > left) {
      fill(pool)
      left = poolBytes
    }
    const bytes = pool.slice(left - size, left)
    pool.fill(0, left - size, left)
    left -= size
    return bytes
  }
}

/** 32 letters and digits, so every value of a random byte's low five bits is equally likely. */
const base32 = "abcdefghijklmnopqrstuvwxyz234567"

/** 24 characters of 5 bits: 120 bits, which cannot be guessed. */
const vendorIdLength = 24

/** Standard Webhooks recommends 24 to 64 bytes. */
const secretBytes = 32

const vendorContactId = (bytes: Uint8Array): VendorContactId =>
  VendorContactId.make(
    bytes.reduce((text, byte) => text + base32.charAt(byte % base32.length), "ct_"),
    generated
  )

/** Ids from secure random bytes. */
export const layer = Layer.effect(
  IdSource,
  Effect.gen(function* () {
    const crypto = yield* WebCrypto.WebCrypto
    const random = yield* SecureRandom.SecureRandom
    const pooled = SecureRandom.make(randomPool((bytes) => crypto.getRandomValues(bytes)))
    return IdSource.of({
      uuid: pooled.uuidV7(),
      vendorContactId: Effect.map(pooled.randomBytes(vendorIdLength), vendorContactId),
      // A secret is not in the pool before it is generated.
      signingSecret: Effect.map(random.randomBytes(secretBytes), (bytes) => `whsec_${Base64.encode(bytes)}`)
    })
  })
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
