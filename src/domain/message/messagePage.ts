import { maxPageSize } from "../text/Page.ts"

/** Messages of a page, unless a number is asked for (contract C70). */
export const defaultMessages = 50

/** Most messages of one page (contract C15). */
export const maxMessages = maxPageSize

/** How many messages there are, how many are newer than the first of some, and how many those are. */
export interface MessageCounts {
  readonly newer: number
  readonly shown: number
  readonly total: number
}

/** Which page some messages are, the newest first, and whether older ones follow (contract C15). */
export const messagePage = ({ newer, shown, total }: MessageCounts, limit: number) => ({
  page: Math.floor(newer / limit) + 1,
  hasNext: newer + shown < total
})
