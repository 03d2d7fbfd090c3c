import { Clock, Effect, type Random } from "effect"
import { Base64 } from "effect/encoding"
import { VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import type { Dice } from "./Dice.ts"

const base32 = "abcdefghijklmnopqrstuvwxyz234567"
const vendorIdLength = 24
const secretBytes = 32

/** Ids of a process, random by the seed. UUIDs are of version 7: each sorts after the ones before it. */
export const seededIds = (dice: Dice): IdSource["Service"] => {
  let last = 0
  let count = 0
  const uuid = (now: number): string => {
    // As in production: a clock that is set back, or stands, leaves the order as it is.
    count = now > last ? dice.below(0x800) : count + 1
    last = Math.max(now, last)
    if (count > 0xfff) {
      last += 1
      count = 0
    }
    const time = last.toString(16).padStart(12, "0")
    const [a, b] = [dice.word().toString(16).padStart(8, "0"), dice.word().toString(16).padStart(8, "0")]
    const ordinal = count.toString(16).padStart(3, "0")
    return `${time.slice(0, 8)}-${time.slice(8)}-7${ordinal}-9${a.slice(0, 3)}-${a.slice(3)}${b.slice(0, 7)}`
  }
  return IdSource.of({
    uuid: Effect.map(Clock.currentTimeMillis, uuid),
    vendorContactId: Effect.sync(() => {
      const letters = Array.from({ length: vendorIdLength }, () => base32.charAt(dice.below(32)))
      return VendorContactId.make(`ct_${letters.join("")}`)
    }),
    signingSecret: Effect.sync(
      () => `whsec_${Base64.encode(Uint8Array.from({ length: secretBytes }, () => dice.below(256)))}`
    )
  })
}

/** Effect's source of randomness by the dice. */
export const seededRandom = (dice: Dice): Random.Random => ({
  nextDoubleUnsafe: () => dice.next(),
  nextIntUnsafe: () => dice.word() * 0x20_0000 + (dice.word() >>> 11) - Number.MAX_SAFE_INTEGER
})
