import { DateTime, Option, Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import { InboundDeliveryId } from "../Ids.ts"
import { withoutMentions } from "../text/withoutMentions.ts"
import { inboundWaits, parkedWaits } from "../retryWaits.ts"

/** A webhook of a platform, stored as it came and read afterwards. */
export class InboundDelivery extends Schema.Opaque<InboundDelivery>()(
  Schema.Struct({
    id: InboundDeliveryId,
    body: Schema.String,
    receivedAt: Schema.DateTimeUtcFromString
  })
) {}

/** A webhook without a report. */
const emptyBody = '{"entry":[]}'

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** The body of a delivery without the reports that mention a person. Other reports stay. */
export const withoutPerson = (body: string, isPerson: (text: string) => boolean): string =>
  isPerson(body)
    ? parse(body).pipe(
        Option.flatMap((json) => withoutMentions(json, isPerson)),
        Option.match({ onNone: () => emptyBody, onSome: (rest) => JSON.stringify(rest) })
      )
    : body

/**
 * Why an item of a delivery failed: it could not be read, its account is not connected,
 * or acting on it failed.
 */
export const InboundProblemReason = Schema.Literals(["unreadable", "unrouted", "failed"])
export type InboundProblemReason = typeof InboundProblemReason.Type

/** A failed item of a delivery. */
export class InboundProblem extends Schema.Opaque<InboundProblem>()(
  Schema.Struct({
    deliveryId: InboundDeliveryId,
    /** The item of the delivery. */
    key: Schema.NonEmptyString,
    reason: InboundProblemReason,
    channel: Schema.NullOr(Channel),
    /** The account that it is about, as the platform calls it. */
    account: Schema.NullOr(Schema.String),
    error: Schema.String,
    /** How often it was tried. */
    attempts: Schema.Int,
    at: Schema.DateTimeUtcFromString
  })
) {}

/** When a failed item is retried. An unreadable or unrouted item waits for an operator. */
export const retryAt = (reason: InboundProblemReason, attempts: number, at: DateTime.Utc): DateTime.Utc | null => {
  const wait = reason === "failed" ? inboundWaits[attempts - 1] : undefined
  return wait === undefined ? null : DateTime.addDuration(at, wait)
}

/**
 * The next attempt after the given number of attempts; null after the last one, when the report waits for its message.
 */
export const parkedUntil = (attempts: number, at: DateTime.Utc): DateTime.Utc | null => {
  const wait = parkedWaits[attempts]
  return wait === undefined ? null : DateTime.addDuration(at, wait)
}

/** The lease of a delivery or of a retried item. After a crash another process claims it at its end. */
export const inboundLease = "30 seconds"

/** Retention of a processed delivery; longer with a problem, so that it can be replayed. */
export const deliveryRetention = { settled: "7 days", problematic: "30 days" } as const

/**
 * How much longer a name of an address book is parked than other reports: its person may write first after months. An
 * address book has some thousand entries.
 */
export const addressBookRetention = "365 days"
