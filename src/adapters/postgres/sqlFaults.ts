import { Effect, Schedule } from "effect"
import type { SqlError } from "effect/sql"

/** Times that a statement which lost against another one is run again. */
const conflictRetries = 3

/** The database rolled the statement back because of another one, so running it again is safe and may pass. */
const isConflict = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "DeadlockError" || reason._tag === "SerializationError" || reason._tag === "LockTimeoutError"

/** Not the fault of what was written: the database was busy, gone, or refused us. */
const isDatabaseFault = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" ||
  reason._tag === "AuthenticationError" ||
  reason._tag === "AuthorizationError" ||
  reason._tag === "StatementTimeoutError" ||
  reason._tag === "SqlSyntaxError"

export const retryConflict = <A, R>(statement: Effect.Effect<A, SqlError.SqlError, R>) =>
  Effect.retry(statement, {
    schedule: Schedule.exponential("5 millis").pipe(Schedule.jittered),
    times: conflictRetries,
    while: isConflict
  })

/** Whether one of the rows of a group may be what the database refused. */
export const isItemFault = (error: SqlError.SqlError): boolean => !isConflict(error) && !isDatabaseFault(error)
