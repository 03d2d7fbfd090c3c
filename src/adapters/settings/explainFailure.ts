import { Cause, Config, Predicate, Schema, SchemaIssue } from "effect"
import { SqlError } from "effect/sql"
import { HttpServerError } from "effect/http"
import { reduced } from "./withoutRows.ts"

const textOf = (value: unknown, name: string): string => {
  const text = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof text === "string" ? text : ""
}

const form = "postgres://user:password@host:5432/database"

/** The remedy by the code of the system, or of Postgres (SQLSTATE). */
const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there. Start the database, or correct host and port of DATABASE_URL",
  ENOTFOUND: "There is no such host. Correct the host of DATABASE_URL",
  EAI_AGAIN: "The host cannot be looked up. Correct the host of DATABASE_URL, or check the DNS of this machine",
  ETIMEDOUT: "The host does not answer. Check host, port and firewall of DATABASE_URL",
  EHOSTUNREACH: "The host cannot be reached. Check host and network of DATABASE_URL",
  "28P01": "Correct user and password of DATABASE_URL",
  "28000": "Correct the user of DATABASE_URL, or let it in with pg_hba.conf of the server",
  "3D000": "Create the database, or correct its name at the end of DATABASE_URL",
  "25006":
    "The server is a standby, or read-only. Let DATABASE_URL lead to the primary, or promote this server with pg_ctl promote",
  "42501": "Grant the missing right to the user of DATABASE_URL, or use another user",
  "53300":
    "The server has no connection left. Raise max_connections, or stop other programs; a process uses up to DATABASE_CONNECTIONS",
  "57P03": "The server is starting or stopping. Try again in a moment"
}

const timeout = /timed? ?out/i

/** Remedies by the message of a connection error without a code. */
const remediesByMessage: ReadonlyArray<readonly [RegExp, string]> = [
  [/no username/i, `DATABASE_URL names no user. Write it as ${form}`],
  [/(?:no|requested) password/i, `DATABASE_URL names no password, and the server wants one. Write it as ${form}`],
  [
    /unsupported startup parameter/i,
    "The pooler refuses startup parameters of the service. Name them in ignore_startup_parameters of the pooler, or let DATABASE_URL lead to the server itself"
  ],
  [
    /exceeds maxMessageSize|closed unexpectedly/i,
    `What answers there is no Postgres server, or ends the connection. Correct host and port of DATABASE_URL: ${form}`
  ],
  [timeout, remedies["ETIMEDOUT"] ?? ""]
]

/** Why the database cannot be used, and the remedy; null for a failure that is not about the connection. */
const explainDatabase = ({ reason }: SqlError.SqlError): string | null => {
  const { cause } = reason
  const message = textOf(cause, "message") || reason.message
  const remedy = remedies[textOf(cause, "code")]
  if (remedy !== undefined) return `The database cannot be used: ${message}. ${remedy}`
  // A statement timeout has the same message as a connection timeout.
  const isTimeout = reason._tag !== "ConnectionError" && timeout.test(message)
  const known = isTimeout ? undefined : remediesByMessage.find(([pattern]) => pattern.test(message))
  return known === undefined ? null : `The database cannot be used: ${message}. ${known[1]}`
}

const fieldOf = (value: unknown, name: string): string => {
  const text = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof text === "string" || typeof text === "number" ? String(text) : ""
}

const portRemedies: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "Another program listens there. Stop it, or choose another port with PORT (metrics: ADMIN_PORT; the emulator: EMULATOR_PORT or --port)",
  EACCES: "This user may not listen there. Choose a port above 1023 with PORT, for metrics with ADMIN_PORT",
  EADDRNOTAVAIL: "This machine has no such address. Correct HOST, for metrics ADMIN_HOST"
}

/** Why a server cannot listen, and the remedy. */
const explainPort = ({ cause }: HttpServerError.ServeError): string => {
  const address = `port ${fieldOf(cause, "port")} of ${fieldOf(cause, "address")}`
  const remedy = portRemedies[fieldOf(cause, "code")]
  return remedy === undefined
    ? `The server cannot listen: ${fieldOf(cause, "message")}. Check HOST and PORT`
    : `The server cannot listen on ${address}. ${remedy}`
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** `PORT: Expected a port number`, a line for each variable; never the value, which may be a secret. */
export const explainConfig = ({ cause }: Config.ConfigError): string => {
  if (!Schema.isSchemaError(cause)) return cause.message
  const lines = issuesOf(cause.issue).issues.map(({ message, path = [] }) => {
    const [variable] = path.map((segment) => String(typeof segment === "object" ? segment.key : segment))
    return `${variable ?? "environment"}: ${message.replace("a string representing a finite number", "a number")}`
  })
  // A list that cannot be split is also reported as not being a list, which adds nothing.
  const useful = lines.filter((line) => !line.endsWith(": Expected array"))
  return [...new Set(useful.length > 0 ? useful : lines)].join("\n")
}

/** Explains to the operator what ended the service: the message, without a stack. */
export const explainFailure = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (error instanceof Config.ConfigError) return `Invalid configuration\n${explainConfig(error)}`
  if (SqlError.isSqlError(error)) return explainDatabase(error) ?? `The database failed: ${reduced(error).message}`
  if (error instanceof HttpServerError.ServeError) return explainPort(error)
  // An error without a message is named by its tag.
  if (Predicate.hasProperty(error, "_tag") && error instanceof Error && error.message === "") return String(error._tag)
  if (!(error instanceof Error)) return String(error)
  // A failed migration: the driver's message does not name the cause.
  if (SqlError.isSqlError(error.cause)) {
    return explainDatabase(error.cause) ?? `${error.message}: ${reduced(error.cause).message}`
  }
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
