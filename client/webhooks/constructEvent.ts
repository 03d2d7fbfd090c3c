import { isSigned } from "./isSigned.ts"
import type { WebhookEvent } from "./ParleyEvent.ts"
import { WebhookError, type WebhookErrorReason } from "./WebhookError.ts"

/** Headers as `fetch` has them, anything with `get` and lower-case names, or a record as Node has it. */
export type WebhookHeaders =
  | {
      /** The header of this lower-case name. */
      readonly get: (name: string) => string | null | undefined
    }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** How old an event may be, and by which clock. */
export interface ConstructEventOptions {
  /** How far the time of the attempt may be from now, in seconds; 300 when left out. */
  readonly toleranceSeconds?: number | undefined
  /** The time in milliseconds since 1970; `Date.now` when left out. */
  readonly now?: (() => number) | undefined
}

/** As Standard Webhooks recommend, in seconds. */
const defaultTolerance = 300

const fail = (reason: WebhookErrorReason, message: string): Promise<never> =>
  Promise.reject(new WebhookError(reason, message))

const headerOf = (headers: WebhookHeaders, name: string): string | null => {
  if (typeof headers.get === "function") return headers.get(name) ?? null
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return value === undefined ? null : typeof value === "string" ? value : value.join(" ")
}

/** The bytes of a body. Null for a body that was parsed already, whatever the types say. */
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

/** The outline of an event. The signature vouches for its data. */
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
  return isEvent(event) ? event : fail("not an event", "The body is signed, but has no event with data")
}

/**
 * The event of a webhook request whose signature one of the secrets made (Standard Webhooks v1, contract C28, C192).
 * The body is the text or the bytes as they arrived. `id` is the header `webhook-id`, which the signature covers: the
 * same event may arrive more than once. It is rejected with a `WebhookError`.
 */
export const constructEvent = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | ReadonlyArray<string>,
  { now = Date.now, toleranceSeconds = defaultTolerance }: ConstructEventOptions = {}
): Promise<WebhookEvent> => {
  // A program without types may give what its environment does not have.
  const secrets = [secret].flat()
  // The signature of an empty secret is one that everybody can make.
  if (secrets.length === 0 || secrets.some((text) => typeof text !== "string" || text === "")) {
    return fail("missing secret", "A secret is missing or empty; give what GET /v1/webhooks shows as secret")
  }
  const body = bytesOf(rawBody)
  if (body === null) return fail("body not raw", "The body is parsed already; give the text or bytes that arrived")
  const id = headerOf(headers, "webhook-id") ?? ""
  const timestamp = headerOf(headers, "webhook-timestamp") ?? ""
  const signature = headerOf(headers, "webhook-signature") ?? ""
  const missing = Object.entries({ id, timestamp, signature }).find(([, value]) => value === "")
  if (missing !== undefined) return fail("missing header", `The header webhook-${missing[0]} is missing`)
  if (!/^\d+$/.test(timestamp)) return fail("invalid timestamp", "webhook-timestamp is not a number of seconds")
  const age = now() / 1_000 - Number(timestamp)
  // A tolerance or a clock that is no number lets nothing pass.
  if (!(age <= toleranceSeconds)) return fail("timestamp too old", `The attempt is ${Math.round(age)} seconds old`)
  if (!(-age <= toleranceSeconds)) {
    return fail("timestamp too new", `The attempt is ${Math.round(-age)} seconds ahead; check the clock`)
  }
  return (await isSigned(secrets, signature, joined(`${id}.${timestamp}.`, body)))
    ? parse(id, body)
    : fail("no signature matches", "No signature is of a secret; check the secret, and that the body is unchanged")
}
