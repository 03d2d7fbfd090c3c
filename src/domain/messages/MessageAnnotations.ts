import { Schema } from "effect"
import { TraceParent } from "../Ids.ts"
import { MessageContent } from "./MessageContent.ts"
import { MessageFailure } from "./MessageFailure.ts"
import { PricingReport } from "./MessagePricing.ts"

/** When something was reported, and the report that says so, which decides between two of one instant. */
const ReportMark = Schema.Struct({ at: Schema.DateTimeUtcFromString, key: Schema.NonEmptyString })

/** A report by the platform's time and its key, which recognize a repetition. */
export type ReportMark = typeof ReportMark.Type

/** Most replaced reports that one reaction or edit remembers. An older one that comes late counts as known. */
export const maxEarlierReports = 32

/** The reports that the standing one replaced, the newest first. They were announced, and are not announced again. */
const earlier = Schema.optionalKey(Schema.Array(ReportMark))

/** The last reaction to a message. */
export const Reaction = Schema.Struct({
  by: Schema.Literals(["business", "contact"]),
  /** The emoji, or the platform's word for it; null once it was taken back. */
  reaction: Schema.NullOr(Schema.NonEmptyString),
  ...ReportMark.fields,
  earlier
})
export type Reaction = typeof Reaction.Type

/** The edit that a message shows. */
export const Edit = Schema.Struct({
  /** The number of edits including this one, where the platform counts them. */
  number: Schema.NullOr(Schema.Int),
  ...ReportMark.fields,
  earlier,
  /** The message before any edit. */
  original: Schema.Struct({ type: Schema.NonEmptyString, content: MessageContent })
})
export type Edit = typeof Edit.Type

/** Changes of a message after it was sent: reactions, edits, deletion. */
export class MessageAnnotations extends Schema.Opaque<MessageAnnotations>()(
  Schema.Struct({
    /** At most one reaction per side. */
    reactions: Schema.optionalKey(Schema.Array(Reaction)),
    edit: Schema.optionalKey(Edit),
    deletedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
    /** The first failure that was reported, also of a message that arrived all the same (contract C12). */
    failure: Schema.optionalKey(Schema.Struct({ at: Schema.DateTimeUtcFromString, failure: MessageFailure })),
    /** The latest price that was reported (contract C348). */
    pricing: Schema.optionalKey(PricingReport),
    /** The trace of the request that sent it, as `traceparent`. Later reports join it. */
    trace: Schema.optionalKey(TraceParent)
  })
) {}
