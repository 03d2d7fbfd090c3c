import { Array } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactSearch } from "../../domain/ContactSearch.ts"
import { indexedParts, searchPatterns } from "./searchPatterns.ts"

/** Whether a search finds the contact, whatever is done to know. */
export const isFoundBy = (sql: SqlClient.SqlClient, search: ContactSearch) =>
  sql.or(Array.map(searchPatterns(search), ({ pattern }) => sql`searched like ${pattern}`))

/** The same for who is looked for in the index: it is asked for parts of the term, and who has them is looked at. */
export const isFoundByIndex = (sql: SqlClient.SqlClient, search: ContactSearch) =>
  sql.or(
    Array.map(searchPatterns(search), ({ pattern, term }) => {
      const parts = indexedParts(term)
      return parts === null
        ? sql`searched like ${pattern}`
        : // No index is asked for what is in `coalesce`.
          sql.and([
            ...Array.map(parts, (part) => sql`searched like ${`%${part}%`}`),
            sql`coalesce(searched like ${pattern}, false)`
          ])
    })
  )
