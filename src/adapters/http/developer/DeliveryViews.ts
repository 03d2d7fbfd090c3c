import { DateTime, Schema } from "effect"
import { type DeliveryRecord, DeliveryStatus, maxShownAttempts } from "../../../domain/DeliveryRecord.ts"
import { maxResponseBytes } from "../../../domain/Delivery.ts"
import { EventId } from "../../../domain/Ids.ts"

const timestamp = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601, UTC`, format: "date-time" })

const Attempt = Schema.Struct({
  at: timestamp("When it ended"),
  statusCode: Schema.NullOr(Schema.Int).annotate({
    description: "The HTTP status of the answer; null when none came"
  }),
  durationMs: Schema.Int.annotate({ description: "How long the answer, or the failure, took, in milliseconds" }),
  response: Schema.NullOr(Schema.String).annotate({
    description: `The beginning of the answer's body, ${maxResponseBytes} bytes of it at most; null when none came`
  }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why it was no success; null when it was one" })
})

/** A delivery as the interface shows it. */
export const DeliveryItem = Schema.Struct({
  id: EventId.annotate({ description: "The event's id: webhook-id of every attempt" }),
  event: Schema.String.annotate({ description: "The event's type" }),
  status: DeliveryStatus.annotate({
    description:
      "pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success"
  }),
  url: Schema.String.annotate({ description: "Where it goes to, or went to when no attempt follows" }),
  attempts: Schema.Array(Attempt).annotate({
    description: `The last ${maxShownAttempts} attempts at most, the oldest first`
  }),
  nextAttemptAt: Schema.NullOr(Schema.String).annotate({
    description:
      "When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled"
  }),
  createdAt: timestamp("When the event happened")
})

export const deliveryExample = {
  id: EventId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  event: "message.sent",
  status: "pending" as const,
  url: "https://example.com/hooks/parley",
  attempts: [
    {
      at: "2026-11-20T12:00:00.350Z",
      statusCode: 503,
      durationMs: 182,
      response: "down for maintenance",
      error: "answered with status 503"
    },
    {
      at: "2026-11-20T12:00:20.712Z",
      statusCode: null,
      durationMs: 15_000,
      response: null,
      error: "no complete answer within 15 seconds"
    }
  ],
  nextAttemptAt: "2026-11-20T12:05:20.712Z",
  createdAt: "2026-11-20T12:00:00.123Z"
}

export const deliveryItem = (record: DeliveryRecord): typeof DeliveryItem.Type => ({
  id: record.eventId,
  event: record.type,
  status: record.status,
  url: record.url,
  attempts: record.attempts.map(({ at, detail, durationMillis, response, status }) => ({
    at: DateTime.formatIso(at),
    statusCode: status,
    durationMs: durationMillis,
    response,
    error: detail === "" ? null : detail
  })),
  nextAttemptAt: record.nextAttemptAt === null ? null : DateTime.formatIso(record.nextAttemptAt),
  createdAt: DateTime.formatIso(record.createdAt)
})
