import { call, type Connection, type Credential, type Fetch } from "./call.ts"
import { type DeveloperMethods, developerMethods } from "./DeveloperMethods.ts"
import type { CallOptions, Endpoint, Table } from "./Endpoint.ts"
import { eventStream, type StreamOptions } from "./eventStream.ts"
import { everyEntry } from "./everyEntry.ts"
import { type SessionMethods, sessionMethods } from "./SessionMethods.ts"

/** Milliseconds for an answer: longer than the service waits for a platform. */
const defaultTimeout = 60_000

interface Options {
  /** `https://parley.example.com`; of a service below a prefix `https://shop.example.com/messaging`. */
  readonly url: string
  /** Instead of the global one. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds for a whole answer, 60 000 when left out. */
  readonly timeout?: number | undefined
}

/** Which service to call, and with whose key. */
export interface ParleyOptions extends Options {
  /** A key of the organization, or a function that is asked for it before each call. */
  readonly apiKey: Credential
}

/** Which service to call, as whom, and for which organization. */
export interface ParleySessionOptions extends Options {
  /** A session token or the service key, or a function that is asked for it before each call. */
  readonly token: Credential
  /** Empty for calls that belong to no organization, such as the list of one's own. */
  readonly organizationId: string
}

/** A client of the Developer interface. */
export interface Parley extends DeveloperMethods {}

/** A client of the Session interface. */
export interface ParleySession extends SessionMethods {}

const isOptions = (value: unknown): value is CallOptions => typeof value === "object" && value !== null

/** What a method takes between ids and options. */
const partsOf = ({ takes }: Endpoint): ReadonlyArray<"body" | "query"> => {
  if (takes === undefined) return []
  return takes === "both" ? ["body", "query"] : [takes]
}

/** The arguments of a method: ids, then body and query, then options. */
const askedBy = (endpoint: Endpoint, args: ReadonlyArray<unknown>) => {
  const parts = partsOf(endpoint)
  const count = endpoint.path.split("{").length - 1
  const ids = Array.from({ length: count }, (_, index) => args[index])
  const options = args[count + parts.length]
  return {
    ids,
    ...Object.fromEntries(parts.map((part, index) => [part, args[count + index]])),
    ...(isOptions(options) ? { options } : {})
  }
}

/** The methods of one endpoint: to call it, and where it lists something to get all of that. */
const methodsOf = (connection: Connection, name: string, endpoint: Endpoint): ReadonlyArray<ReadonlyArray<unknown>> => {
  const method = (...args: ReadonlyArray<unknown>) => call(connection, endpoint, askedBy(endpoint, args))
  const { gives, pages, path } = endpoint
  if (gives === "stream") return [[name, (options?: StreamOptions) => eventStream(connection, path, options)]]
  if (pages === undefined) return [[name, method]]
  const all = (query?: unknown, options?: unknown) => everyEntry((part) => method(part, options), pages, query)
  return [
    [name, method],
    [name.replace(/^list/, "all"), all]
  ]
}

/** The table and the types come from one document, so that `Object.fromEntries` may promise them. */
const clientOf = (connection: Connection, table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([group, endpoints]): ReadonlyArray<unknown> => {
      const methods = Object.entries(endpoints).flatMap(([name, endpoint]) => methodsOf(connection, name, endpoint))
      return [group, Object.fromEntries(methods)]
    })
  )

/** The address without a slash at its end; null for one that calls cannot be below. A query would swallow their paths. */
const baseOf = (url: string): string | null => {
  const { hash, href, protocol, search } = new URL(url)
  return /^https?:$/.test(protocol) && search + hash === "" ? href.replace(/\/+$/, "") : null
}

const connectionOf = ({ fetch, timeout, url }: Options, headers: Connection["headers"]): Connection => ({
  base: baseOf(url),
  headers,
  // Looked up at each call, and called as a browser wants it.
  fetch: fetch ?? ((address, init) => globalThis.fetch(address, init)),
  timeout: timeout ?? defaultTimeout
})

const valueOf = async (credential: Credential): Promise<string> =>
  typeof credential === "function" ? credential() : credential

/** Empty without a token, so that the call is refused before it is made. */
const bearer = (token: string): string => (token ? `Bearer ${token}` : "")

/** A client of the Developer interface, on promises and `fetch` (contract C190). */
export const createParley = ({ apiKey, ...options }: ParleyOptions): Parley =>
  clientOf(
    connectionOf(options, async () => ({ "x-api-key": await valueOf(apiKey) })),
    developerMethods
  )

/** A client of the Session interface, on promises and `fetch` (contract C190). */
export const createParleySession = ({ organizationId, token, ...options }: ParleySessionOptions): ParleySession =>
  clientOf(
    connectionOf(options, async () => ({
      authorization: bearer(await valueOf(token)),
      ...(organizationId ? { "x-org-id": organizationId } : null)
    })),
    sessionMethods
  )
