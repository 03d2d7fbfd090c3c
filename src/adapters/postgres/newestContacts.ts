import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../../domain/Contact.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type Page, type PageRequest } from "../../domain/Page.ts"
import { type ListedColumns, listedContacts } from "./contactPages.ts"
import { readContacts } from "./ContactRow.ts"
import { contactTotals } from "./contactTotal.ts"
import { nearerEnd, type Stretch } from "./nearerEnd.ts"
import { makePagePlaces, type Place } from "./PagePlaces.ts"

/** So many contacts in front of a page are walked over without knowing how many there are behind it. */
const fewBefore = 500

/** Whether the page has more in front of it, so that finding it takes the longer the more contacts there are. */
export const isDeep = (page: PageRequest): boolean => offsetOf(page) > fewBefore

/** A stretch, counted from an end of the list or from a place in it. */
interface Way {
  readonly stretch: Stretch
  readonly place: ContactId | null
}

/** From the place to the contacts behind the first `before`; null when the place is in the middle of them. */
const fromPlace = (before: number, limit: number, place: Place): Way | null => {
  if (place.before <= before) {
    return { stretch: { from: "start", offset: before - place.before, limit }, place: place.id }
  }
  const after = place.before - before - limit
  return after < 0 ? null : { stretch: { from: "end", offset: after, limit }, place: place.id }
}

/** The places of a page's first contact and of its last one. */
const placesOf = (before: number, rows: ReadonlyArray<ListedColumns>): ReadonlyArray<Place> =>
  [0, rows.length - 1].flatMap((index) => {
    const row = rows[index]
    return row === undefined ? [] : [{ before: before + index, id: row.id }]
  })

/**
 * Pages of all contacts, the newest first, with the exact total. Those in front come with it; for those in the depth it is
 * asked before, and they are found from the nearer end or from where an earlier page was, whatever is less to walk over.
 */
export const newestContacts = (sql: SqlClient.SqlClient) => {
  const totals = contactTotals(sql)
  const places = makePagePlaces()

  const read = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    change: number,
    before: number,
    { place, stretch }: Way
  ) {
    const rows = yield* listedContacts(sql, organizationId, "change", stretch, place)
    const isSame = rows.length === stretch.limit && rows[0]?.kept === change
    if (isSame) places.note(organizationId, change, placesOf(before, rows))
    return isSame || place === null ? rows : null
  })

  const deep = Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest) {
    const { change, total } = yield* totals(organizationId)
    const stretch = nearerEnd(page, total)
    if (stretch === null) return { rows: [], total }
    const before = offsetOf(page)
    const place = places.nearest(organizationId, change, before)
    const way = place && fromPlace(before, stretch.limit, place)
    const near = way !== null && way.stretch.offset < stretch.offset
    const rows =
      (near ? yield* read(organizationId, change, before, way) : null) ??
      // From an end it is what is asked for whatever has changed since.
      (yield* read(organizationId, change, before, { stretch, place: null })) ??
      []
    return { rows: yield* readContacts(rows), total }
  })

  return Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest) {
    if (isDeep(page)) return yield* deep(organizationId, page)
    const stretch: Stretch = { from: "start", limit: page.limit, offset: offsetOf(page) }
    const rows = yield* listedContacts(sql, organizationId, "contacts", stretch, null)
    // On an empty page nothing says how many there are.
    const total = rows[0]?.kept ?? (yield* totals(organizationId)).total
    const listed: Page<Contact> = { rows: yield* readContacts(rows), total }
    return listed
  })
}
