import { DateTime, Effect } from "effect"
import { retainedDays, retainedKinds } from "../../domain/access/Retention.ts"
import { RetainedRows } from "../../ports/access/RetainedRows.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { purgeBatch } from "../purgeInBatches.ts"

/**
 * Deletes the records that organizations store no longer; returns how many. A round deletes one batch of each
 * organization and kind, so a large one delays no other.
 */
export const applyRetentions = Effect.fnUntraced(function* () {
  const { purge, retentions } = yield* RetainedRows
  const now = yield* DateTime.now
  let limits = (yield* retentions).flatMap(({ organizationId, retention }) =>
    retainedKinds.flatMap((kind) => {
      const days = retainedDays(retention, kind)
      return days === null ? [] : [{ organizationId, kind, before: DateTime.subtract(now, { days }) }]
    })
  )
  let purged = 0
  while (limits.length > 0) {
    const counts = yield* Effect.forEach(limits, ({ before, kind, organizationId }) =>
      purge(organizationId, kind, before, now, purgeBatch)
    )
    purged += counts.reduce((sum, count) => sum + count, 0)
    limits = limits.filter((_, index) => counts[index] === purgeBatch)
  }
  return purged
}, spanned("applyRetentions"))
