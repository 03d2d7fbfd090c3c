import { DateTime, Schema } from "effect"
import { offsetOf, type Page, type PageRequest } from "../../../domain/text/Page.ts"

/** An instant on the wire. */
export const timestamp = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601, UTC, with milliseconds`, format: "date-time" })

/** The fields beside the entries of a page. */
export const pageFields = {
  total: Schema.Int.annotate({ description: "Entries on all pages" }),
  page: Schema.Int.annotate({ description: "The page that was asked for" }),
  limit: Schema.Int.annotate({ description: "Entries on a page" }),
  hasNext: Schema.Boolean.annotate({ description: "Whether there is a page after this one" })
}

/** The same as values. */
export const pageFacts = ({ rows, total }: Page<unknown>, request: PageRequest) => ({
  total,
  page: request.page,
  limit: request.limit,
  hasNext: offsetOf(request) + rows.length < total
})

/** An instant on the wire, or null. */
export const timestampOrNull = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/** The fields beside the entries of a page of a list whose entries are counted up to a number only. */
export const countedFields = (entries: string, most: number) => ({
  ...pageFields,
  total: Schema.Int.annotate({
    description: `${entries} on all pages; with a filter no more than ${most} are counted, pages behind them are there`
  })
})

/** The same as values. Behind the last counted entry a full page has a successor. */
export const countedFacts = (page: Page<unknown>, request: PageRequest, most: number) =>
  page.total < most
    ? pageFacts(page, request)
    : { ...pageFacts(page, request), hasNext: page.rows.length === request.limit }
