import { Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"

/** Roles of the service's connections. They cannot log in, own nothing, and bypass nothing. */
export interface Roles {
  /** Sees the rows of the organizations that a statement acts for. */
  readonly service: string
  /** Sees the same rows and reads all contacts: a policy prevents the use of text indexes. */
  readonly finder: string
  /** Reads and writes rows of all organizations: deliveries, claims and purges. */
  readonly worker: string
}

/** The roles of a schema. Services in two schemas of one server do not share them, and neither sees the other's rows. */
export const rolesOf = (schema: string): Roles => ({
  service: `${schema}_service`,
  finder: `${schema}_finder`,
  worker: `${schema}_worker`
})

/**
 * The organizations that statements act for (decision 15, Row-level security). `everyone` is for work on all organizations
 * at once, such as claims and purges; `owner` is for work on the tables themselves.
 */
export type Acting = ReadonlyArray<OrganizationId> | "everyone" | "owner"

/** Without it statements act for no organization: they see no row of a tenant's table, and write none. */
export const CurrentActing = Context.Reference<Acting>("effect-parley/adapters/postgres/CurrentActing", {
  defaultValue: () => []
})

/** Statements of the effect act for these organizations. */
export const actingFor =
  (acting: Acting) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentActing, acting)

/** Statements of the effect act for the organizations of the rows that they write together. */
export const actingForRows = (rows: ReadonlyArray<{ readonly organizationId: OrganizationId }>) =>
  actingFor([...new Set(rows.map(({ organizationId }) => organizationId))])

/** A transaction as the owner of the tables: to create, drop and maintain them. */
export const asOwner = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  actingFor("owner")(sql.withTransaction(effect))
