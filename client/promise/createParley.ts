import { call, type Connection, type Credential, type Fetch } from "./call.ts"
import { type DeveloperMethods, developerMethods } from "./DeveloperMethods.ts"
import type { CallOptions, Endpoint, Table } from "./Endpoint.ts"
import { eventStream, type StreamOptions } from "./eventStream.ts"
import { everyEntry } from "./everyEntry.ts"
import { type SessionMethods, sessionMethods } from "./SessionMethods.ts"

/** Default timeout in milliseconds: longer than the service waits for a platform. */
const defaultTimeout = 60_000

interface Options {
  /** Base URL: `https://parley.example.com`, or with a prefix `https://shop.example.com/messaging`. */
  readonly url: string
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds until the whole answer must have arrived; 60 000 by default. */
  readonly timeout?: number | undefined
}

/** Address and API key for a client of the Developer interface. */
export interface ParleyOptions extends Options {
  /** API key, or a function that returns it before each call. */
  readonly apiKey: Credential
}

/** Address, token and organization for a client of the Session interface. */
export interface ParleySessionOptions extends Options {
  /** Session token or service key, or a function that returns it before each call. */
  readonly token: Credential
  /** Empty for calls without an organization, such as the list of the user's organizations. */
  readonly organizationId: string
}

/** A client of the Developer interface. */
export interface Parley extends DeveloperMethods {}

/** A client of the Session interface. */
export interface ParleySession extends SessionMethods {}

const isOptions = (value: unknown): value is CallOptions => typeof value === "object" && value !== null

/** Arguments of a method between ids and options. */
const partsOf = ({ takes }: Endpoint): ReadonlyArray<"body" | "query"> => {
  if (takes === undefined) return []
  return takes === "both" ? ["body", "query"] : [takes]
}

/** Maps the arguments of a method: ids, then body and query, then options. */
const inputOf = (endpoint: Endpoint, args: ReadonlyArray<unknown>) => {
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

/** Methods of one endpoint: the call, and for a list also the iterator over all entries. */
const methodsOf = (connection: Connection, name: string, endpoint: Endpoint): ReadonlyArray<ReadonlyArray<unknown>> => {
  const method = (...args: ReadonlyArray<unknown>) => call(connection, endpoint, inputOf(endpoint, args))
  const { gives, pages, path } = endpoint
  if (gives === "stream") return [[name, (options?: StreamOptions) => eventStream(connection, path, options)]]
  if (pages === undefined) return [[name, method]]
  // The ids of the path come before the query.
  const ids = path.split("{").length - 1
  const all = (...args: ReadonlyArray<unknown>) =>
    everyEntry((part) => method(...args.slice(0, ids), part, args[ids + 1]), pages, args[ids])
  return [
    [name, method],
    [name.replace(/^list/, "all"), all]
  ]
}

/** Builds the client. The table and its types are generated together, so the result of `Object.fromEntries` is typed. */
const clientOf = (connection: Connection, table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([group, endpoints]): ReadonlyArray<unknown> => {
      const methods = Object.entries(endpoints).flatMap(([name, endpoint]) => methodsOf(connection, name, endpoint))
      return [group, Object.fromEntries(methods)]
    })
  )

/** Base URL without a trailing slash; null if it is not HTTP, or has a query or hash, which would absorb the paths. */
const baseOf = (url: string): string | null => {
  const { hash, href, protocol, search } = new URL(url)
  return /^https?:$/.test(protocol) && search + hash === "" ? href.replace(/\/+$/, "") : null
}

const connectionOf = ({ fetch, timeout, url }: Options, headers: Connection["headers"]): Connection => ({
  base: baseOf(url),
  headers,
  // Read at each call, so that it can be replaced; browsers require `globalThis` as its receiver.
  fetch: fetch ?? ((address, init) => globalThis.fetch(address, init)),
  timeout: timeout ?? defaultTimeout
})

const valueOf = async (credential: Credential): Promise<string> =>
  typeof credential === "function" ? credential() : credential

/** Header for a token. It is empty without one, so that the client rejects the call before it sends a request. */
const bearer = (token: string): string => (token ? `Bearer ${token}` : "")

/** Creates a client of the Developer interface on promises and `fetch` (contract: The client on promises). */
export const createParley = ({ apiKey, ...options }: ParleyOptions): Parley =>
  clientOf(
    connectionOf(options, async () => ({ "x-api-key": await valueOf(apiKey) })),
    developerMethods
  )

/** Creates a client of the Session interface on promises and `fetch` (contract: The client on promises). */
export const createParleySession = ({ organizationId, token, ...options }: ParleySessionOptions): ParleySession =>
  clientOf(
    connectionOf(options, async () => ({
      authorization: bearer(await valueOf(token)),
      ...(organizationId ? { "x-org-id": organizationId } : null)
    })),
    sessionMethods
  )
