import { type Array, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { OrganizationSuspended } from "../../../domain/access/AccessFailures.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { RecipientBlocked, RecipientOptedOut, type RecipientRefused } from "../../../domain/contacts/RecipientCheck.ts"
import { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import { IdempotencyKeyTaken, type Reservation, SendLedger } from "../../../ports/sends/SendLedger.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { FeedSignals } from "../webhooks/FeedSignals.ts"
import { WakeSignals } from "../webhooks/WakeSignals.ts"
import { InboundWakeSignal } from "../inbound/InboundWakeSignal.ts"
import { groupCommit } from "../batching/groupWriter.ts"
import { type ReserveAnswer, reserveAll } from "./reserveAll.ts"
import { reserveRow, type ReserveRow } from "./reserveRow.ts"
import { outcomeRow, type OutcomeRow } from "./outcomeRow.ts"
import { acceptedSend, unansweredSends } from "./unansweredSends.ts"
import { overdueSends, unmatchedMessages } from "./unmatchedMessages.ts"
import { expireIntents, type OutcomeAnswer, recordOutcomes } from "./recordOutcomes.ts"
import { actingForRows } from "../rowsecurity/Acting.ts"
import { isItemFault, retryConflict } from "../database/sqlFaults.ts"
import { Writer } from "../database/Writer.ts"

/** The refusal of an intent for which nothing was counted: the organization is suspended. */
const uncounted = (sql: SqlClient.SqlClient, organizationId: OrganizationId) =>
  Effect.flatMap(
    Effect.orDie(sql`select 1 from organizations where id = ${organizationId}::uuid`),
    ([found]): Effect.Effect<never, OrganizationSuspended> =>
      found === undefined
        ? Effect.die(new Error(`there is no organization ${organizationId}`))
        : Effect.fail(new OrganizationSuspended({ organizationId }))
  )

const reserved = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  {
    allowed,
    contact_id: contactId,
    conversation_id: conversationId,
    is_taken,
    refusal,
    refused_id,
    used
  }: ReserveAnswer
): Effect.Effect<Reservation, MonthlyLimitReached | OrganizationSuspended | RecipientRefused | IdempotencyKeyTaken> => {
  if (contactId !== null && conversationId !== null) return Effect.succeed({ contactId, conversationId })
  if (is_taken === true) return Effect.fail(new IdempotencyKeyTaken())
  if (refused_id !== null) {
    const refused = { contactId: refused_id }
    return Effect.fail(refusal === "blocked" ? new RecipientBlocked(refused) : new RecipientOptedOut(refused))
  }
  return used === null ? uncounted(sql, organizationId) : Effect.fail(new MonthlyLimitReached({ used, allowed }))
}

/** The contact and conversation of an outcome; null if nothing was recorded. */
const located = ({ contact_id: contactId, conversation_id: conversationId }: OutcomeAnswer): Reservation | null =>
  contactId !== null && conversationId !== null ? { contactId, conversationId } : null

/**
 * SendLedger with group commit: calls that arrive while statements run share the next statement.
 */
export const layer = Layer.effect(
  SendLedger,
  Effect.gen(function* () {
    const sql = yield* Writer
    const wakeSignals = yield* WakeSignals
    const feedSignals = yield* FeedSignals
    const inbound = yield* InboundWakeSignal

    const signal = ([first]: ReadonlyArray<OutcomeAnswer>) =>
      first === undefined
        ? Effect.void
        : Effect.andThen(
            first.recorded === null ? Effect.void : wakeSignals.signal(first.recorded, first.notified > 0),
            first.woken ? inbound.signal : Effect.void
          )
    const reserve = yield* groupCommit({
      name: "reserve",
      flush: (rows: Array.NonEmptyReadonlyArray<ReserveRow>) =>
        actingForRows(rows)(retryConflict(reserveAll(sql, rows))),
      isItemFault
    })
    const recordOutcome = yield* groupCommit({
      name: "outcome",
      flush: (rows: Array.NonEmptyReadonlyArray<OutcomeRow>) =>
        Effect.suspend(() => {
          const organizationIds = rows.map(({ organizationId }) => organizationId)
          const notify = wakeSignals.inStatement(organizationIds)
          return actingForRows(rows)(retryConflict(recordOutcomes(sql, rows, notify))).pipe(
            Effect.tap(signal),
            Effect.tap(() => feedSignals.signal(organizationIds))
          )
        }),
      isItemFault
    })

    return SendLedger.of({
      reserve: (organizationId, intent) =>
        spanned("PgSendLedger.reserve")(
          Effect.flatMap(Effect.orDie(reserve(reserveRow(organizationId, intent))), (answer) =>
            reserved(sql, organizationId, answer)
          )
        ),
      recordOutcome: (organizationId, messageId, outcome, at) =>
        spanned("PgSendLedger.recordOutcome")(
          Effect.map(Effect.orDie(recordOutcome(outcomeRow(organizationId, messageId, outcome, at))), located)
        ),
      expire: (before, at, limit) =>
        spanned("PgSendLedger.expire")(
          retryConflict(expireIntents(sql, before, at, limit)).pipe(
            Effect.tap(signal),
            Effect.map((expired) => expired.length),
            Effect.orDie
          )
        ),
      unanswered: (organizationId, sends) =>
        spanned("PgSendLedger.unanswered")(Effect.orDie(unansweredSends(sql, organizationId, sends))),
      unmatched: (organizationId, thread) =>
        spanned("PgSendLedger.unmatched")(Effect.orDie(unmatchedMessages(sql, organizationId, thread))),
      overdue: (before, limit) => spanned("PgSendLedger.overdue")(Effect.orDie(overdueSends(sql, before, limit))),
      accepted: (organizationId, sendId) =>
        spanned("PgSendLedger.accepted")(Effect.orDie(acceptedSend(sql, organizationId, sendId)))
    })
  })
)
