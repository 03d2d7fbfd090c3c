import { DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { MessageId, type OrganizationId } from "../../../domain/Ids.ts"
import { clockUncertainty } from "../../../domain/messages/messageOrder.ts"
import { maxPageBytes } from "../../../domain/text/Page.ts"
import type { HistoryRequest } from "../../../ports/messages/MessageStore.ts"
import { instantOf, messageColumns } from "./MessageRow.ts"
import {
  decodeQuotes,
  decodeSettledMessages,
  messageSize,
  newestFirst,
  quotedColumns,
  quotedMessage
} from "./SettledMessageRow.ts"

/** Every row repeats the count and the end of the examined part. A page without messages has one row without a message. */
interface HistoryColumns {
  readonly id: string | null
  readonly quoted_id: string | null
  /** Messages that pass the filter, one more than the limit at most. */
  readonly found: number
  readonly last_examined: string | null
}

const decodeNext = Schema.decodeUnknownEffect(Schema.NullOr(MessageId))

/** Deleting a contact takes the contact from its conversations. */
const hasContact = `exists (select from conversations v
  where v.organization_id = m.organization_id and v.id = m.conversation_id and v.contact_id is not null)`

/**
 * Pages of messages. One reads its own rows and, of each conversation of a contact, as many entries of the index at most.
 * The whole organization is read by the primary key, so the messages that `since` leaves out are examined, up to a limit.
 */
export const messageHistory = (sql: SqlClient.SqlClient) => {
  const find = (
    organizationId: OrganizationId,
    { before, examined, limit, of, since }: HistoryRequest,
    anchor: string | null
  ) => {
    const own = sql`m.organization_id = ${organizationId}::uuid`
    const from = since === null ? null : DateTime.formatIso(since)
    const earliest = since === null ? null : DateTime.formatIso(DateTime.subtractDuration(since, clockUncertainty))
    const isSince = from === null ? sql`` : sql`and m.created_at >= ${from}::timestamptz`
    const conversation = sql`
      select m.id, m.listed_at from messages m
      where ${own} and m.settled_at is not null
        ${of?._tag === "Conversation" ? sql`and m.conversation_id = ${of.id}::uuid and ${sql.literal(hasContact)}` : sql`and m.conversation_id = v.id`}
        ${anchor === null ? sql`` : sql`and (m.listed_at, m.id) < (${anchor}::timestamptz, ${before}::uuid)`}
        ${earliest === null ? sql`` : sql`and m.listed_at >= ${earliest}::timestamptz`} ${isSince}
      order by ${sql.literal(newestFirst)} limit ${limit + 1}`
    const chosen = {
      Conversation: sql`chosen as materialized (${conversation})`,
      Contact: sql`chosen as materialized (
        select m.* from conversations v cross join lateral (${conversation}) m
        where v.organization_id = ${organizationId}::uuid and v.contact_id = ${of?.id ?? null}::uuid
        order by ${sql.literal(newestFirst)} limit ${limit + 1})`,
      All: sql`examined as materialized (
        select m.organization_id, m.id, m.conversation_id, m.created_at, m.learned_at, m.listed_at, m.settled_at
        from messages m where ${own} ${before === null ? sql`` : sql`and m.id < ${before}::uuid`}
        order by m.id desc limit ${examined}),
      last as (select id, learned_at from examined order by id limit 1),
      chosen as materialized (
        select m.id, m.listed_at from examined m
        where m.settled_at is not null ${isSince} and ${sql.literal(hasContact)}
        order by m.id desc limit ${limit + 1})`
    }[of?._tag ?? "All"]
    // The organization's messages after the examined ones are older still, as far as clocks tell.
    const lastExamined =
      of === null
        ? sql`case when (select count(*) from examined) = ${examined} then (select l.id from last l
            ${earliest === null ? sql`` : sql`where l.learned_at >= ${earliest}::timestamptz`}) end`
        : sql`null::uuid`
    const order = sql.literal(of === null ? "m.id desc" : newestFirst)
    return sql<HistoryColumns>`
      with ${chosen}
      select f.found, f.last_examined, ${sql.literal(messageColumns)}, ${sql.literal(quotedColumns)}
      from (select (select count(*) from chosen)::float8 as found, ${lastExamined} as last_examined) f
      left join (
        select m.*, row_number() over listed as place, sum(${sql.literal(messageSize)}) over listed as bytes
        from messages m where ${own} and m.id = any(array(select id from chosen))
        window listed as (order by ${order} rows unbounded preceding)
      ) m on m.place <= ${limit} and (m.place = 1 or m.bytes <= ${maxPageBytes})
      ${sql.literal(quotedMessage)}
      order by m.place`
  }
  const anchorOf = Effect.fnUntraced(function* (organizationId: OrganizationId, id: MessageId) {
    const [found] = yield* sql<{ readonly listed_at: Date }>`
      select m.listed_at from messages m
      where m.organization_id = ${organizationId}::uuid and m.id = ${id}::uuid and m.settled_at is not null`
    return Option.fromUndefinedOr(found && DateTime.formatIso(instantOf(found.listed_at)))
  })
  return Effect.fnUntraced(function* (organizationId: OrganizationId, request: HistoryRequest) {
    const { before, of } = request
    const anchor = before === null || of === null ? null : yield* anchorOf(organizationId, before)
    if (anchor !== null && Option.isNone(anchor)) return Option.none()
    const found = yield* find(organizationId, request, anchor === null ? null : anchor.value)
    const messages = yield* decodeSettledMessages(found.filter(({ id }) => id !== null))
    const quotes = yield* decodeQuotes(found)
    const rows = messages.map((message) => ({ message, quoted: quotes.get(message.id) ?? null }))
    const goesOn = (found[0]?.found ?? 0) > rows.length
    const next = goesOn ? (messages.at(-1)?.id ?? null) : yield* decodeNext(found[0]?.last_examined ?? null)
    return Option.some({ rows, next })
  }, Effect.orDie)
}
