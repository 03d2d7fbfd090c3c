import { Cause, Config, Predicate, Schema, SchemaIssue } from "effect"
import { HttpServerError } from "effect/http"
import { SqlError } from "effect/sql"
import { explainDatabase } from "./explainDatabase.ts"
import { explainPort } from "./explainPort.ts"
import { reduced } from "./withoutRows.ts"

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
