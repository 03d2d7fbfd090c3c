import { isSigned } from "./isSigned.ts"
import type { WebhookEvent } from "./ParleyEvent.ts"
import { WebhookError, type WebhookErrorReason } from "./WebhookError.ts"

/** Headers of `fetch`, an object with `get` for lower-case names, or a record as in Node. */
export type WebhookHeaders =
  | {
      /** Returns the header with this lower-case name. */
      readonly get: (name: string) => string | null | undefined
    }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** Tolerance for the age of an attempt, and the clock. */
export interface ConstructEventOptions {
  /** Maximum difference between the attempt's time and now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined
  /** Current time in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined
}

/** Seconds that Standard Webhooks recommends. */
const defaultTolerance = 300

const fail = (reason: WebhookErrorReason, message: string): Promise<never> =>
  Promise.reject(new WebhookError(reason, message))

const headerOf = (headers: WebhookHeaders, name: string): string | null => {
  if (typeof headers.get === "function") return headers.get(name) ?? null
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return value === undefined ? null : typeof value === "string" ? value : value.join(" ")
}

/** Bytes of a body. Null for a parsed body, which untyped programs may pass. */
const bytesOf = (raw: unknown): Uint8Array | null => {
  if (typeof raw === "string") return new TextEncoder().encode(raw)
  if (raw instanceof Uint8Array) return raw
  return raw instanceof ArrayBuffer ? new Uint8Array(raw) : null
}

const joined = (head: string, body: Uint8Array) => {
  const start = new TextEncoder().encode(head)
  const bytes = new Uint8Array(start.length + body.length)
  bytes.set(start)
  bytes.set(body, start.length)
  return bytes
}

/** Checks the outline of an event. The signature guarantees its data. */
const isEvent = (value: unknown): value is WebhookEvent =>
  typeof value === "object" && value !== null && "event" in value && typeof value.event === "string" && "data" in value

const parse = async (id: string, body: Uint8Array): Promise<WebhookEvent> => {
  const text = Promise.resolve(body).then((bytes) =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  )
  const value: unknown = await text
    .then(JSON.parse)
    .catch(() => fail("not JSON", "The body is signed, but is not JSON in UTF-8"))
  const event: unknown = typeof value === "object" ? { ...value, id } : value
  return isEvent(event) ? event : fail("not an event", "The body is signed, but contains no event with data")
}

/**
 * Verifies the signature of a webhook request with one or several secrets, and returns its event (Standard Webhooks v1,
 * contract: Signatures and secrets; Verified events). The body must be the received text or bytes. `id` of the event is
 * the signed header `webhook-id`: the same event may arrive more than once. Rejects with a `WebhookError`.
 */
export const constructEvent = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | ReadonlyArray<string>,
  { now = Date.now, toleranceSeconds = defaultTolerance }: ConstructEventOptions = {}
): Promise<WebhookEvent> => {
  // Untyped programs may pass an undefined variable of the environment.
  const secrets = [secret].flat()
  // A signature with an empty secret proves nothing.
  if (secrets.length === 0 || secrets.some((text) => typeof text !== "string" || text === "")) {
    return fail("missing secret", "A secret is missing or empty; pass the secret of GET /v1/webhooks")
  }
  const body = bytesOf(rawBody)
  if (body === null) return fail("body not raw", "The body is already parsed; pass the received text or bytes")
  const id = headerOf(headers, "webhook-id") ?? ""
  const timestamp = headerOf(headers, "webhook-timestamp") ?? ""
  const signature = headerOf(headers, "webhook-signature") ?? ""
  const missing = Object.entries({ id, timestamp, signature }).find(([, value]) => value === "")
  if (missing !== undefined) return fail("missing header", `The header webhook-${missing[0]} is missing`)
  if (!/^\d+$/.test(timestamp)) return fail("invalid timestamp", "webhook-timestamp is not a number of seconds")
  const age = now() / 1_000 - Number(timestamp)
  // NaN, of a tolerance or a clock, must reject the request.
  if (!(age <= toleranceSeconds)) return fail("timestamp too old", `The attempt is ${Math.round(age)} seconds old`)
  if (!(-age <= toleranceSeconds)) {
    return fail("timestamp too new", `The attempt is ${Math.round(-age)} seconds ahead; check the clock`)
  }
  return (await isSigned(secrets, signature, joined(`${id}.${timestamp}.`, body)))
    ? parse(id, body)
    : fail("no signature matches", "No signature matches a secret; check the secret, and that the body is unchanged")
}
