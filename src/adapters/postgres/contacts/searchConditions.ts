import { Array, Cache, Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { cachedRead } from "../database/cachedRead.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { hasLabel } from "../database/labelCondition.ts"
import type { ContactSearch } from "../../../domain/contacts/ContactSearch.ts"

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
  const shareOf = cachedRead(
    yield* Cache.make({ capacity: cachedOrganizations, timeToLive: cachedFor, lookup: hasMost })
  )
  return Effect.fnUntraced(function* (organizationId: OrganizationId) {
    const { most } = yield* shareOf(organizationId)
    const isOwn = sql`organization_id = ${organizationId}::uuid`
    // `coalesce` prevents the use of the index for the condition.
    return most ? sql`coalesce(${isOwn}, false)` : isOwn
  })
})
export type SearchScope = Effect.Success<ReturnType<typeof searchScope>>

/** Separates name, digits of the number and e-mail in the column `searched`, as in `searchedText`. */
const separator = "\n"

/** An alternative of a search. */
interface SearchPattern {
  /** The term in the form of `searched`. */
  readonly term: string
  /** The `like` pattern that matches where the term may stand. */
  readonly pattern: string
}

/** Escapes the text for a `like` pattern. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/**
 * The alternatives of a search: one matches `searched` exactly when `isFound` of `domain/contacts/ContactSearch.ts` finds
 * the contact. `testing/contracts/stores/contactStore/searching.ts` compares both. A term contains no separator, so the separators of a pattern select the part of `searched` that it matches in.
 */
const searchPatterns = ({ digits, fields, text }: ContactSearch): Array.NonEmptyReadonlyArray<SearchPattern> => {
  const anywhere = `%${literally(text)}%`
  const asText = { term: text, pattern: fields === "name and phone" ? `${anywhere}${separator}%` : anywhere }
  return digits === null || digits === text
    ? [asText]
    : [asText, { term: digits, pattern: `%${separator}%${digits}%${separator}%` }]
}

/** Characters of an entry of the index. */
const indexed = 3

/** Whether the index has no entry for any term of the search. */
export const isShortTerm = ({ digits, text }: ContactSearch): boolean =>
  text.length < indexed && (digits === null || digits.length < indexed)

/** Words that the index divides into every three characters, whatever the language of the database. */
const plainWords = /^[a-z0-9]{3,}(?: [a-z0-9]{3,})*$/

/** In a shorter word, every third position would leave two parts, which too many contacts contain. */
const longWord = 7

/** Parts of a word that cover all its characters: one at every second or third position, and the last one. */
const partsOf = (word: string): ReadonlyArray<string> => {
  const step = word.length < longWord ? 2 : 3
  const last = word.length - indexed
  const positions = word.length === indexed ? [] : Array.makeBy(Math.ceil(last / step), (n) => n * step)
  return [...positions, last].map((position) => word.slice(position, position + indexed))
}

/**
 * The parts of a term that are looked up in the index; every match of the term contains all of them. For a pattern, the
 * index would read the entries of every three characters, ten thousand and more each. Half of them leave hardly more
 * contacts to compare. Null for a term that the index has to divide.
 */
export const indexedParts = (term: string): ReadonlyArray<string> | null =>
  plainWords.test(term) ? [...new Set(term.split(" ").flatMap(partsOf))] : null

/** The condition of a search, for a statement that reads every contact. */
export const isFoundBy = (sql: SqlClient.SqlClient, search: ContactSearch) =>
  sql.or(Array.map(searchPatterns(search), ({ pattern }) => sql`searched like ${pattern}`))

/** The condition of a search, for a statement that reads the index: it looks up parts of a term, then compares the term. */
export const isFoundByIndex = (sql: SqlClient.SqlClient, search: ContactSearch) =>
  sql.or(
    Array.map(searchPatterns(search), ({ pattern, term }) => {
      const parts = indexedParts(term)
      return parts === null
        ? sql`searched like ${pattern}`
        : // `coalesce` prevents the use of the index for the pattern.
          sql.and([
            ...Array.map(parts, (part) => sql`searched like ${`%${part}%`}`),
            sql`coalesce(searched like ${pattern}, false)`
          ])
    })
  )

/** The condition of a label, and of a search if there is one, for a statement that reads the index of labels. */
export const isLabelled = (sql: SqlClient.SqlClient, label: string, search: ContactSearch | null) =>
  search === null ? hasLabel(sql, label) : sql`${hasLabel(sql, label)} and (${isFoundBy(sql, search)})`
