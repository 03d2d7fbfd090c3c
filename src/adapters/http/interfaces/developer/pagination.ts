import { Schema } from "effect"
import type { Page, PageRequest } from "../../../../domain/text/Page.ts"

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
