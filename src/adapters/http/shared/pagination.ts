import { Schema, SchemaTransformation } from "effect"
import { documentedAs } from "../openapi/documentedAs.ts"
import { type PageRequest, defaultPageSize, maxPage, maxPageSize } from "../../../domain/text/Page.ts"

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

/** Number of entries in a query. A larger number than the maximum counts as the maximum (contract C114). */
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
