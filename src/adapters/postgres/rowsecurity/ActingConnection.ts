import type { PgConnection } from "@effect/sql-pg"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Context, Effect, type Semaphore, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlClient, SqlError } from "effect/sql"
import { type Acting, CurrentActing, type Roles } from "./Acting.ts"

/** The ids of the domains whose values set a statement's organizations and role, and the available roles. */
export interface ActingTypes {
  readonly organizations: number
  readonly role: number
  readonly roles: Roles
}

const parameter = (oid: number, value: string): PgTypes.Parameter => ({
  [PgTypes.ParameterTypeId]: PgTypes.ParameterTypeId,
  oid,
  value
})

/** Statements that get no acting parameters: a parameter would fail in an aborted transaction. */
const isControl = /^(?:begin|commit|rollback|savepoint|release)\b/i

const roleOf = (acting: Acting, own: string, roles: Roles): string =>
  acting === "everyone" ? roles.worker : acting === "owner" ? "none" : own

/** The roles of a session, and the one that it has. */
export interface ActingSession {
  readonly types: ActingTypes
  readonly own: string
  /** The role stays until the transaction ends. */
  readonly isPinned: boolean
  role: string
}

/**
 * A call of a store that is part of the program's transaction. Its statements run on the connection of the program, which
 * has the settings of the service meanwhile; null for a session that acts for no organizations.
 */
export interface JoinedCall {
  readonly program: SqlClient.SqlClient
  readonly session: ActingSession | null
}

/** The call that the statements of the fiber belong to; null outside of one. */
export const CurrentJoin = Context.Reference<JoinedCall | null>("effect-parley/adapters/postgres/CurrentJoin", {
  defaultValue: () => null
})

const parametersOf = (
  session: ActingSession | null,
  sql: string,
  params: ReadonlyArray<unknown>,
  acting: Acting
): ReadonlyArray<unknown> => {
  if (session === null || (params.length === 0 && isControl.test(sql))) return params
  const { organizations, role: roleType, roles } = session.types
  const organizationList = typeof acting === "string" ? "" : `{${acting.join()}}`
  const more = [...params, parameter(organizations, organizationList)]
  const role = roleOf(acting, session.own, roles)
  if (role === session.role) return more
  if (session.isPinned) session.role = role
  return [...more, parameter(roleType, role)]
}

type Transform = (<A extends object>(row: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined

/**
 * A connection whose statements act for the organizations of their fiber; without a session, in the role of the user.
 * Each statement has an additional parameter that its text does not use: the server sets the organizations while it reads
 * the parameters, before it plans or runs the statement. The setting ends with the transaction, so statements need no
 * transaction of their own and no additional round trip.
 */
export class ActingConnection implements Connection {
  readonly connection: PgConnection.PgConnection
  /** Held by a call of a store that runs on this connection of the program: other statements wait for its end. */
  readonly turn: Semaphore.Semaphore | null
  readonly #session: ActingSession | null

  constructor(
    connection: PgConnection.PgConnection,
    session: ActingSession | null,
    turn: Semaphore.Semaphore | null = null
  ) {
    this.connection = connection
    this.turn = turn
    this.#session = session
  }

  /** Runs a statement with the parameters for its fiber. */
  #run<A>(
    sql: string,
    params: ReadonlyArray<unknown>,
    run: (params: ReadonlyArray<unknown>) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError> {
    return Effect.withFiber((fiber) => {
      const joined = this.#session === null ? fiber.getRef(CurrentJoin) : null
      const session = this.#session ?? joined?.session ?? null
      const statement = run(parametersOf(session, sql, params, fiber.getRef(CurrentActing)))
      return this.turn !== null && joined === null ? this.turn.withPermit(statement) : statement
    })
  }

  #query(sql: string, params: ReadonlyArray<unknown>, prepare = true) {
    return this.#run(sql, params, (all) => this.connection.query(sql, all, prepare))
  }

  #values(sql: string, params: ReadonlyArray<unknown>, prepare: boolean) {
    return this.#run(sql, params, (all) => this.connection.queryValues(sql, all, prepare))
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return Effect.map(this.#query(sql, params), ({ rows }) => transform?.(rows) ?? rows)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return Effect.map(this.#query(sql, params, false), ({ rows }) => transform?.(rows) ?? rows)
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<PgConnection.Result, SqlError.SqlError> {
    return this.#query(sql, params)
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.#values(sql, params, true)
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.#values(sql, params, false)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    const rows = Stream.unwrap(
      Effect.withFiber((fiber) => {
        const session = this.#session ?? fiber.getRef(CurrentJoin)?.session ?? null
        return Effect.succeed(
          this.connection.stream(sql, parametersOf(session, sql, params, fiber.getRef(CurrentActing)))
        )
      })
    )
    return transform === undefined ? rows : Stream.map(rows, (row) => row)
  }
}
