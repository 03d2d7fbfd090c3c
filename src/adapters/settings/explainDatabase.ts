import { Predicate } from "effect"
import type { SqlError } from "effect/sql"

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
export const explainDatabase = ({ reason }: SqlError.SqlError): string | null => {
  const { cause } = reason
  const message = textOf(cause, "message") || reason.message
  const remedy = remedies[textOf(cause, "code")]
  if (remedy !== undefined) return `The database cannot be used: ${message}. ${remedy}`
  // A statement timeout has the same message as a connection timeout.
  const isTimeout = reason._tag !== "ConnectionError" && timeout.test(message)
  const known = isTimeout ? undefined : remediesByMessage.find(([pattern]) => pattern.test(message))
  return known === undefined ? null : `The database cannot be used: ${message}. ${known[1]}`
}
