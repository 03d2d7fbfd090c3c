import { Cause, Effect, Option, Predicate, Schedule } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { isServerFault } from "../../../ports/process/Transaction.ts"

/** Times that what lost against another statement or transaction is run again. */
const conflictRetries = 5

const backoff = Schedule.exponential("5 millis").pipe(Schedule.jittered)

/** The database rolled it back because of another one, so running it again is safe and may pass. */
const isConflict = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "DeadlockError" || reason._tag === "SerializationError" || reason._tag === "LockTimeoutError"

/** Not caused by the written data, so no row of a group is to blame: the database was busy, gone, or refused the connection. */
const liesInServer = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" ||
  reason._tag === "AuthenticationError" ||
  reason._tag === "AuthorizationError" ||
  reason._tag === "StatementTimeoutError" ||
  reason._tag === "SqlSyntaxError" ||
  (Predicate.hasProperty(reason.cause, "code") && isServerFault(String(reason.cause.code)))

/**
 * A foreign key refers to a row that a concurrent statement has just deleted, or a unique key belongs to a row just
 * added. A retry of the statement sees that row.
 */
const isDangling = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConstraintError" || reason._tag === "UniqueViolation"

export const retryConflict = <A, R>(statement: Effect.Effect<A, SqlError.SqlError, R>) =>
  Effect.retry(statement, {
    schedule: backoff,
    times: conflictRetries,
    while: (error) => isConflict(error) || isDangling(error)
  })

/** Retries a statement on a conflict, unless it is part of a transaction: then the transaction is retried as a whole. */
export const retryAlone = <A, R>(sql: SqlClient.SqlClient, statement: Effect.Effect<A, SqlError.SqlError, R>) =>
  Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
    Option.isSome(outer) ? statement : retryConflict(statement)
  )

/** Stores die of database errors, so the error is in the defect. */
const wasRolledBack = <E>({ reasons }: Cause.Cause<E>): boolean =>
  reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : null
    return SqlError.isSqlError(error) && isConflict(error)
  })

/** Runs a whole transaction again that the database has rolled back because of another one. */
export const retryTransaction = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.sandbox(transaction).pipe(
    Effect.retry({ schedule: backoff, times: conflictRetries, while: wasRolledBack }),
    Effect.catch(Effect.failCause)
  )

/** Whether the database may have refused one of the rows of a group. */
export const isItemFault = (error: SqlError.SqlError): boolean => !isConflict(error) && !liesInServer(error)
