import { type Array, DateTime, Effect, Layer } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { RecipientBlocked, RecipientOptedOut, type RecipientRefused } from "../../../domain/contact/RecipientCheck.ts"
import { MonthlyLimitReached } from "../../../domain/quota/MonthlyLimit.ts"
import { type Reservation, SendLedger } from "../../../ports/stores/SendLedger.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { WakeSignals } from "../delivery/WakeSignals.ts"
import { InboundWakeSignal } from "../inbound/InboundWakeSignal.ts"
import { groupCommit } from "../batching/groupWriter.ts"
import { type ReserveAnswer, reserveAll } from "./reserveAll.ts"
import { reserveRow, type ReserveRow } from "./reserveRow.ts"
import { expiredJson, recordOutcomes, outcomeRow, type OutcomeRow } from "./recordOutcomes.ts"
import { isItemFault, retryConflict } from "../database/sqlFaults.ts"
import { Writer } from "../database/Writer.ts"

const reserved = (
  organizationId: OrganizationId,
  { allowed, contact_id: contactId, conversation_id: conversationId, refusal, refused_id, used }: ReserveAnswer
): Effect.Effect<Reservation, MonthlyLimitReached | RecipientRefused> => {
  if (contactId !== null && conversationId !== null) return Effect.succeed({ contactId, conversationId })
  if (refused_id !== null) {
    const refused = { contactId: refused_id }
    return Effect.fail(refusal === "blocked" ? new RecipientBlocked(refused) : new RecipientOptedOut(refused))
  }
  return used === null
    ? Effect.die(new Error(`there is no organization ${organizationId}`))
    : Effect.fail(new MonthlyLimitReached({ used, allowed }))
}

/**
 * SendLedger whose calls share their statements: calls that wait while the last statements run are written together.
 */
export const layer = Layer.effect(
  SendLedger,
  Effect.gen(function* () {
    const sql = yield* Writer
    const wakeSignals = yield* WakeSignals
    const inbound = yield* InboundWakeSignal

    const signal = (rows: ReadonlyArray<{ readonly organizationId: OrganizationId }>) =>
      wakeSignals.signal(rows.map(({ organizationId }) => organizationId))
    const reserve = yield* groupCommit({
      flush: (rows: Array.NonEmptyReadonlyArray<ReserveRow>) =>
        Effect.tap(retryConflict(reserveAll(sql, rows)), ([first]) =>
          first?.queued === true ? signal(rows) : Effect.void
        ),
      isItemFault
    })
    const recordOutcome = yield* groupCommit({
      flush: (rows: Array.NonEmptyReadonlyArray<OutcomeRow>) =>
        Effect.suspend(() => {
          const notify = wakeSignals.inStatement(
            rows.flatMap(({ eventId, organizationId }) => (eventId === null ? [] : [organizationId]))
          )
          return Effect.tap(retryConflict(recordOutcomes(sql, rows, notify)), ([answer]) =>
            answer === undefined
              ? Effect.void
              : Effect.andThen(
                  answer.recorded === null ? Effect.void : wakeSignals.signal(answer.recorded, answer.notified > 0),
                  answer.woken ? inbound.signal : Effect.void
                )
          )
        }),
      isItemFault
    })

    return SendLedger.of({
      reserve: (organizationId, intent) =>
        spanned("PgSendLedger.reserve")(
          Effect.flatMap(Effect.orDie(reserve(reserveRow(organizationId, intent))), (answer) =>
            reserved(organizationId, answer)
          )
        ),
      recordOutcome: (organizationId, messageId, outcome, at) =>
        spanned("PgSendLedger.recordOutcome")(
          Effect.asVoid(Effect.orDie(recordOutcome(outcomeRow(organizationId, messageId, outcome, at))))
        ),
      expire: (before, at, limit) =>
        spanned("PgSendLedger.expire")(
          sql`
          update messages set status = 'failed', failure = ${expiredJson}::jsonb,
            settled_at = ${DateTime.formatIso(at)}::timestamptz
          where (organization_id, id) in (
            select organization_id, id from messages
            where settled_at is null and status = 'pending' and created_at < ${DateTime.formatIso(before)}::timestamptz
            order by created_at limit ${limit} for update skip locked)
          returning id`.pipe(
            Effect.map((marked) => marked.length),
            Effect.orDie
          )
        )
    })
  })
)
