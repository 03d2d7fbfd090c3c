import { Schema, SchemaTransformation } from "effect"
import { documentedAs } from "../openapi/documentedAs.ts"
import { defaultPageSize, maxPage, maxPageSize, type PageRequest } from "../../../domain/text/Page.ts"

/** A whole number of a query. Any other value is refused, also a larger one (contract C114). */
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

/** The query parameters of every list. */
export const pageQuery = {
  page: Schema.optionalKey(wholeNumber(1, maxPage, "Which page, the first when left out")),
  limit: Schema.optionalKey(wholeNumber(1, maxPageSize, `Entries on a page, ${defaultPageSize} when left out`))
}

/** The page that the query asks for. */
export const pageOf = ({
  limit = defaultPageSize,
  page = 1
}: {
  readonly page?: number
  readonly limit?: number
}): PageRequest => ({ page, limit })
