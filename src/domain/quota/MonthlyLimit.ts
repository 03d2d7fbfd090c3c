import { type Brand, DateTime, Schema } from "effect"

/** `monthlyLimit` has the units of each; `unlimited` has no limit. */
export const Plan = Schema.Literals(["free", "starter", "growth", "unlimited"])
export type Plan = typeof Plan.Type

/** Events that a plan allows in one UTC calendar month; null is no limit. */
export const monthlyLimit: Readonly<Record<Plan, number | null>> = {
  free: 1_000,
  starter: 10_000,
  growth: 100_000,
  unlimited: null
}

/** The month's counter has no room for another send. */
export class MonthlyLimitReached extends Schema.TaggedError<MonthlyLimitReached>()("MonthlyLimitReached", {
  used: Schema.Int,
  allowed: Schema.Int
}) {}

/** The month an instant belongs to, as the date of its first day: `2026-11-01`. */
export const Month = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-01$/)).pipe(Schema.brand("Month"))
export type Month = string & Brand.Brand<"Month">

/** The UTC month, as its first day: `2026-11-01`. */
export const monthOf = (at: DateTime.Utc): Month => Month.make(DateTime.formatIso(at).slice(0, 7) + "-01")

/**
 * How many of the requested sends fit. Deliveries count too and are never refused, so `used` may already be past the
 * limit: then nothing fits, and nothing is taken back.
 */
export const admitted = (used: number, allowed: number | null, requested: number): number =>
  allowed === null ? requested : Math.max(0, Math.min(requested, allowed - used))
