import { Schema } from "effect"
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
