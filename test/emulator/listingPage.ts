import { Schema } from "effect"

/** A page of a listing, as the Graph API gives it. */
export const ListingPage = Schema.Struct({
  data: Schema.Array(Schema.Struct({ id: Schema.String })),
  paging: Schema.optionalKey(
    Schema.Struct({
      cursors: Schema.Struct({ before: Schema.String, after: Schema.String }),
      previous: Schema.optionalKey(Schema.String),
      next: Schema.optionalKey(Schema.String)
    })
  )
})
export type ListingPage = typeof ListingPage.Type

export const decodePage = Schema.decodeUnknownSync(ListingPage)
