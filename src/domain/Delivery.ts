import { Array, DateTime, Duration, Option, Schema } from "effect"
import { EventId, OrganizationId } from "./Ids.ts"
import { Webhook } from "./Webhook.ts"

/** An event on its way to the organization's webhook, as it is due now. */
export class Delivery extends Schema.Opaque<Delivery>()(
  Schema.Struct({
    organizationId: OrganizationId,
    event: Schema.Struct({
      id: EventId,
      type: Schema.String,
      occurredAt: Schema.DateTimeUtcFromString,
      data: Schema.Json
    }),
    webhook: Webhook,
    failures: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
  })
) {}

/** Bytes of an answer's body that are kept with the attempt. */
export const maxResponseBytes = 1_024

/** What a receiver answered to an attempt that was a success. */
export interface DeliveryAnswer {
  readonly status: number
  /** How long it took until the answer was there. */
  readonly durationMillis: number
  /** The beginning of the answer's body, as text. */
  readonly response: string
}

/** Why an attempt was no success. `status` and `response` are null when no answer came. */
export class DeliveryRefused extends Schema.TaggedError<DeliveryRefused>()("DeliveryRefused", {
  status: Schema.NullOr(Schema.Int),
  /** In our words, for people. */
  detail: Schema.String,
  /** How long it took until that was clear. */
  durationMillis: Schema.Int,
  /** The beginning of the answer's body, as text. */
  response: Schema.NullOr(Schema.String),
  /** What the receiver asked for in `Retry-After`, in milliseconds. */
  retryAfterMillis: Schema.NullOr(Schema.Int)
}) {}

/** How long one attempt may take, answer included (decision 29). */
export const attemptDeadline = "15 seconds"

/** How long to wait after the first failure, the second, and so on (decision 29); after the last one we give up. */
const waits = [
  "5 seconds",
  "5 minutes",
  "30 minutes",
  "2 hours",
  "5 hours",
  "10 hours",
  "14 hours",
  "20 hours",
  "24 hours"
] as const satisfies ReadonlyArray<Duration.Input>

/** Waits differ by this share either way, so that what failed together does not come back together. */
const spread = 0.2

/** A receiver may ask for at most this much patience. */
const longestRetryAfter = Duration.days(1)

/** Statuses with which a receiver may say when to come back. */
const throttling: ReadonlySet<number> = new Set([429, 503])

/** What to do about an attempt that failed. */
export const NextStep = Schema.TaggedUnion({
  Retry: { dueAt: Schema.DateTimeUtcFromString },
  GiveUp: {},
  /** 410: the receiver is gone for good. */
  Disable: {}
})
export type NextStep = typeof NextStep.Type

/**
 * What follows on a refusal. `failures` are those before it; `chance` is a number in [0, 1) that places the wait within
 * its spread.
 */
export const afterRefusal = (
  failures: number,
  refusal: DeliveryRefused,
  at: DateTime.Utc,
  chance: number
): NextStep => {
  if (refusal.status === 410) return NextStep.cases.Disable.make({})
  return Option.match(Array.get(waits, failures), {
    onNone: () => NextStep.cases.GiveUp.make({}),
    onSome: (wait) => {
      const asked =
        refusal.status !== null && throttling.has(refusal.status) && refusal.retryAfterMillis !== null
          ? Duration.min(Duration.millis(refusal.retryAfterMillis), longestRetryAfter)
          : Duration.zero
      const spreadWait = Duration.millis(Math.round(Duration.toMillis(wait) * (1 - spread + 2 * spread * chance)))
      return NextStep.cases.Retry.make({ dueAt: DateTime.addDuration(at, Duration.max(spreadWait, asked)) })
    }
  })
}
