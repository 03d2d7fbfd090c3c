import { DateTime, Schema } from "effect"
import { Channel } from "./Channel.ts"
import { InboundDeliveryId } from "./Ids.ts"

/** What a platform delivered, as it came: nothing of it is read before it is kept. */
export class InboundDelivery extends Schema.Opaque<InboundDelivery>()(
  Schema.Struct({
    id: InboundDeliveryId,
    body: Schema.String,
    receivedAt: Schema.DateTimeUtcFromString
  })
) {}

/**
 * Why a part of a delivery came to nothing yet: it could not be read, it is about an account that nobody has connected,
 * or acting on it failed.
 */
export const InboundProblemReason = Schema.Literals(["unreadable", "unrouted", "failed"])
export type InboundProblemReason = typeof InboundProblemReason.Type

/** A part of a delivery that nothing has come of. */
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

/** How long after a failure an item is tried again; after the last one only when somebody asks. */
const waits = ["10 seconds", "1 minute", "10 minutes", "1 hour"] as const

/** When a problem is tried again. What cannot be read or routed stays so until somebody does something about it. */
export const retryAt = (reason: InboundProblemReason, attempts: number, at: DateTime.Utc): DateTime.Utc | null => {
  const wait = reason === "failed" ? waits[attempts - 1] : undefined
  return wait === undefined ? null : DateTime.addDuration(at, wait)
}

/** How long a report waits for a message that is not known; after the last wait until the message comes. */
const parkedWaits = ["2 seconds", "10 seconds", "1 minute", "10 minutes"] as const

export const parkedUntil = (attempts: number, at: DateTime.Utc): DateTime.Utc | null => {
  const wait = parkedWaits[attempts]
  return wait === undefined ? null : DateTime.addDuration(at, wait)
}

/** How long a delivery, or a part of one that is tried again, belongs to who has it; whoever dies leaves it to others then. */
export const inboundLease = "30 seconds"

/** How long a delivery is kept after it was acted on; one with a problem longer, so that it can be replayed. */
export const deliveryRetention = { settled: "7 days", problematic: "30 days" } as const
