import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { termTotals } from "../../src/adapters/postgres/termTotals.ts"
import type { ContactSearch } from "../../src/domain/ContactSearch.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"

/** Every term of one and two characters in the texts, and one that is in none. */
const termsIn = (texts: ReadonlyArray<string>) => {
  const characters = texts.map((text) => Array.from(text))
  const ones = characters.flat()
  const twos = characters.flatMap((all) => all.slice(1).map((character, place) => `${all[place]}${character}`))
  return ["", "\u{1f9a6}", ...new Set([...ones, ...twos])].filter((term) => term.length < 3 && !term.includes("\n"))
}

/**
 * Short terms that are in another number of contacts than is kept, which is null where nothing is kept of the
 * organization. All of it in one snapshot, whatever else goes on. Looked for as they stand, since they come from texts that are folded.
 */
export const wrongTerms = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const totalOf = termTotals(sql, Effect.void)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set transaction isolation level repeatable read`
      const contacts = yield* sql<{ readonly searched: string }>`
        select searched from contacts where organization_id = ${organizationId}::uuid`
      const texts = contacts.map(({ searched }) => searched)
      const searches = termsIn(texts).flatMap((text): ReadonlyArray<ContactSearch> => [
        { fields: "name and phone", text, digits: null },
        { fields: "name, phone and email", text, digits: null }
      ])
      const answers = yield* Effect.forEach(searches, (search) =>
        Effect.map(totalOf(organizationId, search), (kept) => {
          const parts = search.fields === "name and phone" ? 2 : 3
          const there = texts.filter((text) =>
            text
              .split("\n")
              .slice(0, parts)
              .some((part) => part.includes(search.text))
          ).length
          return { term: search.text, fields: search.fields, kept, there }
        })
      )
      return {
        contacts: texts.length,
        isKept: answers.every(({ kept }) => kept !== null),
        wrong: answers.filter(({ kept, there }) => kept !== there)
      }
    })
  )
})
