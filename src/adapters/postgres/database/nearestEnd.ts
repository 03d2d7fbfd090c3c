import { type PageRequest, offsetOf } from "../../../domain/text/Page.ts"

/** Consecutive entries of a list: their number, and how many entries lie between them and one end of the list. */
export interface ListRange {
  readonly from: "start" | "end"
  readonly offset: number
  readonly limit: number
}

/**
 * The entries from index `first` on, at most `most`, in a list of `total` entries. The database scans every entry of the
 * offset, so the range is counted from the nearest end. Null for a range without entries.
 */
export const nearestRange = (first: number, most: number, total: number): ListRange | null => {
  if (first >= total || most <= 0) return null
  const limit = Math.min(most, total - first)
  const after = total - first - limit
  return first <= after ? { from: "start", offset: first, limit } : { from: "end", offset: after, limit }
}

/** The entries of a page of a list of `total` entries. Null for a page behind the last entry. */
export const nearestEnd = (page: PageRequest, total: number): ListRange | null =>
  nearestRange(offsetOf(page), page.limit, total)
