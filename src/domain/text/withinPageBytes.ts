import { entryBytes, maxPageBytes } from "./Page.ts"

const utf8 = new TextEncoder()

/** The entries at the start of a page that fit into the byte limit; at least one. */
export const withinPageBytes = <A>(
  entries: ReadonlyArray<A>,
  contentOf: (entry: A) => unknown,
  limit = maxPageBytes
): ReadonlyArray<A> => {
  let bytes = 0
  const end = entries.findIndex((entry, index) => {
    bytes += entryBytes + utf8.encode(JSON.stringify(contentOf(entry))).length
    return index > 0 && bytes > limit
  })
  return end === -1 ? entries : entries.slice(0, end)
}
