import { DateTime, Schema, SchemaTransformation } from "effect"
import {
  type Page,
  type PageRequest,
  defaultPageSize,
  maxPage,
  maxPageSize,
  offsetOf
} from "../../../domain/text/Page.ts"
import { documentedAs } from "./requestFields.ts"

/** An integer query parameter. Larger and other values are rejected. */
export const wholeNumber = (from: number, to: number, description: string) =>
  Schema.String.check(documentedAs(Schema.Int.check(Schema.isBetween({ minimum: from, maximum: to }))))
    .pipe(Schema.decodeTo(Schema.Number, SchemaTransformation.numberFromString))
    .check(
      Schema.makeFilter(
        (value) =>
          (Number.isInteger(value) && value >= from && value <= to) || `Expected a whole number from ${from} to ${to}`
      )
    )
    .pipe(Schema.annotateEncoded({ description: `${description}; ${from} to ${to}` }))

const isPositive = (value: number): boolean => Number.isInteger(value) && value >= 1

/**
 * Number of entries in a query. A larger number than the maximum counts as the maximum (contract: A limit above the
 * maximum).
 */
export const entryLimit = (most: number, description: string) =>
  Schema.String.check(documentedAs(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))))
    .pipe(
      Schema.decodeTo(Schema.Number, SchemaTransformation.numberFromString),
      Schema.decodeTo(
        Schema.Number,
        SchemaTransformation.transform({
          decode: (value) => (isPositive(value) ? Math.min(value, most) : value),
          encode: (value) => value
        })
      )
    )
    .check(Schema.makeFilter((value) => isPositive(value) || `Expected a whole number from 1 to ${most}`))
    .pipe(Schema.annotateEncoded({ description: `${description}; from 1, and more than ${most} counts as ${most}` }))

/** The query parameters of every list. */
export const pageQuery = {
  page: Schema.optionalKey(wholeNumber(1, maxPage, "Which page, the first when left out")),
  limit: Schema.optionalKey(entryLimit(maxPageSize, `Entries on a page, ${defaultPageSize} when left out`))
}

/** The requested page. */
export const pageOf = ({
  limit = defaultPageSize,
  page = 1
}: {
  readonly page?: number
  readonly limit?: number
}): PageRequest => ({ page, limit })

/** `data:{data:[…], meta:{page, limit, total}}` as a schema; the inner part of the envelope. */
export const PageOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    meta: Schema.Struct({
      page: Schema.Int.annotate({ description: "The requested page" }),
      limit: Schema.Int.annotate({ description: "Entries on a page" }),
      total: Schema.Int.annotate({ description: "Entries on all pages" })
    })
  })

/** Builds the response of a page. */
export const paged = <Row, Item>(
  { rows, total }: Page<Row>,
  { limit, page }: PageRequest,
  view: (row: Row) => Item
) => ({
  data: rows.map(view),
  meta: { page, limit, total }
})

/** An instant on the wire. */
export const timestamp = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601, UTC, with milliseconds`, format: "date-time" })

/** An instant on the wire that may be missing; the description says when. */
export const optionalTimestamp = (description: string) =>
  Schema.NullOr(Schema.String).annotate({
    description: `${description}; ISO 8601, UTC, with milliseconds`,
    format: "date-time"
  })

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
