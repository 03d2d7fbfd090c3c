import { maxSearchLength } from "../../src/domain/contacts/ContactSearch.ts"
import type { ContactFilter } from "./contactQueries.ts"

/** Columns of the list beside the name, in the order of the table. */
export const columnIds = [
  "phone",
  "email",
  "channels",
  "labels",
  "tags",
  "consent",
  "lastMessage",
  "conversations",
  "country",
  "source",
  "created",
  "updated"
] as const
export type ColumnId = (typeof columnIds)[number]

/** Columns of a browser that chose none. */
export const usualColumns: ReadonlyArray<ColumnId> = ["phone", "channels", "labels", "tags", "consent", "lastMessage"]

/** Fields that a list can be sorted by, by the column that shows them. */
export const sortFields = { name: "name", lastMessage: "last_message_at", created: "created_at" } as const
export type SortColumn = keyof typeof sortFields

/** The columns of a stored choice, in their order; the usual ones if it is unreadable. */
export const columnsOf = (stored: unknown): ReadonlyArray<ColumnId> =>
  Array.isArray(stored) ? columnIds.filter((id) => stored.includes(id)) : usualColumns

type Query = Readonly<Record<string, string>>

/** The page that an address names; 1 without one. */
export const pageIn = ({ page = "" }: Query): number => (/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1)

/** The sort column and direction of an address: the newest contacts first by default. */
export const sortIn = ({ order, sort }: Query): { readonly column: SortColumn; readonly isAscending: boolean } => ({
  column: sort === "name" || sort === "lastMessage" ? sort : "created",
  isAscending: order === "asc"
})

/** Fields of the address after a click on the header of a column: names begin with A, times with the newest. */
export const sortedBy = (query: Query, column: SortColumn): Readonly<Record<string, string | null>> => {
  const present = sortIn(query)
  const isAscending = present.column === column ? !present.isAscending : column === "name"
  return { sort: column === "created" ? null : column, order: isAscending ? "asc" : null, page: null }
}

/** Parses the filters of an address. Values that the service would refuse do not filter. */
export const filterIn = (query: Query): ContactFilter => {
  const { column, isAscending } = sortIn(query)
  const { label, search = "" } = query
  return {
    label,
    search: search.trim() === "" ? undefined : search.slice(0, maxSearchLength),
    sortBy: sortFields[column],
    sortOrder: isAscending ? "asc" : "desc"
  }
}

/** Filters under a name, stored in this browser. */
export interface Segment {
  readonly name: string
  readonly query: Query
}

/** Maximum stored segments of an organization. */
export const maxSegments = 50

/** Fields of the address that a segment stores. */
const segmentFields = ["label", "order", "search", "sort"] as const

const isSegment = (value: unknown): value is Segment =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "query" in value &&
  typeof value.query === "object" &&
  value.query !== null &&
  Object.values(value.query).every((field) => typeof field === "string")

/** The segments of a stored list. Unreadable ones are skipped. */
export const segmentsOf = (stored: unknown): ReadonlyArray<Segment> =>
  Array.isArray(stored) ? stored.filter(isSegment) : []

/** The part of an address that a segment stores. */
export const segmentQuery = (query: Query): Query =>
  Object.fromEntries(
    segmentFields.flatMap((field) => {
      const value = query[field]
      return value === undefined ? [] : [[field, value]]
    })
  )

/** The segment whose filters the address has; undefined without one. */
export const segmentAt = (segments: ReadonlyArray<Segment>, query: Query): Segment | undefined => {
  const present = JSON.stringify(segmentQuery(query))
  return segments.find((segment) => JSON.stringify(segmentQuery(segment.query)) === present)
}

/** Adds a segment; one with the same name is replaced. The oldest beyond the limit is dropped. */
export const withSegment = (segments: ReadonlyArray<Segment>, added: Segment): ReadonlyArray<Segment> =>
  [...segments.filter(({ name }) => name !== added.name), added].slice(-maxSegments)
