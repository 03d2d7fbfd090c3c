/** Entries of a page by default (contract: Limits). */
export const defaultPageSize = 20

/** Most entries of one page (contract: Limits). */
export const maxPageSize = 100

/**
 * Bytes of the entries of a page. Lists that go on after an entry end a page early at this size, but never before its
 * first entry. Lists with page numbers reach it by the limits of what an entry may hold.
 */
export const maxPageBytes = 4 * 1024 * 1024

/** Bytes that an entry is taken to need beside its content: ids, times, names of fields. */
export const entryBytes = 1024

/** The last page that can be requested. Every page costs as much as the entries before it. */
export const maxPage = 1_000_000

/** A requested page; the first is 1. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/** The entries of the page, and the number of entries of all pages. */
export interface Page<A> {
  readonly rows: ReadonlyArray<A>
  readonly total: number
}

/** The number of entries before the page. */
export const offsetOf = ({ limit, page }: PageRequest): number => (page - 1) * limit

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
