import type { ContactOrder } from "../../ports/ContactStore.ts"

type Direction = ContactOrder["direction"]

/** Columns that rows are sorted by. */
type Terms = ReadonlyArray<readonly [column: string, direction: Direction]>

/** A part of all contacts, in an order that an index has. */
export interface OrderedPart {
  readonly table: "contacts" | "contact_activity"
  readonly id: "id" | "contact_id"
  readonly where: string
  readonly terms: Terms
}

const opposite = { ascending: "descending", descending: "ascending" } as const
const asSql = { ascending: "asc", descending: "desc" } as const

const sorted = (terms: Terms): string => terms.map(([column, direction]) => `${column} ${asSql[direction]}`).join(", ")

/** The `order by` of a part, from either end. */
export const orderBy = ({ terms }: OrderedPart, from: "start" | "end"): string =>
  sorted(from === "start" ? terms : terms.map(([column, direction]) => [column, opposite[direction]]))

/** Of equal ones, the newer first. */
const ofContacts = (column: string, direction: Direction): OrderedPart => ({
  table: "contacts",
  id: "id",
  where: "true",
  terms: [
    [column, direction],
    ["created_at", "descending"],
    ["id", "descending"]
  ]
})

const ofActivity = (direction: Direction, where: string): OrderedPart => ({
  table: "contact_activity",
  id: "contact_id",
  where,
  terms: [
    ["last_message_at", direction],
    ["contact_created_at", "descending"],
    ["contact_id", "descending"]
  ]
})

/** With whom something was said; the others have been silent for ever. */
export const hasSpoken = "last_message_at > '-infinity'"
export const isSilent = "last_message_at = '-infinity'"

/** All contacts: in one part, or first those with whom something was said, so that the silent ones come last. */
export const partsOf = ({ by, direction }: ContactOrder): readonly [OrderedPart, OrderedPart?] => {
  switch (by) {
    case "createdAt":
      return [ofContacts("created_at", direction)]
    case "name":
      return [ofContacts("sort_name", direction)]
    case "lastMessageAt":
      return direction === "descending"
        ? [ofActivity(direction, "true")]
        : [ofActivity(direction, hasSpoken), ofActivity("descending", isSilent)]
  }
}
