import type { PgClient, PgPool } from "@effect/sql-pg"
import { Predicate, Redacted, Result, Struct } from "effect"

const fields = [
  "url",
  "host",
  "port",
  "path",
  "ssl",
  "database",
  "username",
  "password",
  "stream"
] as const satisfies ReadonlyArray<keyof PgClient.PgClientConfig>

/**
 * The address and credentials of a server, in the driver's fields. A password that is an effect runs for each connection.
 * Pool sizes and session settings are not among these fields: each pool has its own.
 */
export type ServerAddress = Pick<PgClient.PgClientConfig, (typeof fields)[number]>

/**
 * The address of a URL, or that of a configuration of the driver without its other fields: `multiplex` would let
 * transactions share a connection.
 */
export const serverAddress = (from: Redacted.Redacted | ServerAddress): ServerAddress =>
  Redacted.isRedacted(from) ? { url: from } : Struct.pick(from, fields)

type Attribute = readonly [name: string, value: string | number]

/** Span attributes of a server and a database, with the names of OpenTelemetry. */
export type SpanAttributes = ReadonlyArray<Attribute>

/** The default port of Postgres and of the driver. */
const defaultPort = 5432

interface UrlParts {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly database?: string | undefined
  readonly username?: string | undefined
}

const decoded = (text: string): string | undefined =>
  text === ""
    ? undefined
    : Result.getOrElse(
        Result.try(() => decodeURIComponent(text)),
        () => text
      )

/** The names in a URL, as the driver reads them: the last of a parameter wins over the path and the authority. */
const namedByUrl = (text: string): UrlParts => {
  const url = URL.parse(text)
  if (url === null) return {}
  const last = (name: string) => url.searchParams.getAll(name).at(-1)
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : decoded(url.hostname)
  const port = last("port") ?? decoded(url.port)
  return {
    host: last("host") ?? host,
    port: port === undefined ? undefined : Number(port),
    database: last("dbname") ?? decoded(url.pathname.replace(/^\//, "")),
    username: last("user") ?? decoded(url.username)
  }
}

/** The host and port, or the path of a socket. Empty for a stream of the program, whose address is unknown. */
const serverOf = ({ host, path, port, stream }: ServerAddress, url: UrlParts): SpanAttributes => {
  if (stream !== undefined) return []
  const hostName = host ?? url.host ?? "localhost"
  const number = port ?? url.port ?? defaultPort
  const socket = path ?? (hostName.startsWith("/") ? `${hostName}/.s.PGSQL.${number}` : undefined)
  return socket === undefined
    ? [
        ["server.address", hostName],
        ["server.port", number]
      ]
    : [["server.address", socket]]
}

/**
 * The attributes of spans on an address, or on the pool of a program. The database is the one that a connection requests;
 * it defaults to the name of the user. `schema` is the first one of the sessions; null if it is not the service's.
 */
export const spanAttributes = (address: ServerAddress | PgPool.Config, schema: string | null): SpanAttributes => {
  const url = address.url === undefined ? {} : namedByUrl(Redacted.value(address.url))
  const database = address.database ?? url.database ?? address.username ?? url.username
  const names = [database, schema].filter(Predicate.isString)
  const namespace: ReadonlyArray<Attribute> = names.length === 0 ? [] : [["db.namespace", names.join("|")]]
  return [["db.system.name", "postgresql"], ...namespace, ...serverOf(address, url)]
}
