import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import type { ContactSearch } from "../../domain/ContactSearch.ts"
import { OrganizationId } from "../../domain/Ids.ts"
import { isShortTerm, searchPatterns } from "./searchPatterns.ts"

/** So many changed texts are looked at in less than a millisecond; when there are more, they should be counted. */
const fewChanges = 2_000

/**
 * How many contacts a search finds, from what is kept of short terms (`keepTerms`) and what has changed since: both as of
 * one moment. Null where nothing is kept of the organization, or of such a search. When much has changed, `upkeep` is asked
 * to count it.
 */
export const termTotals = (sql: SqlClient.SqlClient, upkeep: Effect.Effect<void>) => {
  const kept = SqlSchema.findOne({
    Request: Schema.Struct({
      organizationId: OrganizationId,
      term: Schema.String,
      pattern: Schema.String,
      column: Schema.Literals(["named", "anywhere"])
    }),
    Result: Schema.Struct({ total: Schema.NullOr(Schema.Int), waiting: Schema.Int }),
    execute: ({ column, organizationId, pattern, term }) => sql`
      with changed as materialized (
        select coalesce(sum(size), 0)::float8 as waiting, coalesce(sum(
          (select count(*) from unnest(come) as searched where searched like ${pattern})
          - (select count(*) from unnest(gone) as searched where searched like ${pattern})), 0) as difference
        from text_changes where organization_id = ${organizationId}::uuid
      )
      select waiting, case
        when exists (select from short_terms where organization_id = ${organizationId}::uuid and term = '') then (
          difference + coalesce((select ${sql.literal(column)} from short_terms
            where organization_id = ${organizationId}::uuid and term = ${term}), 0)
        )::float8
      end as total
      from changed`
  })

  return Effect.fnUntraced(function* (organizationId: OrganizationId, search: ContactSearch) {
    const [{ pattern }, ...others] = searchPatterns(search)
    // What may be a number in other characters than it is written in is two terms, and they have contacts in common.
    if (!isShortTerm(search) || others.length > 0) return null
    const column = search.fields === "name and phone" ? "named" : "anywhere"
    const { total, waiting } = yield* kept({ organizationId, term: search.text, pattern, column })
    if (total !== null && waiting > fewChanges) yield* upkeep
    return total
  })
}
export type TermTotals = ReturnType<typeof termTotals>
