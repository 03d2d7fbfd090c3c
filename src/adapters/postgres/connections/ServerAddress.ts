import type { PgClient } from "@effect/sql-pg"
import { Redacted, Struct } from "effect"

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
