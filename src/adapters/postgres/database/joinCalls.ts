import type { PgPool } from "@effect/sql-pg"
import { Context, Effect, Option } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { CannotJoinTransaction, OpenTransaction } from "../../../ports/process/OpenTransaction.ts"
import type { LentSettings } from "../connections/LentSessions.ts"
import { ClientTransaction } from "../connections/ProgramClient.ts"
import { ActingConnection, CurrentJoin } from "../rowsecurity/ActingConnection.ts"
import { type ActingAs, onLevelOf } from "../rowsecurity/ActingClient.ts"

/** The pool of the program, and the role and settings of calls that join its transactions. */
export interface Joining {
  readonly pool: PgPool.PgPool
  readonly as: ActingAs | null
  readonly settings: LentSettings
}

/** Null if the stores have connections of their own. */
export const CurrentJoining = Context.Reference<Joining | null>("effect-parley/adapters/postgres/CurrentJoining", {
  defaultValue: () => null
})

/** Whether the fiber runs a call of a store that has joined: the calls inside are part of it. */
const IsJoined = Context.Reference<boolean>("effect-parley/adapters/postgres/IsJoined", { defaultValue: () => false })

/** A call that has failed is undone to its savepoint, so the transaction continues, and never fails with a fault of SQL. */
const undone = <A, E, R>(call: Effect.Effect<A, E | SqlError.SqlError, R>): Effect.Effect<A, E, R> =>
  Effect.catchTag(call, "SqlError", Effect.die)

/** Runs calls of stores in the open transaction of the program, if there is one. `name` is that of the call. */
export type JoinCall = <A, E, R>(name: string, call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Calls join one after the other. Each has a savepoint. In a transaction of the program's pool, the connection gets the
 * settings and the role of the service before it, and those of the program after it: neither a statement of the program
 * nor one of another call runs in between.
 */
export const joinCalls = (
  sql: SqlClient.SqlClient,
  searches: SqlClient.SqlClient,
  joining: Joining | null
): JoinCall => {
  const own = <A, E, R>(call: Effect.Effect<A, E, R>) =>
    undone(sql.withTransaction(onLevelOf(sql, call, searches.transactionService)))

  const joined = <A, E, R>(
    program: SqlClient.SqlClient,
    { as, settings }: Joining,
    call: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.serviceOption(program.transactionService), (level) => {
      const connection = Option.isSome(level) ? level.value[0] : null
      if (!(connection instanceof ActingConnection) || connection.turn === null) {
        return Effect.die("the open transaction has no connection")
      }
      const session = as === null ? null : { ...as, isPinned: true, role: as.own }
      const inside = onLevelOf(program, call, sql.transactionService, searches.transactionService)
      return undone(
        connection.turn.withPermit(
          Effect.acquireUseRelease(
            settings.set(connection.connection),
            () => Effect.provideService(program.withTransaction(inside), CurrentJoin, { program, session }),
            (before) => settings.restore(connection.connection, before)
          )
        )
      )
    })

  return (name, call) =>
    Effect.withFiber((fiber) => {
      const open = fiber.getRef(OpenTransaction)
      if (open === null || fiber.getRef(IsJoined)) return call
      const refused = (reason: CannotJoinTransaction["reason"]) =>
        Effect.die(new CannotJoinTransaction({ call: name, reason }))
      if (!(open instanceof ClientTransaction)) return refused("another database")
      if (open.isOver) return refused("transaction ended")
      const once = Effect.provideService(call, IsJoined, true)
      if (open.client === sql) return own(once)
      return joining !== null && joining.pool === open.database
        ? joined(open.client, joining, once)
        : refused("another database")
    })
}
