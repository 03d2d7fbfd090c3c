import { Array, DateTime, Duration, Option, Schema } from "effect"
import { retryWaits, spreadWait } from "../retryWaits.ts"

/** The answer to a successful attempt. */
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
  /** For people. */
  detail: Schema.String,
  /** How long it took until that was clear. */
  durationMillis: Schema.Int,
  /** The beginning of the answer's body, as text. */
  response: Schema.NullOr(Schema.String),
  /** The receiver's `Retry-After`, in milliseconds. */
  retryAfterMillis: Schema.NullOr(Schema.Int)
}) {}

/** The longest `Retry-After` that is honoured. */
const longestRetryAfter = Duration.days(1)

/** Statuses with which a receiver may say when to come back. */
const throttling: ReadonlySet<number> = new Set([429, 503])

/** The next step after a failed attempt. */
export const NextStep = Schema.TaggedUnion({
  Retry: { dueAt: Schema.DateTimeUtcFromString },
  GiveUp: {}
})
export type NextStep = typeof NextStep.Type

/** Why a subscription is disabled: the receiver said that it is gone, or nothing got through for too long. */
export const DisabledReason = Schema.Literals(["gone", "failing"])
export type DisabledReason = typeof DisabledReason.Type

/** A subscription that failed everything for this long is disabled (contract: Delivery, retries and giving up). */
const longestFailing = Duration.days(5)

/** When a subscription is disabled, at the first failure after this instant. */
export const disabledAt = (failingSince: DateTime.Utc): DateTime.Utc =>
  DateTime.addDuration(failingSince, longestFailing)

/**
 * The percentages of that time at which its organization and the operator are warned (contract: Events for operators
 * and organizations).
 */
export const warningPercents = [50, 70, 90] as const

/** A subscription that fails since this instant or earlier has failed for the percentage. */
export const failingSinceFor = (percent: (typeof warningPercents)[number], at: DateTime.Utc): DateTime.Utc =>
  DateTime.subtractDuration(at, Duration.millis((Duration.toMillis(longestFailing) * percent) / 100))

/** The highest percentage that is reached; null below the first. */
export const warningOf = (failingSince: DateTime.Utc, at: DateTime.Utc): (typeof warningPercents)[number] | null =>
  warningPercents.findLast((percent) => DateTime.isLessThanOrEqualTo(failingSince, failingSinceFor(percent, at))) ??
  null

/** The consequences of an attempt for its delivery and for the subscription. */
export interface Afterwards {
  readonly next: NextStep
  /** Null: the subscription stays as it is. */
  readonly disables: DisabledReason | null
}

/**
 * The next step after a failed attempt. `failures` are those before it. `chance` in [0, 1) places the wait within its
 * spread; `least` is the shortest one.
 */
export const nextAttempt = (
  failures: number,
  at: DateTime.Utc,
  chance: number,
  least: Duration.Duration = Duration.zero
): NextStep =>
  Option.match(Array.get(retryWaits, failures), {
    onNone: (): NextStep => ({ _tag: "GiveUp" }),
    onSome: (wait) => ({
      _tag: "Retry",
      dueAt: DateTime.addDuration(at, Duration.max(spreadWait(Duration.fromInputUnsafe(wait), chance), least))
    })
  })

const retryAfterOf = ({ retryAfterMillis, status }: DeliveryRefused): Duration.Duration =>
  status !== null && throttling.has(status) && retryAfterMillis !== null
    ? Duration.min(Duration.millis(retryAfterMillis), longestRetryAfter)
    : Duration.zero

/**
 * The consequences of a refusal. `failures` are those before it. `failingSince` is the first failure since the last
 * success of the subscription, null when there is none. `chance` in [0, 1) places the wait within its spread.
 */
export const afterRefusal = (
  failures: number,
  failingSince: DateTime.Utc | null,
  refusal: DeliveryRefused,
  at: DateTime.Utc,
  chance: number
): Afterwards => {
  if (refusal.status === 410) return { next: { _tag: "GiveUp" }, disables: "gone" }
  const isLost =
    failingSince !== null && DateTime.isLessThanOrEqualTo(DateTime.addDuration(failingSince, longestFailing), at)
  return {
    next: nextAttempt(failures, at, chance, retryAfterOf(refusal)),
    disables: isLost ? "failing" : null
  }
}
