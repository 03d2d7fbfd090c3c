import { Brand, DateTime, Schema } from "effect"
import type { Named } from "../Named.ts"
import type { Message } from "../messages/Message.ts"

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

/** The category of a price that the platform reports without one. */
export const unknownCategory = "unknown"

/** Messages of a category in a month for which the platform reported a price. */
export class PricedMessages extends Schema.Opaque<PricedMessages>()(
  Schema.Struct({
    category: Schema.NonEmptyString.annotate({
      description: "The category as the platform reports it; unknown for a price without one"
    }),
    messages: Schema.Int.annotate({ description: "Messages of the category; a failed message does not count" }),
    billable: Schema.Int.annotate({ description: "Messages among them that the platform charges for" })
  })
) {}

/** Change of the counts of a category in a month; counts may be negative. */
export interface PricedChange extends PricedMessages {
  readonly month: Month
}

/** The part of a message that decides where it counts. */
export type Priced = Pick<Message, "annotations" | "createdAt" | "status">

/** A message before and after a change; null for a new message. */
export interface ChangedPriced {
  readonly former: Priced | null
  readonly now: Priced
}

/** Count of one message, in its own month. Null without a price, and for a message that failed. */
const countOf = ({ annotations: { pricing }, createdAt, status }: Priced): PricedChange | null => {
  if (pricing === undefined || status === "failed") return null
  const { billable, category = unknownCategory, type } = pricing.value
  const isBillable = billable ?? type === "regular"
  return { month: monthOf(createdAt), category, messages: 1, billable: isBillable ? 1 : 0 }
}

const isSame = (one: PricedChange | null, other: PricedChange | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.month === other.month &&
    one.category === other.category &&
    one.billable === other.billable)

/**
 * Changes of the counts that follow from changed messages (contract: Usage by category). They depend on the messages
 * before and after only, so each message counts once, however often its statuses arrive. Sorted by month and category.
 */
export const pricedChanges = (changed: ReadonlyArray<ChangedPriced>): ReadonlyArray<PricedChange> => {
  const sums = new Map<string, PricedChange>()
  const add = (count: PricedChange | null, sign: 1 | -1) => {
    if (count === null) return
    const { category, month } = count
    const key = `${month} ${category}`
    const { billable, messages } = sums.get(key) ?? { billable: 0, messages: 0 }
    sums.set(key, {
      month,
      category,
      messages: messages + sign,
      billable: billable + sign * count.billable
    })
  }
  for (const { former, now } of changed) {
    const [before, after] = [former === null ? null : countOf(former), countOf(now)]
    if (isSame(before, after)) continue
    add(before, -1)
    add(after, 1)
  }
  return [...sums.entries()]
    .filter(([, { billable, messages }]) => messages !== 0 || billable !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
}
