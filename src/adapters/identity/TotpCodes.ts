import { Effect, Layer, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { codeDigits } from "../../domain/access/SecondFactor.ts"
import { OneTimeCodes } from "../../ports/access/SignIns.ts"

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** The bytes of a text in base32 without padding (RFC 4648). */
export const bytesOf = (text: string): Buffer => {
  const bits = Array.from(text, (letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The code of a key at a counter (RFC 4226, section 5.3). */
export const hotp = (key: Uint8Array, counter: number): string => {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac("sha1", key).update(message).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** codeDigits).padStart(codeDigits, "0")
}

/** Separates these derivations from every other use of the secret: no JWT contains such a text. */
const purpose = "effect-parley challenge\n"

/** 16 bytes as a UUID of version 8, whose content is free (RFC 9562). */
const asUuid = (bytes: Buffer): string => {
  const marked = Buffer.from(bytes)
  marked.writeUInt8((marked.readUInt8(6) & 0x0f) | 0x80, 6)
  marked.writeUInt8((marked.readUInt8(8) & 0x3f) | 0x80, 8)
  return marked.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** Codes by HMAC-SHA-1, as authenticators generate them. The secret derives ids of challenges. */
export const layer = (secret: Redacted.Redacted) =>
  Layer.succeed(
    OneTimeCodes,
    OneTimeCodes.of({
      codeAt: (key, step) => Effect.sync(() => hotp(bytesOf(Redacted.value(key)), step)),
      challengeOf: (signInId, factorId, period) =>
        Effect.sync(() => {
          const hmac = createHmac("sha256", Redacted.value(secret))
          const digest = hmac.update(`${purpose}${signInId}\n${factorId}\n${period}`).digest()
          return asUuid(digest.subarray(0, 16))
        })
    })
  )
