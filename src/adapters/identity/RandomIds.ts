import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { VendorContactId } from "../../domain/Contact.ts"
import { IdSource } from "../../ports/IdSource.ts"

/** 32 letters and digits, so every value of a random byte's low five bits is as likely as any other. */
const base32 = "abcdefghijklmnopqrstuvwxyz234567"

/** 24 characters of 5 bits: 120 bits, out of reach of guessing. */
const vendorIdLength = 24

/** The length that Standard Webhooks recommends is 24 to 64 bytes. */
const secretBytes = 32

const vendorContactId = (bytes: Uint8Array): VendorContactId =>
  VendorContactId.make(`ct_${Array.from(bytes, (byte) => base32.charAt(byte % base32.length)).join("")}`)

export const layer = Layer.effect(
  IdSource,
  Effect.map(SecureRandom.SecureRandom, (random) =>
    IdSource.of({
      uuid: random.uuidV7(),
      vendorContactId: Effect.map(random.randomBytes(vendorIdLength), vendorContactId),
      signingSecret: Effect.map(random.randomBytes(secretBytes), (bytes) => `whsec_${Base64.encode(bytes)}`)
    })
  )
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
