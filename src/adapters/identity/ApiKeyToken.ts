import { Effect, Redacted } from "effect"
import { hash as digest } from "node:crypto"
import { crc32 } from "node:zlib"

/**
 * The text of an API key (contract C38): `pk_live_`, 32 random base-62 characters, and a checksum over both in six
 * more, as GitHub's tokens have it. A typing error, or a text that a secret scanner took for a key, is recognised
 * without a store.
 */
const prefix = "pk_live_"

/** 32 characters of 62 kinds: 190 bits, so a fast hash is enough to keep it by. */
const randomLength = 32

/** As many base-62 digits as 32 bits need. */
const checksumLength = 6

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** A byte from here on would favour the first characters of the alphabet, so it is dropped. */
const firstUnfairByte = 256 - (256 % base62.length)

const shape = /^pk_live_[0-9A-Za-z]{38}$/

const inBase62 = (value: number): string => {
  const rest = Math.floor(value / base62.length)
  return (rest === 0 ? "" : inBase62(rest)) + base62.charAt(value % base62.length)
}

const checksum = (text: string): string => inBase62(crc32(text)).padStart(checksumLength, "0")

/** A new key. `randomBytes` gives as many unpredictable bytes as it is asked for. */
export const make = Effect.fnUntraced(function* (randomBytes: (size: number) => Effect.Effect<Uint8Array>) {
  let random = ""
  while (random.length < randomLength) {
    const fair = (yield* randomBytes(randomLength - random.length)).filter((byte) => byte < firstUnfairByte)
    random += Array.from(fair, (byte) => base62.charAt(byte % base62.length)).join("")
  }
  return Redacted.make(prefix + random + checksum(prefix + random))
})

/** Whether the text is a key that may exist: anything else can be refused without looking it up. */
export const isWellFormed = (text: string): boolean =>
  shape.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/**
 * The stored form of a key: its SHA-256, in hexadecimal digits. As bytes it would take ten times as long, for the
 * buffer.
 */
export const hash = (key: string): string => digest("sha256", key, "hex")
