import { DateTime, Result } from "effect"
import { Base64 } from "effect/encoding"
import { createHmac, createSecretKey } from "node:crypto"
import type { Webhook } from "../../domain/Webhook.ts"

/** Marks a secret that is the base64 of its key (Standard Webhooks). */
const encodedPrefix = "whsec_"

/** The bytes that sign: of `whsec_…` what the base64 says, of any other secret its own (decision 28). */
const keyOf = (secret: string): Uint8Array => {
  const raw = new TextEncoder().encode(secret)
  if (!secret.startsWith(encodedPrefix)) return raw
  // A subscriber may have chosen something that only begins like one.
  const key = Result.getOrElse(Base64.decode(secret.slice(encodedPrefix.length)), () => raw)
  return key.length === 0 ? raw : key
}

/** The secrets that sign at an instant, newest first: the one before the last change too, until it ends. */
export const signingSecrets = (
  { previousSecret, secret }: Pick<Webhook, "secret" | "previousSecret">,
  at: DateTime.Utc
): ReadonlyArray<string> =>
  previousSecret !== null && DateTime.isGreaterThan(previousSecret.until, at)
    ? [secret.value, previousSecret.value]
    : [secret.value]

/**
 * The header `webhook-signature` of Standard Webhooks v1: for each secret an HMAC-SHA256 over
 * `${id}.${timestamp}.${body}`, the timestamp in Unix seconds. Node's own HMAC, as it does four times what an awaited
 * WebCrypto does.
 */
export const sign = (secrets: ReadonlyArray<string>, id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      // Of bare bytes it would make a key in a way that takes four times as long.
      const mac = createHmac("sha256", createSecretKey(keyOf(secret))).update(`${id}.${timestamp}.${body}`)
      return `v1,${mac.digest("base64")}`
    })
    .join(" ")
