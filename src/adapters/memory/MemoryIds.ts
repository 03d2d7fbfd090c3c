import { Effect, Layer, Ref } from "effect"
import { Base64 } from "effect/encoding"
import { VendorContactId } from "../../domain/contact/Contact.ts"
import { IdSource } from "../../ports/policies/IdSource.ts"

const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

/** Five bits a character, as the real ones have it; 0 is `a`. */
const vendorContactId = (n: number): VendorContactId => {
  const digits = n
    .toString(32)
    .replaceAll(/./g, (digit) => "abcdefghijklmnopqrstuvwxyz234567".charAt(parseInt(digit, 32)))
  return VendorContactId.make(`ct_${digits.padStart(24, "a")}`)
}

const signingSecret = (n: number): string => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setBigUint64(24, BigInt(n))
  return `whsec_${Base64.encode(bytes)}`
}

/** Ids and secrets count upwards from 1, so the same test gives the same ones on every run. Nothing here is secret. */
export const layer = Layer.effect(
  IdSource,
  Effect.map(Ref.make(0), (last) => {
    const next = Ref.updateAndGet(last, (n) => n + 1)
    return IdSource.of({
      uuid: Effect.map(next, uuid),
      vendorContactId: Effect.map(next, vendorContactId),
      signingSecret: Effect.map(next, signingSecret)
    })
  })
)
