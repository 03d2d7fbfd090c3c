import { entryBytes, maxPageBytes } from "./Page.ts"

const utf8 = new TextEncoder()

/** The entries with which a page ends: as many as fit into so many bytes, and at least one. */
export const withinPageBytes = <A>(
  entries: ReadonlyArray<A>,
  contentOf: (entry: A) => unknown,
  limit = maxPageBytes
): ReadonlyArray<A> => {
  let bytes = 0
  const end = entries.findIndex((entry, place) => {
    bytes += entryBytes + utf8.encode(JSON.stringify(contentOf(entry))).length
    return place > 0 && bytes > limit
  })
  return end === -1 ? entries : entries.slice(0, end)
}
