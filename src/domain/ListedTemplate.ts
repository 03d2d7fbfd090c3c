import { Schema } from "effect"

/** A template as lists show it: its parts as the platform has them, so that nothing is lost (platforms page §1.3). */
export class ListedTemplate extends Schema.Opaque<ListedTemplate>()(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    language: Schema.String,
    status: Schema.String,
    /** Open: old templates carry categories that the platform no longer documents. */
    category: Schema.String,
    components: Schema.Array(Schema.Record(Schema.String, Schema.Json))
  })
) {}

/** Only an approved template can be sent. */
export const isApproved = ({ status }: Pick<ListedTemplate, "status">): boolean => status.toUpperCase() === "APPROVED"
