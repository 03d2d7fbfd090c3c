import { DateTime, Schema } from "effect"
import type { Named } from "../Named.ts"

/**
 * `declined`: the business does not share the history of its phone. `syncing`: parts of it have arrived. `completed`:
 * the platform has reported all of it.
 */
export const HistoryStatus = Schema.Literals(["declined", "syncing", "completed"])
export type HistoryStatus = Named<typeof HistoryStatus.Type>

/** The progress of the history of a phone whose number is connected (contract: History of a phone). */
export class AccountHistory extends Schema.Opaque<AccountHistory>()(
  Schema.Struct({
    status: HistoryStatus,
    /** The latest phase that was reported; null if none was. */
    phase: Schema.NullOr(Schema.Int),
    /** In percent. */
    progress: Schema.Int,
    /** The latest report. */
    at: Schema.DateTimeUtcFromString
  })
) {}

/** A report about the history. */
export interface HistoryReport {
  readonly phase: number | null
  readonly progress: number | null
  readonly isDeclined: boolean
  readonly at: DateTime.Utc
}

const complete = 100

const { literals } = HistoryStatus

const largest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** The progress after a report: a join, so that reports may come in any order and any number of times. */
export const withHistoryReport = (
  before: AccountHistory | null,
  { at, isDeclined, phase, progress }: HistoryReport
): AccountHistory => {
  const reached = isDeclined ? 0 : Math.min(complete, Math.max(0, progress ?? 0))
  const status = isDeclined ? "declined" : reached === complete ? "completed" : "syncing"
  if (before === null) return { status, phase, progress: reached, at }
  return {
    status: literals.indexOf(status) > literals.indexOf(before.status) ? status : before.status,
    phase: largest(before.phase, phase),
    progress: Math.max(before.progress, reached),
    at: DateTime.max(before.at, at)
  }
}

/** Whether the report ended the history: it is complete, or declined. */
export const hasEnded = (before: AccountHistory | null, { status }: AccountHistory): boolean =>
  status !== "syncing" && status !== before?.status
