import { Effect, Redacted } from "effect"
import { createHmac, hash as digest, hkdfSync, timingSafeEqual } from "node:crypto"
import { crc32 } from "node:zlib"

/**
 * The form of an API key (contract: API keys): `pk_live_`, 32 random base-62 characters, and a checksum over both in
 * six more, like GitHub's tokens. A typing error, or a similar text found by a secret scanner, is detected without a
 * store.
 */
const prefix = "pk_live_"

/** 32 characters of 62 kinds: 190 bits, so a fast hash is secure. */
const randomLength = 32

/** Number of base-62 digits for 32 bits. */
const checksumLength = 6

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Bytes from here on are dropped, because they would favour the first characters of the alphabet. */
const firstUnfairByte = 256 - (256 % base62.length)

const shape = /^pk_live_[0-9A-Za-z]{38}$/

const inBase62 = (value: number): string => {
  const rest = Math.floor(value / base62.length)
  return (rest === 0 ? "" : inBase62(rest)) + base62.charAt(value % base62.length)
}

const checksum = (text: string): string => inBase62(crc32(text)).padStart(checksumLength, "0")

/** Generates a key. `randomBytes` returns this number of unpredictable bytes. */
export const make = Effect.fnUntraced(function* (randomBytes: (size: number) => Effect.Effect<Uint8Array>) {
  let random = ""
  while (random.length < randomLength) {
    const fair = (yield* randomBytes(randomLength - random.length)).filter((byte) => byte < firstUnfairByte)
    random += Array.from(fair, (byte) => base62.charAt(byte % base62.length)).join("")
  }
  return Redacted.make(prefix + random + checksum(prefix + random))
})

/** Whether the text is well-formed. Other texts can be refused without a look-up. */
export const isWellFormed = (text: string): boolean =>
  shape.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/**
 * The SHA-256 of a key, in hexadecimal digits. Caches use it as the key; stores use `lookUpHash` and `proof` of it. A
 * byte buffer would take ten times as long.
 */
export const hash = (key: string): string => digest("sha256", key, "hex")

/** The keys of the two stored hashes of an API key, and of the hashes of erased people. */
export interface HashKeys {
  readonly lookUp: Uint8Array
  readonly proof: Uint8Array
  readonly erased: Uint8Array
}

const derivedLength = 32

const derive = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), `effect-parley api keys: ${purpose}`, derivedLength))

/** Derives the keys from one secret (HKDF with SHA-256). */
export const deriveHashKeys = (secret: Uint8Array): HashKeys => ({
  lookUp: derive(secret, "look-up"),
  proof: derive(secret, "proof"),
  erased: derive(secret, "erased people")
})

/** The HMAC-SHA256 by which a store finds a key, in hexadecimal digits, computed from the key's `hash`. */
export const lookUpHash = ({ lookUp }: HashKeys, hash: string): string =>
  createHmac("sha256", lookUp).update(hash).digest("hex")

/** The HMAC-SHA256 that binds a key to its row: it differs for another row or organization. */
export const proof = ({ proof }: HashKeys, hash: string, organizationId: string, id: string): Uint8Array =>
  createHmac("sha256", proof)
    .update(JSON.stringify([hash, organizationId, id]))
    .digest()

/** The HMAC-SHA256 that stands for an erased person or message of the organization, in hexadecimal digits. */
export const erasedHash = ({ erased }: HashKeys, organizationId: string, key: string): string =>
  createHmac("sha256", erased)
    .update(JSON.stringify([organizationId, key]))
    .digest("hex")

/** Compares in constant time. */
export const isProof = (stored: Uint8Array, expected: Uint8Array): boolean =>
  stored.length === expected.length && timingSafeEqual(stored, expected)
