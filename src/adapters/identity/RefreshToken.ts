import { Redacted } from "effect"
import { createHash, createHmac } from "node:crypto"

/** 32 letters and digits: a character for the low five bits of a byte. */
const base32 = "abcdefghijklmnopqrstuvwxyz234567"

/** 32 characters of 5 bits: 160 bits, so a fast hash is secure for storage. */
export const tokenBytes = 32

/** Separates these derivations from every other use of the secret: no JWT contains such a text. */
const purpose = "effect-parley refresh token\n"

/** The token from random bytes. */
export const make = (bytes: Uint8Array): Redacted.Redacted =>
  Redacted.make(Array.from(bytes.subarray(0, tokenBytes), (byte) => base32.charAt(byte % base32.length)).join(""))

/** The successor of this token. Computing it requires the secret. */
export const successor = (secret: Redacted.Redacted, token: Redacted.Redacted): Redacted.Redacted =>
  make(
    createHmac("sha256", Redacted.value(secret))
      .update(purpose + Redacted.value(token))
      .digest()
  )

/** The stored form of a token: its SHA-256, 32 bytes. */
export const hash = (token: Redacted.Redacted): Uint8Array =>
  createHash("sha256").update(Redacted.value(token)).digest()
