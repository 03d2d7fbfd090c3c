import { Result, Schema } from "effect"
import type { CampaignId, ChannelAccountId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import { type Day, type MessageCount, daysBetween, firstOfMonth } from "./MessageCount.ts"
import { type Cost, type RateCard, costOf } from "./RateCard.ts"

/** Most days of a report. */
export const maxReportDays = 92

/** Most counts that a report is made of. More would delay the requests of others. */
export const maxReportCounts = 10_000

/** The properties that rows of a report differ in. */
export const UsageDimension = Schema.Literals(["day", "number", "category", "country", "campaign"])
export type UsageDimension = Named<typeof UsageDimension.Type>

/** Days of a report, both included. */
export interface ReportedDays {
  readonly since: Day
  readonly until: Day
}

/** A report would end before it begins, have too many days, or too many counts. */
export class UsageRefused extends Schema.TaggedError<UsageRefused>()("UsageRefused", {
  reason: Schema.Literals(["ends before it begins", "too many days", "too many counts"])
}) {}

/** The days of a report; absent ones are today, and the first day of the month of `until`. */
export const reportedDays = (
  requested: { readonly since?: Day | undefined; readonly until?: Day | undefined },
  today: Day
): Result.Result<ReportedDays, UsageRefused> => {
  const until = requested.until ?? today
  const since = requested.since ?? firstOfMonth(until)
  const days = daysBetween(since, until)
  if (days < 1) return Result.fail(new UsageRefused({ reason: "ends before it begins" }))
  return days > maxReportDays
    ? Result.fail(new UsageRefused({ reason: "too many days" }))
    : Result.succeed({ since, until })
}

/** The sum over some counts. */
export interface UsageSum extends Cost {
  readonly messages: number
  /** Messages among them that the platform charges for. */
  readonly billable: number
}

/** A sum with the properties that its counts have in common; null for one that the report sums over. */
export interface UsageRow extends UsageSum {
  readonly day: Day | null
  readonly channelAccountId: ChannelAccountId | null
  readonly category: string | null
  readonly country: string | null
  /** Null for messages outside of campaigns too. */
  readonly campaignId: CampaignId | null
}

/** Messages with a price over some days (contract: Counts of messages). */
export interface UsageReport extends ReportedDays {
  readonly by: ReadonlyArray<UsageDimension>
  readonly rows: ReadonlyArray<UsageRow>
  readonly total: UsageSum
}

const sumOf = (card: RateCard, counts: ReadonlyArray<MessageCount>): UsageSum => ({
  messages: counts.reduce((sum, { messages }) => sum + messages, 0),
  billable: counts.reduce((sum, { billable, messages }) => (billable ? sum + messages : sum), 0),
  ...costOf(card, counts)
})

/** The report of the counts. Rows are in the order of day, account, country, campaign and category. */
export const usageReport = (
  days: ReportedDays,
  by: ReadonlyArray<UsageDimension>,
  counts: ReadonlyArray<MessageCount>,
  card: RateCard
): UsageReport => {
  const groups = new Map<
    string,
    { readonly row: Omit<UsageRow, keyof UsageSum>; readonly counts: Array<MessageCount> }
  >()
  for (const count of counts) {
    const row = {
      day: by.includes("day") ? count.day : null,
      channelAccountId: by.includes("number") ? count.channelAccountId : null,
      category: by.includes("category") ? count.category : null,
      country: by.includes("country") ? count.country : null,
      campaignId: by.includes("campaign") ? count.campaignId : null
    }
    const key = `${row.day} ${row.channelAccountId} ${row.country} ${row.campaignId ?? ""} ${row.category}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { row, counts: [count] })
    else group.counts.push(count)
  }
  const rows = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => Object.assign(sumOf(card, group.counts), group.row))
  return { ...days, by, rows, total: sumOf(card, counts) }
}
