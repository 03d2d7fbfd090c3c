import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { ReportSpan, ReportSum } from "../../domain/reports/Report.ts"
import type { ReportMeasure, ReportSubject } from "../../domain/reports/reportCounters.ts"

export type { ReportMeasure, ReportSubject, ReportSum }

/** The counters to add up: of a subject, of some measures, within each of the spans. */
export interface ReportQuery {
  readonly subject: ReportSubject
  readonly measures: ReadonlyArray<ReportMeasure>
  readonly spans: ReadonlyArray<ReportSpan>
}

/**
 * Counters of reports. They equal those of `messageCounters` and `factCounters` of all messages and conversations, once
 * every change is folded. Messages and conversations that were deleted since stay counted.
 */
export class Reports extends Context.Service<
  Reports,
  {
    /** Adds at most `limit` recorded changes of the organization to its counters, and returns how many. */
    fold(organizationId: OrganizationId, limit: number): Effect.Effect<number>
    /** Adds changes of all organizations, the oldest first. */
    foldAny(limit: number): Effect.Effect<number>
    /** Sums of counters, without those of 0, in no order. Spans do not overlap. */
    sums(organizationId: OrganizationId, query: ReportQuery): Effect.Effect<ReadonlyArray<ReportSum>>
  }
>()("effect-parley/ports/Reports") {}
