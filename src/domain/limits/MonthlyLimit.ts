import { Brand, DateTime, Schema } from "effect"
import type { Named } from "../Named.ts"

/** The plan of an organization; `monthlyLimit` has the number of events per plan. */
export const Plan = Schema.Literals(["free", "starter", "growth", "unlimited"])
export type Plan = Named<typeof Plan.Type>

/** Events that a plan allows in one UTC calendar month; null is no limit. */
export const monthlyLimit: Readonly<Record<Plan, number | null>> = {
  free: 1_000,
  starter: 10_000,
  growth: 100_000,
  unlimited: null
}

/** The plan's events of the month are used up, so nothing is sent. */
export class MonthlyLimitReached extends Schema.TaggedError<MonthlyLimitReached>()("MonthlyLimitReached", {
  used: Schema.Int,
  allowed: Schema.Int
}) {}

/** A UTC month, written as the date of its first day: `2026-11-01`. */
export const Month = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-01$/)).pipe(Schema.brand("Month"))
export type Month = string & Brand.Brand<"Month">

const month = Brand.nominal<Month>()

/** The month that the instant belongs to. */
export const monthOf = (at: DateTime.Utc): Month => month(DateTime.formatIso(at).slice(0, 7) + "-01")

/**
 * The number of requested sends that the limit still allows. Deliveries count too and are never refused, so `used` may
 * be above the limit; then it is 0.
 */
export const admitted = (used: number, allowed: number | null, requested: number): number =>
  allowed === null ? requested : Math.max(0, Math.min(requested, allowed - used))
