import { Cache, Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { freshly } from "../../../collections/elapsedMillis.ts"
import { OrganizationId } from "../../../domain/Ids.ts"

/** How long a share of the contacts is cached, and for how many organizations. */
const cachedFor = "1 minute"
const cachedOrganizations = 1_024

/**
 * The condition that limits a search to the contacts of an organization.
 *
 * The organization is the first key of the search index. For an organization with most of all contacts, the entries of
 * that key take longer to read than the rest of a search among a million. Its searches therefore look up the term alone
 * and compare the organization afterwards, which adds at most as many contacts again. Both forms find the same contacts,
 * so a cached share may be out of date.
 */
export const searchScope = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const hasMost = SqlSchema.findOne({
    Request: OrganizationId,
    Result: Schema.Struct({ most: Schema.Boolean }),
    // `reltuples` is negative until the first vacuum or analyze.
    execute: (id) => sql`
      select coalesce(2 * (select contacts from inbox_totals where organization_id = ${id}::uuid) > reltuples
        and reltuples > 0, false) as most
      from pg_class where oid = 'contacts'::regclass`
  })
  const shareOf = freshly(yield* Cache.make({ capacity: cachedOrganizations, timeToLive: cachedFor, lookup: hasMost }))
  return Effect.fnUntraced(function* (organizationId: OrganizationId) {
    const { most } = yield* shareOf(organizationId)
    const isOwn = sql`organization_id = ${organizationId}::uuid`
    // `coalesce` prevents the use of the index for the condition.
    return most ? sql`coalesce(${isOwn}, false)` : isOwn
  })
})
export type SearchScope = Effect.Success<ReturnType<typeof searchScope>>
