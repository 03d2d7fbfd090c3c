import type { CallOptions, Endpoint, PostOptions } from "./Endpoint.ts"
import { type FailedCall, ParleyError } from "./ParleyError.ts"
import { retryOf } from "./retryOf.ts"

/** A secret, or a function that returns it before each call. */
export type Credential = string | (() => string | Promise<string>)

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Connection settings of a client. */
export interface Connection {
  /** Base URL without a trailing slash; null if it is invalid. */
  readonly base: string | null
  readonly headers: () => Promise<Readonly<Record<string, string>>>
  readonly fetch: Fetch
  /** Milliseconds until the whole answer must have arrived. */
  readonly timeout: number
}

/** Arguments of one call. */
export interface CallInput {
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

/** Fields of a failure without an answer. */
const unanswered = {
  status: null,
  code: null,
  fix: null,
  requestId: null,
  retryAfter: null,
  details: null
} satisfies Partial<FailedCall>

/** Whether an id would change the path. */
const isInvalidId = (id: unknown): boolean => typeof id !== "string" || ["", ".", ".."].includes(id)

/** Path and query of a request; null if an id is missing. */
const addressOf = ({ path }: Endpoint, { ids, query }: CallInput): string | null => {
  if (ids.some(isInvalidId)) return null
  const rest = ids.values()
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.next().value)))
  const parameters = Object.entries(fieldsOf(query)).flatMap(([name, value]): Array<[string, string]> =>
    value === undefined || value === null ? [] : [[name, String(value)]]
  )
  return parameters.length === 0 ? filled : `${filled}?${new URLSearchParams(parameters)}`
}

/** Media type of arbitrary bytes. */
const anyBytes = "application/octet-stream"

/** A body and its media type. `fetch` sets the type of a form; a file has its own type if the endpoint accepts any. */
const contentOf = (
  { raw }: Endpoint,
  body: unknown
): readonly [Exclude<RequestInit["body"], undefined>, string | null] => {
  if (body === undefined || body === null) return [null, null]
  if (raw !== undefined) {
    if (body instanceof FormData) return [body, null]
    if (body instanceof ReadableStream) return [body, raw]
    if (body instanceof Blob) return [body, raw === anyBytes && body.type !== "" ? body.type : raw]
    if (typeof body === "string") return [body, raw]
    if (body instanceof Uint8Array) return [new Uint8Array(body), raw]
  }
  return [JSON.stringify(body), "application/json"]
}

/** Seconds of a `Retry-After`; null for a date, which proxies may send. */
const retryAfterOf = (wait: string | null): number | null => (wait !== null && /^\d+$/.test(wait) ? Number(wait) : null)

const detailsOf = (details: unknown): FailedCall["details"] => {
  const { code, title } = fieldsOf(details)
  return typeof code === "number" && typeof title === "string" ? { code, title } : null
}

/** Failure in the envelope of either interface (contract: Session errors; Developer errors). */
const refusalIn = (response: Response, body: unknown, isRepeatable: boolean): ParleyError => {
  const envelope = fieldsOf(body)
  const text = textOf(envelope["message"]) ?? textOf(envelope["error"])
  const wait = response.headers.get("retry-after")
  const failed = {
    status: response.status,
    message: text ?? `The service answered with status ${response.status}`,
    code: textOf(envelope["code"]),
    fix: textOf(envelope["fix"]),
    requestId: response.headers.get("x-request-id"),
    retryAfter: retryAfterOf(wait),
    details: detailsOf(envelope["details"])
  }
  return new ParleyError({
    ...failed,
    retry: retryOf({ ...failed, isRepeatable, isAnswered: text !== null, isPassing: wait !== null })
  })
}

/** Parses JSON; undefined if it is invalid. */
const parsed = (text: string): Promise<unknown> =>
  Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)

/** Reads the failure of an answer. */
export const refusalOf = async (response: Response, isRepeatable: boolean): Promise<ParleyError> =>
  refusalIn(response, await parsed(await response.text()), isRepeatable)

/** Failure without a usable answer. */
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

/** Failure of a call with an invalid argument, which is not sent. */
const invalid = (message: string, fix: string) =>
  new ParleyError({ ...unanswered, message, code: "INVALID_ARGUMENT", fix, retry: "fix" })

/** Whether `fetch` accepts the value of a header. Otherwise it would fail as if the service were unreachable. */
const isHeader = (value: unknown): boolean =>
  typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]+$/.test(value.trim())

/** Longest duration of a timer, in milliseconds: 24 days. */
const longestTimeout = 2_147_483_647

/** Returns URL and headers of a request. Rejects if an argument is invalid. */
export const requestOf = async (
  { base, headers }: Connection,
  path: string,
  more: Readonly<Record<string, string>>
): Promise<{ readonly address: string; readonly headers: Readonly<Record<string, string>> }> => {
  if (base === null) {
    return Promise.reject(invalid("url is not a valid base URL", "Use a URL such as https://shop.example"))
  }
  const all = { ...more, ...(await headers()) }
  const wrong = Object.entries(all).find(([, value]) => !isHeader(value))
  if (wrong === undefined) return { address: base + path, headers: all }
  return Promise.reject(invalid(`${wrong[0]} is empty or malformed`, "Use printable text"))
}

/**
 * Calls an endpoint and returns the data of its answer. Rejects with a `ParleyError`, or with the reason of the caller's
 * signal.
 */
export const call = async (connection: Connection, endpoint: Endpoint, input: CallInput): Promise<unknown> => {
  const { idempotencyKey, signal, timeout = connection.timeout } = input.options ?? {}
  const path = addressOf(endpoint, input)
  if (path === null) {
    return Promise.reject(invalid(`An id of ${endpoint.path} is missing`, "Pass each id as non-empty text"))
  }
  const [body, type] = contentOf(endpoint, input.body)
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
  // A redirect would send the key or token to another address.
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    body,
    signal: ended,
    redirect: "manual",
    // `fetch` requires this for a body that it does not have whole.
    ...(body instanceof ReadableStream && { duplex: "half" })
  }
  if (ended.aborted) return Promise.reject(failed(ended.reason))
  return connection
    .fetch(address, init)
    .then((response) => read(endpoint, response, isRepeatable))
    .catch((cause: unknown) => Promise.reject(failed(cause)))
}
