import { Schema } from "effect"
import { defaultPageSize, maxPage, maxPageSize, type Page, type PageRequest } from "../../../domain/Page.ts"

const wholeNumber = (from: number, to: number, description: string) =>
  Schema.FiniteFromString.check(
    Schema.makeFilter(
      (value) =>
        (Number.isInteger(value) && value >= from && value <= to) || `Expected a whole number from ${from} to ${to}`
    )
  ).pipe(Schema.annotateEncoded({ description: `${description}; ${from} to ${to}` }))

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

/** `data:{data:[…], meta:{page, limit, total}}` as a schema; the inner part of the envelope. */
export const PageOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    meta: Schema.Struct({
      page: Schema.Int.annotate({ description: "The page that was asked for" }),
      limit: Schema.Int.annotate({ description: "Entries on a page" }),
      total: Schema.Int.annotate({ description: "Entries on all pages" })
    })
  })

/** The same as a value. */
export const paged = <Row, Item>(
  { rows, total }: Page<Row>,
  { limit, page }: PageRequest,
  view: (row: Row) => Item
) => ({
  data: rows.map(view),
  meta: { page, limit, total }
})
