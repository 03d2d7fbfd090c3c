import { DateTime, Schema } from "effect"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"

/** An instant on the wire. */
export const timestamp = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601, UTC, with milliseconds`, format: "date-time" })

/** Page fields of a list. */
export const pageFields = {
  total: Schema.Int.annotate({ description: "Entries on all pages" }),
  page: Schema.Int.annotate({ description: "The requested page" }),
  limit: Schema.Int.annotate({ description: "Entries on a page" }),
  hasNext: Schema.Boolean.annotate({ description: "Whether there is a page after this one" })
}

/** Values of the page fields. */
export const pageFacts = ({ rows, total }: Page<unknown>, request: PageRequest) => ({
  total,
  page: request.page,
  limit: request.limit,
  hasNext: offsetOf(request) + rows.length < total
})

/** An instant on the wire, or null. */
export const timestampOrNull = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/** Page fields of a list whose count stops at `most`. */
export const countedFields = (entries: string, most: number) => ({
  ...pageFields,
  total: Schema.Int.annotate({
    description: `${entries} on all pages; with a filter no more than ${most} are counted, pages behind them are there`
  })
})

/** Values of the page fields if the count stops at `most`. Beyond the count, a full page has a next page. */
export const countedFacts = (page: Page<unknown>, request: PageRequest, most: number) =>
  page.total < most
    ? pageFacts(page, request)
    : { ...pageFacts(page, request), hasNext: page.rows.length === request.limit }
