import { Cache, Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId } from "../../domain/Ids.ts"

/** How long the answer is good for, and of how many organizations it is kept. */
const keptFor = "1 minute"
const keptOrganizations = 1_024

/**
 * What tells the contacts of an organization from those of others, in a search. It is the first key of the index that
 * contacts are searched by, and that key alone has the places of all contacts of the organization: in a search among a
 * million, reading them takes longer than all the rest. So when an organization has most of the contacts that there are,
 * the index is only asked for the term, and who is found is looked at for where they belong: at most as many again. Both
 * ways find the same, so who has most is asked once in a while.
 */
export const searchScope = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const hasMost = SqlSchema.findOne({
    Request: OrganizationId,
    Result: Schema.Struct({ most: Schema.Boolean }),
    // Where nobody has counted yet, it is negative.
    execute: (id) => sql`
      select coalesce(2 * (select contacts from inbox_totals where organization_id = ${id}::uuid) > reltuples
        and reltuples > 0, false) as most
      from pg_class where oid = 'contacts'::regclass`
  })
  const lately = yield* Cache.make({ capacity: keptOrganizations, timeToLive: keptFor, lookup: hasMost })
  return Effect.fnUntraced(function* (organizationId: OrganizationId) {
    const { most } = yield* Cache.get(lately, organizationId)
    const isOwn = sql`organization_id = ${organizationId}::uuid`
    // No index is asked for this.
    return most ? sql`coalesce(${isOwn}, false)` : isOwn
  })
})
export type SearchScope = Effect.Success<ReturnType<typeof searchScope>>
