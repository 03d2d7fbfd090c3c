import { Schema } from "effect"

/** How often an organization may call over one interface (contract: Rate tiers). */
export const RateTier = Schema.Literals(["standard", "messaging", "bulk", "console"])
export type RateTier = typeof RateTier.Type

/** Each interface has its own allowance. */
export const RatedInterface = Schema.Literals(["session", "developer"])
export type RatedInterface = typeof RatedInterface.Type

/** A number of calls per period; a tier without an allowance is switched off. */
export interface RateAllowance {
  readonly calls: number
  readonly perMillis: number
}
/** Null is a tier without a limit. */
export type RateTable = Readonly<Record<RateTier, RateAllowance | null>>

/** The numbers of the table; 0 switches a tier off. */
export interface Rates {
  readonly standardPerMinute: number
  readonly messagingPerSecond: number
  readonly bulkPerMinute: number
  readonly consolePerMinute: number
}

/** The default rates (contract: Rate tiers; Rate tier of the console). */
export const usualRates: Rates = {
  standardPerMinute: 100,
  messagingPerSecond: 30,
  bulkPerMinute: 10,
  consolePerMinute: 2_000
}

/** More calls than any process answers in the period: each accepted call of the period is remembered. */
export const maxRate = 1_000_000

const second = 1_000
const minute = 60 * second

const allowance = (calls: number, perMillis: number): RateAllowance | null =>
  calls === 0 ? null : { calls, perMillis }

/** `messaging` counts in a second, the others in a minute. */
export const rateTable = ({
  bulkPerMinute,
  consolePerMinute,
  messagingPerSecond,
  standardPerMinute
}: Rates): RateTable => ({
  standard: allowance(standardPerMinute, minute),
  messaging: allowance(messagingPerSecond, second),
  bulk: allowance(bulkPerMinute, minute),
  console: allowance(consolePerMinute, minute)
})

/**
 * The effect of a call on the allowance; the numbers are those of the `RateLimit-*` headers (contract: Windows of the
 * rate tiers).
 */
export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the allowance is full again, if nothing is called meanwhile. */
  readonly resetSeconds: number
  /** Whole seconds to wait after a refusal; 0 when the call is allowed. */
  readonly retryAfterSeconds: number
}

/** The used part of an allowance. */
export interface RateUsage {
  /** Accepted calls of the last period. */
  readonly calls: number
  /** Microseconds since the last of them. */
  readonly idleMicros: number
}

/** Instants of rates are whole microseconds. */
export const microsPerMilli = 1_000
const microsPerSecond = 1_000_000

const secondsOf = (micros: number): number => Math.ceil(micros / microsPerSecond)

/**
 * The verdict on a call after which so much is used. A refused caller waits for a whole period: the allowance is full by
 * then, and `RateLimit-Reset` never lies behind `Retry-After`.
 */
export const rateVerdict = (
  { calls: limit, perMillis }: RateAllowance,
  { calls, idleMicros }: RateUsage,
  isAllowed: boolean
): RateVerdict => ({
  isAllowed,
  limit,
  remaining: Math.max(0, limit - calls),
  resetSeconds: calls === 0 ? 0 : Math.max(0, secondsOf(perMillis * microsPerMilli - idleMicros)),
  retryAfterSeconds: isAllowed ? 0 : secondsOf(perMillis * microsPerMilli)
})

/** A request is refused so that others are answered. The caller may repeat it later. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  /** Too many concurrent requests, or an answer that took too long. */
  reason: Schema.Literals(["too many", "too long"])
}) {}
