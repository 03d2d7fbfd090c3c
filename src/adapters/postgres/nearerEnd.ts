import { offsetOf, type PageRequest } from "../../domain/Page.ts"

/** A part of a list, counted from one of its ends. */
export interface Stretch {
  readonly from: "start" | "end"
  readonly offset: number
  readonly limit: number
}

/**
 * What a page shows of a list with so many entries, from the end that is nearer: everything before it has to be walked
 * over. Null when the page lies beyond the last entry.
 */
export const nearerEnd = (page: PageRequest, total: number): Stretch | null => {
  const before = offsetOf(page)
  if (before >= total) return null
  const limit = Math.min(page.limit, total - before)
  const after = total - before - limit
  return before <= after ? { from: "start", offset: before, limit } : { from: "end", offset: after, limit }
}
