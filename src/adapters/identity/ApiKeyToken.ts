import { Effect, Redacted } from "effect"
import { createHmac, hash as digest, hkdfSync, timingSafeEqual } from "node:crypto"
import { crc32 } from "node:zlib"

/**
 * The text of an API key (contract C38): `pk_live_`, 32 random base-62 characters, and a checksum over both in six
 * more, as GitHub's tokens have it. A typing error, or a text that a secret scanner took for a key, is recognised
 * without a store.
 */
const prefix = "pk_live_"

/** 32 characters of 62 kinds: 190 bits, so a fast hash is enough to know it by. */
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
 * The SHA-256 of a key, in hexadecimal digits. Caches know a key by it; a store keeps what `lookUpHash` and `proof` make
 * of it. As bytes it would take ten times as long, for the buffer.
 */
export const hash = (key: string): string => digest("sha256", key, "hex")

/** The keys of the two hashes that a store keeps of an API key. */
export interface HashKeys {
  readonly lookUp: Uint8Array
  readonly proof: Uint8Array
}

const derivedLength = 32

const derive = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), `effect-parley api keys: ${purpose}`, derivedLength))

/** Derives both keys from one secret (HKDF with SHA-256). */
export const deriveHashKeys = (secret: Uint8Array): HashKeys => ({
  lookUp: derive(secret, "look-up"),
  proof: derive(secret, "proof")
})

/** The HMAC-SHA256 by which a store finds a key, in hexadecimal digits. It takes the key's `hash`. */
export const lookUpHash = ({ lookUp }: HashKeys, hash: string): string =>
  createHmac("sha256", lookUp).update(hash).digest("hex")

/** The HMAC-SHA256 that ties a key to its row: in another row or organization it is another one. */
export const proof = ({ proof }: HashKeys, hash: string, organizationId: string, id: string): Uint8Array =>
  createHmac("sha256", proof)
    .update(JSON.stringify([hash, organizationId, id]))
    .digest()

/** Compares in constant time. */
export const isProof = (stored: Uint8Array, expected: Uint8Array): boolean =>
  stored.length === expected.length && timingSafeEqual(stored, expected)
