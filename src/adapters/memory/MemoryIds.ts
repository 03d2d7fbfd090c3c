import { Clock, Effect, Layer, Ref } from "effect"
import { Base64 } from "effect/encoding"
import { VendorContactId } from "../../domain/contacts/Contact.ts"
import { IdSource } from "../../ports/process/IdSource.ts"

/** A version-7 UUID with this time in milliseconds and the ordinal as its random bits. */
const uuid = (millis: number, n: number): string => {
  // A test clock may stop at fractions of a millisecond.
  const time = Math.floor(millis).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, "0")}`
}

/** Encodes five bits per character, like real vendor contact ids; 0 is `a`. */
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

/**
 * Generates ids and secrets that count up from 1; UUIDs begin with the clock's time. With a test clock, each run of a
 * test has the same ids. Each UUID sorts after earlier ones, even if the clock is set back. Nothing here is secret.
 */
export const layer = Layer.effect(
  IdSource,
  Effect.map(Ref.make({ count: 0, millis: 0 }), (last) => {
    const nextAt = (now: number) =>
      Ref.updateAndGet(last, ({ count, millis }) => ({ count: count + 1, millis: Math.max(now, millis) }))
    const next = Effect.flatMap(Clock.currentTimeMillis, nextAt)
    return IdSource.of({
      uuid: Effect.map(next, ({ count, millis }) => uuid(millis, count)),
      vendorContactId: Effect.map(next, ({ count }) => vendorContactId(count)),
      signingSecret: Effect.map(next, ({ count }) => signingSecret(count))
    })
  })
)
