import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../../domain/Contact.ts"
import type { ContactSearch } from "../../domain/ContactSearch.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/Page.ts"
import { findByShortTerm, findContacts, type FoundColumns, foundStretch } from "./contactPages.ts"
import { type ContactColumns, readContacts } from "./ContactRow.ts"
import { nearerEnd } from "./nearerEnd.ts"
import { isShortTerm } from "./searchPatterns.ts"
import type { SearchScope } from "./searchScope.ts"
import type { TermTotals } from "./termTotals.ts"

/** The contact of a row; an empty page has none. */
const contactIn = (row: FoundColumns): ReadonlyArray<ContactColumns> => (row.id === null ? [] : [row])

/** Pages of the contacts that a search finds, the newest first, and how many it finds. */
export const foundContacts = (sql: SqlClient.SqlClient, scopeOf: SearchScope, totalOf: TermTotals) =>
  Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest, search: ContactSearch) {
    const total = yield* totalOf(organizationId, search)
    if (total !== null) {
      const stretch = nearerEnd(page, total)
      const rows = stretch === null ? [] : yield* foundStretch(sql, organizationId, stretch, search).unprepared
      const found: Page<Contact> = { rows: yield* readContacts(rows), total }
      return found
    }
    // Planned anew for every term: a plan for all of them reads the whole index for one that is in too many names.
    const rows = yield* isShortTerm(search)
      ? findByShortTerm(sql, organizationId, page, search).unprepared
      : findContacts(sql, organizationId, yield* scopeOf(organizationId), page, search).unprepared
    return { rows: yield* readContacts(rows.flatMap(contactIn)), total: rows[0]?.total ?? 0 }
  })
