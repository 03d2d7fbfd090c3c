import type { PgConnection } from "@effect/sql-pg"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Effect, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql"
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

type Transform = (<A extends object>(row: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined

/**
 * A connection whose statements act for the organizations of their fiber; without types, in the role of the session.
 * Each statement has an additional parameter that its text does not use: the server sets the organizations while it reads
 * the parameters, before it plans or runs the statement. The setting ends with the transaction, so statements need no
 * transaction of their own and no additional round trip.
 */
export class ActingConnection implements Connection {
  readonly #connection: PgConnection.PgConnection
  readonly #types: ActingTypes | null
  readonly #own: string
  readonly #isPinned: boolean
  /** The role of the running transaction. */
  #role: string

  constructor(connection: PgConnection.PgConnection, types: ActingTypes | null, own: string, isPinned: boolean) {
    this.#connection = connection
    this.#types = types
    this.#own = own
    this.#isPinned = isPinned
    this.#role = own
  }

  #parameters(sql: string, params: ReadonlyArray<unknown>, acting: Acting): ReadonlyArray<unknown> {
    if (this.#types === null || (params.length === 0 && isControl.test(sql))) return params
    const { organizations, role: roleType, roles } = this.#types
    const organizationList = typeof acting === "string" ? "" : `{${acting.join()}}`
    const more = [...params, parameter(organizations, organizationList)]
    const role = roleOf(acting, this.#own, roles)
    if (role === this.#role) return more
    if (this.#isPinned) this.#role = role
    return [...more, parameter(roleType, role)]
  }

  #query(sql: string, params: ReadonlyArray<unknown>, prepare = true) {
    return Effect.flatMap(CurrentActing, (acting) =>
      this.#connection.query(sql, this.#parameters(sql, params, acting), prepare)
    )
  }

  #values(sql: string, params: ReadonlyArray<unknown>, prepare: boolean) {
    return Effect.flatMap(CurrentActing, (acting) =>
      this.#connection.queryValues(sql, this.#parameters(sql, params, acting), prepare)
    )
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
      Effect.map(CurrentActing, (acting) => this.#connection.stream(sql, this.#parameters(sql, params, acting)))
    )
    return transform === undefined ? rows : Stream.map(rows, (row) => row)
  }
}
