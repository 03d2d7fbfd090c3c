import { Result } from "effect"
import { Base64 } from "effect/encoding"
import { createHmac, createSecretKey } from "node:crypto"
import { keptFor } from "../../collections/keptFor.ts"
import { encodedKeyOf } from "../../domain/webhooks/SigningSecretText.ts"

/** The bytes that sign: of `whsec_…` the decoded key, of any other secret its own bytes (contract C28). */
const keyOf = (secret: string): Uint8Array => {
  const raw = () => new TextEncoder().encode(secret)
  const encoded = encodedKeyOf(secret)
  return encoded === null ? raw() : Result.getOrElse(Base64.decode(encoded), raw)
}

/**
 * Keys that are kept. Of bare bytes each signature would make a key in a way that takes four times as long, and making
 * one takes as long as signing.
 */
const keyFor = keptFor(1_000, (secret) => createSecretKey(keyOf(secret)))

/**
 * The header `webhook-signature` of Standard Webhooks v1: for each secret an HMAC-SHA256 over
 * `${id}.${timestamp}.${body}`, the timestamp in Unix seconds. Node's own HMAC, as it does four times what an awaited
 * WebCrypto does.
 */
export const sign = (secrets: ReadonlyArray<string>, id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      const mac = createHmac("sha256", keyFor(secret)).update(`${id}.${timestamp}.${body}`)
      return `v1,${mac.digest("base64")}`
    })
    .join(" ")
