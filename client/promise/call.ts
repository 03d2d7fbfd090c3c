import type { CallOptions, Endpoint, PostOptions } from "./Endpoint.ts"
import { type FailedCall, ParleyError } from "./ParleyError.ts"
import { retryOf } from "./retryOf.ts"

/** A secret, or what gives it before each call. */
export type Credential = string | (() => string | Promise<string>)

/** `fetch`, as far as the client needs it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How to reach the service. */
export interface Connection {
  /** The address without a slash at its end; null if it is none. */
  readonly base: string | null
  readonly headers: () => Promise<Readonly<Record<string, string>>>
  readonly fetch: Fetch
  /** Milliseconds for a whole answer. */
  readonly timeout: number
}

/** What one call says. */
export interface Asked {
  readonly ids: ReadonlyArray<unknown>
  readonly body?: unknown
  readonly query?: unknown
  readonly options?: CallOptions & PostOptions
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** What the failures of the client itself have in common. */
const unanswered = {
  status: null,
  code: null,
  fix: null,
  requestId: null,
  retryAfter: null,
  details: null
} satisfies Partial<FailedCall>

/** These would lead to another path. */
const isNoId = (id: unknown): boolean => typeof id !== "string" || ["", ".", ".."].includes(id)

/** Path and query of a request; null if an id is missing. */
const addressOf = ({ path }: Endpoint, { ids, query }: Asked): string | null => {
  if (ids.some(isNoId)) return null
  const rest = ids.values()
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.next().value)))
  const given = Object.entries(fieldsOf(query)).flatMap(([name, value]): Array<[string, string]> =>
    value === undefined || value === null ? [] : [[name, String(value)]]
  )
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`
}

/** The media type of bytes of any type. */
const anyBytes = "application/octet-stream"

/** A body and its media type. Forms name their own, and files where the endpoint takes any. */
const contentOf = (
  { raw }: Endpoint,
  body: unknown
): readonly [Exclude<RequestInit["body"], undefined>, string | null] => {
  if (body === undefined || body === null) return [null, null]
  if (raw !== undefined) {
    if (body instanceof FormData) return [body, null]
    if (body instanceof Blob) return [body, raw === anyBytes && body.type !== "" ? body.type : raw]
    if (typeof body === "string") return [body, raw]
    if (body instanceof Uint8Array) return [new Uint8Array(body), raw]
  }
  return [JSON.stringify(body), "application/json"]
}

/** The seconds of a `Retry-After`. Proxies may give a date in their place. */
const retryAfterOf = (wait: string | null): number | null => (wait !== null && /^\d+$/.test(wait) ? Number(wait) : null)

const detailsOf = (details: unknown): FailedCall["details"] => {
  const { code, title } = fieldsOf(details)
  return typeof code === "number" && typeof title === "string" ? { code, title } : null
}

/** The failure that an answer tells of, in either envelope (contract C68, C69). */
const refusalIn = (response: Response, body: unknown, isRepeatable: boolean): ParleyError => {
  const envelope = fieldsOf(body)
  const said = textOf(envelope["message"]) ?? textOf(envelope["error"])
  const wait = response.headers.get("retry-after")
  const failed = {
    status: response.status,
    message: said ?? `The service answered with status ${response.status}`,
    code: textOf(envelope["code"]),
    fix: textOf(envelope["fix"]),
    requestId: response.headers.get("x-request-id"),
    retryAfter: retryAfterOf(wait),
    details: detailsOf(envelope["details"])
  }
  return new ParleyError({
    ...failed,
    retry: retryOf({ ...failed, isRepeatable, isAnswered: said !== null, isPassing: wait !== null })
  })
}

/** The value of the JSON; undefined if it is none. */
const parsed = (text: string): Promise<unknown> =>
  Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)

/** The failure that an answer tells of. */
export const refusalOf = async (response: Response, isRepeatable: boolean): Promise<ParleyError> =>
  refusalIn(response, await parsed(await response.text()), isRepeatable)

/** A failure of the client itself, after which a call that may be repeated is repeated. */
export const failureOf = (cause: unknown, code: "UNREACHABLE" | "UNREADABLE", message: string): ParleyError =>
  new ParleyError({ ...unanswered, message, code, retry: code === "UNREACHABLE" ? "later" : "never" }, { cause })

const read = async ({ gives }: Endpoint, response: Response, isRepeatable: boolean): Promise<unknown> => {
  if (response.ok && gives === "file") return response.blob()
  if (!response.ok) return Promise.reject(await refusalOf(response, isRepeatable))
  const body = await parsed(await response.text())
  if (isFields(body)) return "success" in body && "data" in body ? body["data"] : body
  return Promise.reject(
    new ParleyError({
      ...unanswered,
      status: response.status,
      message: `The answer of ${response.url} is not a JSON object`,
      code: "UNREADABLE",
      fix: "Check that url is the address of the service",
      requestId: response.headers.get("x-request-id"),
      retry: "never"
    })
  )
}

/** A call that cannot be made: something that the program gives is not of its form. */
const invalid = (message: string, fix: string) =>
  new ParleyError({ ...unanswered, message, code: "INVALID_ARGUMENT", fix, retry: "fix" })

/** What the value of a header may have around and within it. `fetch` refuses others as if the service were not there. */
const isHeader = (value: unknown): boolean =>
  typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]+$/.test(value.trim())

/** The longest time that timers have, in milliseconds: 24 days. */
const longestTimeout = 2_147_483_647

/** Address and headers of a request. It is rejected where what the program gave makes none. */
export const requestOf = async (
  { base, headers }: Connection,
  path: string,
  more: Readonly<Record<string, string>>
): Promise<{ readonly address: string; readonly headers: Readonly<Record<string, string>> }> => {
  if (base === null) {
    return Promise.reject(invalid("url is not an address", "Give it like https://shop.example"))
  }
  const all = { ...more, ...(await headers()) }
  const wrong = Object.entries(all).find(([, value]) => !isHeader(value))
  if (wrong === undefined) return { address: base + path, headers: all }
  return Promise.reject(invalid(`${wrong[0]} is empty or malformed`, "Give printable text"))
}

/**
 * Calls an endpoint, and gives the data of its answer. It is rejected with a `ParleyError`, or with the reason of the
 * caller's signal.
 */
export const call = async (connection: Connection, endpoint: Endpoint, asked: Asked): Promise<unknown> => {
  const { idempotencyKey, signal, timeout = connection.timeout } = asked.options ?? {}
  const path = addressOf(endpoint, asked)
  if (path === null) {
    return Promise.reject(invalid(`An id of ${endpoint.path} is missing`, "Give each id as text that is not empty"))
  }
  const [body, type] = contentOf(endpoint, asked.body)
  const { address, headers } = await requestOf(connection, path, {
    accept: endpoint.gives === "file" ? "*/*" : "application/json",
    ...(type === null ? {} : { "content-type": type }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
  })
  const isRepeatable = endpoint.method !== "POST" || idempotencyKey !== undefined
  const deadline = AbortSignal.timeout(Math.ceil(Math.min(timeout, longestTimeout)))
  const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const failed = (cause: unknown) => {
    if (cause instanceof ParleyError) return cause
    if (signal?.aborted === true) return signal.reason
    const [code, message] = deadline.aborted
      ? ["TIMEOUT", `No complete answer within ${timeout} ms`]
      : ["UNREACHABLE", `The service at ${connection.base} could not be reached`]
    return new ParleyError({ ...unanswered, message, code, retry: isRepeatable ? "later" : "never" }, { cause })
  }
  // A redirect would take the key or token to another address.
  const init: RequestInit = { method: endpoint.method, headers, body, signal: ended, redirect: "manual" }
  if (ended.aborted) return Promise.reject(failed(ended.reason))
  return connection
    .fetch(address, init)
    .then((response) => read(endpoint, response, isRepeatable))
    .catch((cause: unknown) => Promise.reject(failed(cause)))
}
