import { Result } from "effect"
import { Base64 } from "effect/encoding"
import { createHmac, createSecretKey } from "node:crypto"
import { keptFor } from "../../collections/ForgettingMap.ts"
import { encodedKeyOf } from "../../domain/webhooks/Webhook.ts"

/** The bytes of the signing key: the decoded part of `whsec_…`, or the bytes of any other secret (contract C28). */
const keyOf = (secret: string): Uint8Array => {
  const raw = () => new TextEncoder().encode(secret)
  const encoded = encodedKeyOf(secret)
  return encoded === null ? raw() : Result.getOrElse(Base64.decode(encoded), raw)
}

/**
 * Cached keys. Creating one takes as long as signing, and passing raw bytes for each signature takes four times as
 * long.
 */
const keyFor = keptFor(1_000, (secret) => createSecretKey(keyOf(secret)))

/**
 * The header `webhook-signature` of Standard Webhooks v1: for each secret an HMAC-SHA256 over
 * `${id}.${timestamp}.${body}`, the timestamp in Unix seconds. It uses Node's HMAC, which is four times as fast as an
 * awaited WebCrypto.
 */
export const sign = (secrets: ReadonlyArray<string>, id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      const mac = createHmac("sha256", keyFor(secret)).update(`${id}.${timestamp}.${body}`)
      return `v1,${mac.digest("base64")}`
    })
    .join(" ")
