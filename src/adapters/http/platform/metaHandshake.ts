import { Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { createHash, timingSafeEqual } from "node:crypto"

const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest()

/** Compares digests, since they have one length. An empty token never matches. */
const isToken = (expected: string, given: string): boolean =>
  expected !== "" && timingSafeEqual(sha256(expected), sha256(given))

const refused = (status: 400 | 403, error: string) => HttpServerResponse.jsonUnsafe({ error }, { status })

/**
 * Answers the platform when it asks whether this is the address that its reports go to (platforms P14): with its
 * own challenge as plain text, which nothing may take for anything else.
 */
export const metaHandshake = (query: URLSearchParams, verifyToken: Redacted.Redacted) => {
  const mode = query.get("hub.mode")
  const token = query.get("hub.verify_token")
  const challenge = query.get("hub.challenge")
  if (mode === null || token === null || challenge === null) {
    return refused(400, "hub.mode, hub.verify_token and hub.challenge are required")
  }
  if (mode !== "subscribe" || !isToken(Redacted.value(verifyToken), token)) return refused(403, "Forbidden")
  return HttpServerResponse.text(challenge, {
    contentType: "text/plain; charset=utf-8",
    headers: { "x-content-type-options": "nosniff" }
  })
}
