import type { Schema } from "effect"

/**
 * The bytes that are sent and signed. The platform escapes slashes and everything beyond ASCII, so that a signature
 * over these bytes and one over the escaped text are the same (platforms P15).
 */
export const webhookBody = (payload: Schema.Json): string =>
  JSON.stringify(payload)
    .replaceAll("/", "\\/")
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
