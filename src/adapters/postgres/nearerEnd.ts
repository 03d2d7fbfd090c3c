import { offsetOf, type PageRequest } from "../../domain/Page.ts"

/** A part of a list, counted from one of its ends. */
export interface Stretch {
  readonly from: "start" | "end"
  readonly offset: number
  readonly limit: number
}

/**
 * At most `most` entries behind the first `before` of a list with so many, from the end that is nearer: everything before
 * them has to be walked over. Null when there are none.
 */
export const nearerStretch = (before: number, most: number, total: number): Stretch | null => {
  if (before >= total || most <= 0) return null
  const limit = Math.min(most, total - before)
  const after = total - before - limit
  return before <= after ? { from: "start", offset: before, limit } : { from: "end", offset: after, limit }
}

/** What a page shows of a list with so many entries; null when it lies beyond the last one. */
export const nearerEnd = (page: PageRequest, total: number): Stretch | null =>
  nearerStretch(offsetOf(page), page.limit, total)
