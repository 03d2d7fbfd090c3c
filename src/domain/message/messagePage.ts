import { maxPageSize } from "../text/Page.ts"

/** Default (contract C70) and largest (contract C15) number of messages of a page. */
export const defaultMessages = 50
/** Most messages of one page, as of every other list. */
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
