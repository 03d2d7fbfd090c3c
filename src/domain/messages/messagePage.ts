import type { MessageId } from "../Ids.ts"
import { maxPageSize } from "../text/Page.ts"

/** Messages of a page by default (contract: Limits). */
export const defaultMessages = 50

/** Most messages of one page (contract: Pages of messages). */
export const maxMessages = maxPageSize

/** The message beside which a page lies: right before it, right after it, or around it with it in the middle. */
export interface PageAnchor {
  readonly side: "before" | "around" | "after"
  readonly id: MessageId
}

/**
 * How many messages of a page are newer than its anchor, and how many come from there back: for `around` the anchor is
 * one of the latter.
 */
export const pageShares = (
  limit: number,
  side: PageAnchor["side"]
): { readonly newer: number; readonly older: number } => {
  const newer = side === "after" ? limit : side === "around" ? Math.floor((limit - 1) / 2) : 0
  return { newer, older: limit - newer }
}

/** The total number of messages, the number of messages newer than the page, and the number on the page. */
export interface MessageCounts {
  readonly newer: number
  readonly shown: number
  readonly total: number
}

/**
 * Which page some messages are, the newest first, and whether older and newer ones are there (contract: Pages of
 * messages; Messages beside a message).
 */
export const messagePage = (counts: MessageCounts, limit: number) => ({
  page: Math.floor(counts.newer / limit) + 1,
  hasNext: counts.newer + counts.shown < counts.total,
  hasPrevious: counts.newer > 0
})
