import { type Array, Effect, Layer, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactId, ConversationId, MessageId, OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import {
  type Accepted,
  IdempotencyKeyTaken,
  type ReportedSend,
  type Reservation,
  SendLedger
} from "../../../ports/sends/SendLedger.ts"
import { isUnansweredRow, MessageRow, messageColumns } from "../messages/MessageRow.ts"
import { uuids } from "../database/ArrayParameter.ts"
import { OrganizationSuspended } from "../../../domain/access/AccessFailures.ts"
import { RecipientBlocked, RecipientOptedOut, type RecipientRefused } from "../../../domain/contacts/RecipientCheck.ts"
import { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { FeedSignals } from "../webhooks/FeedSignals.ts"
import { WakeSignals } from "../webhooks/WakeSignals.ts"
import { InboundWakeSignal } from "../inbound/InboundWakeSignal.ts"
import { groupCommit } from "../batching/groupWriter.ts"
import { type ReserveAnswer, type ReserveRow, reserveAll, reserveRow } from "./reserveAll.ts"
import { type OutcomeAnswer, type OutcomeRow, expireIntents, outcomeRow, recordOutcomes } from "./recordOutcomes.ts"
import { overdueSends, unmatchedMessages } from "./unmatchedMessages.ts"
import { actingForRows } from "../rowsecurity/Acting.ts"
import { isItemFault, retryConflict } from "../database/sqlFaults.ts"
import { Writer } from "../database/DatabaseClients.ts"

const decodeMessages = Schema.decodeUnknownEffect(Schema.Array(MessageRow))

/** The sends of the reports that are unanswered. */
const unansweredSends = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  sends: ReadonlyArray<ReportedSend>
) =>
  sends.length === 0
    ? Effect.succeed([])
    : sql`
      select ${sql.literal(messageColumns)}
      from unnest(${uuids(sends.map(({ sendId }) => sendId))}::uuid[],
          ${sends.map(({ platformMessageId }) => platformMessageId)}::text[]
        ) as w(send_id, platform_id), lateral (
          select m.* from messages m
          where m.organization_id = ${organizationId}::uuid and m.id = w.send_id and m.direction = 'outbound'
            and ${sql.literal(isUnansweredRow)}
          offset 0
        ) m
      where not exists (
        select from messages e
        where e.channel_account_id = m.channel_account_id and e.platform_message_id = w.platform_id and not e.is_echo
      )`.pipe(Effect.flatMap(decodeMessages))

interface AcceptedColumns {
  readonly contact_id: ContactId
  readonly conversation_id: ConversationId
  readonly platform_message_id: PlatformMessageId
}

const acceptedSend = (sql: SqlClient.SqlClient, organizationId: OrganizationId, sendId: MessageId) =>
  Effect.map(
    sql<AcceptedColumns>`
      select contact_id, conversation_id, platform_message_id from messages
      where organization_id = ${organizationId}::uuid and id = ${sendId}::uuid and platform_message_id is not null`,
    ([row]): Accepted | null =>
      row === undefined
        ? null
        : {
            contactId: row.contact_id,
            conversationId: row.conversation_id,
            platformMessageId: row.platform_message_id
          }
  )

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
