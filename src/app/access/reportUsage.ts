import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { type Day, dayOf, daysOf } from "../../domain/limits/MessageCount.ts"
import { rateChanges } from "../../domain/limits/RateCard.ts"
import {
  type UsageDimension,
  UsageRefused,
  maxReportCounts,
  reportedDays,
  usageReport
} from "../../domain/limits/UsageReport.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { OperatorRates } from "../../ports/limits/RateLimits.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Days and properties of a report; absent days are today, and the first day of the month of `until`. */
export interface UsageRequest {
  readonly since?: Day | undefined
  readonly until?: Day | undefined
  readonly by: ReadonlyArray<UsageDimension>
}

/** Messages with a price over some days, and their cost (contract: Counts of messages; The rate card). */
export const reportUsage = Effect.fnUntraced(function* (organizationId: OrganizationId, request: UsageRequest) {
  const days = yield* Effect.fromResult(reportedDays(request, dayOf(yield* DateTime.now)))
  const card = yield* OperatorRates
  const { since, until } = days
  // A count has the rate of its first day, so no rate may change within a span.
  const spans = request.by.includes("day") ? daysOf(since, until) : [since, ...rateChanges(card, since, until)]
  const counted = { ...days, spans, perCampaign: request.by.includes("campaign") }
  const counts = yield* (yield* Organizations).messageCounts(organizationId, counted, maxReportCounts + 1)
  if (counts.length > maxReportCounts) return yield* new UsageRefused({ reason: "too many counts" })
  return usageReport(days, request.by, counts, card)
}, spanned("reportUsage"))
