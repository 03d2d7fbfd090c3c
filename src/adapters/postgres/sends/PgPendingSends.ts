import { Clock, DateTime, Duration, Effect, Layer, Option, Schema, Scope } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId, PendingSendId } from "../../../domain/Ids.ts"
import { PendingOutcome, PendingSend } from "../../../domain/sends/PendingSend.ts"
import type { ScheduledFilter, ScheduledStatus } from "../../../domain/sends/ScheduledSend.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { idlePatience, PendingSends } from "../../../ports/sends/PendingSends.ts"
import { decodeEach } from "../database/decodeEach.ts"
import { retryAlone } from "../database/sqlFaults.ts"
import { WakeChannel } from "../database/WakeChannel.ts"
import { makeWakeSignal } from "../inbound/InboundWakeSignal.ts"

const PendingRow = Schema.Struct({
  ...PendingSend.fields,
  content: Schema.NullOr(Schema.fromJsonString(Schema.Json)),
  outcome: Schema.NullOr(Schema.fromJsonString(PendingOutcome)),
  createdAt: Schema.DateTimeUtcFromDate,
  dueAt: Schema.DateTimeUtcFromDate,
  begunAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  endedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    contactId: "contact_id",
    conversationId: "conversation_id",
    scheduledBy: "scheduled_by",
    createdAt: "created_at",
    dueAt: "due_at",
    begunAt: "begun_at",
    endedAt: "ended_at"
  })
)

const decodeRows = decodeEach("pending_sends", PendingRow)

const encodeOutcome = Schema.encodeSync(Schema.fromJsonString(PendingOutcome))

/** The columns of a send `p`. JSON is read as text: the driver would parse it, and its numbers with it. */
const columns = `p.organization_id, p.id, p.origin, p.channel, p.recipient, p.sender, p.contact_id, p.conversation_id,
  p.scheduled_by, p.content::text as content, p.key, p.created_at, p.due_at, p.begun_at, p.attempts, p.ended_at, p.outcome::text as outcome`

const timestamp = (sql: SqlClient.SqlClient, at: DateTime.Utc) => sql`${DateTime.formatIso(at)}::timestamptz`

/**
 * Whether a send `p` has the status: `scheduledStatus` of `domain/sends/ScheduledSend.ts`, compared by
 * `testing/contracts/stores/PendingSends.contract.ts`.
 */
const hasStatus = (sql: SqlClient.SqlClient, status: ScheduledStatus) => {
  switch (status) {
    case "scheduled":
      return sql`p.ended_at is null and p.begun_at is null`
    case "sending":
      return sql`p.ended_at is null and p.begun_at is not null`
    case "sent":
      return sql`p.outcome->>'_tag' = 'Sent'`
    case "failed":
      return sql`p.outcome->>'_tag' = 'NotSent'`
    case "cancelled":
      return sql`p.outcome->>'_tag' = 'Cancelled'`
  }
}

/**
 * The scheduled sends `p` that pass the filter. `visibleTo` restates `maySeeScheduled` of `domain/sends/ScheduledSend.ts`,
 * compared by `testing/contracts/stores/PendingSends.contract.ts`.
 */
const passes = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { channel, contactId, conversationId, status, visibleTo }: ScheduledFilter
) =>
  sql.and([
    sql`p.organization_id = ${organizationId}::uuid and p.origin in ('developer', 'session')`,
    ...(status === null ? [] : [hasStatus(sql, status)]),
    ...(channel === null ? [] : [sql`p.channel = ${channel}`]),
    ...(contactId === null ? [] : [sql`p.contact_id = ${contactId}::uuid`]),
    ...(conversationId === null ? [] : [sql`p.conversation_id = ${conversationId}::uuid`]),
    ...(visibleTo === null
      ? []
      : [
          sql`case when p.conversation_id is null then p.scheduled_by = ${visibleTo}::uuid else exists (
            select from conversations c
            where c.organization_id = p.organization_id and c.id = p.conversation_id
              and (c.assignee_id is null or c.assignee_id = ${visibleTo}::uuid)) end`
        ])
  ])

export const layer = Layer.effect(
  PendingSends,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const clock = yield* Clock.Clock
    const channel = yield* WakeChannel
    const from = yield* (yield* IdSource).uuid
    const wakeSignal = yield* makeWakeSignal
    // A process without a worker of sends needs no connection to listen.
    const listening = yield* channel
      .listen((message) => {
        if (message.sends === true && message.from !== from) wakeSignal.signalUnsafe()
      })
      .pipe(Scope.provide(yield* Effect.scope), Effect.uninterruptible, Effect.cached)
    const notifyOthers = Effect.forkIn(channel.notify({ from, shards: [], sends: true }), yield* Effect.scope)
    /** Wakes the worker of this process, and those of others if the send is due before they look by themselves. */
    const wakeFor = (dueAt: DateTime.Utc) => {
      const looksFirst = dueAt.epochMilliseconds > clock.currentTimeMillisUnsafe() + Duration.toMillis(idlePatience)
      return sql.afterCommit(looksFirst ? wakeSignal.signal : Effect.andThen(wakeSignal.signal, notifyOthers))
    }
    const row = sql.literal(columns)
    const one = (organizationId: OrganizationId, id: PendingSendId) =>
      sql`p.organization_id = ${organizationId}::uuid and p.id = ${id}::uuid and p.ended_at is null`

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: PendingSendId }),
      Result: PendingRow,
      execute: ({ id, organizationId }) => sql`
        select ${row} from pending_sends p where p.organization_id = ${organizationId}::uuid and p.id = ${id}::uuid`
    })
    const ofKey = SqlSchema.findOne({
      Request: Schema.Struct({ organizationId: OrganizationId, key: Schema.String }),
      Result: PendingRow,
      execute: ({ key, organizationId }) => sql`
        select ${row} from pending_sends p where p.organization_id = ${organizationId}::uuid and p.key = ${key}`
    })
    const insert = SqlSchema.findOneOption({
      Request: PendingSend,
      Result: PendingRow,
      execute: (send) => sql`
        insert into pending_sends as p
          (organization_id, id, origin, channel, recipient, sender, contact_id, conversation_id, scheduled_by, content, key,
            created_at, due_at, next_at)
        values (${send.organizationId}::uuid, ${send.id}::uuid, ${send.origin}, ${send.channel}, ${send.recipient},
          ${send.sender}, ${send.contactId}::uuid, ${send.conversationId}::uuid, ${send.scheduledBy}::uuid,
          ${JSON.stringify(send.content)}::text::json, ${send.key}, ${timestamp(sql, send.createdAt)},
          ${timestamp(sql, send.dueAt)}, ${timestamp(sql, send.dueAt)})
        on conflict (organization_id, key) do nothing
        returning ${row}`
    })
    const waiting = (organizationId: OrganizationId, id: PendingSendId) =>
      sql`${one(organizationId, id)} and p.begun_at is null`
    const first = (rows: ReadonlyArray<PendingSend>): Option.Option<PendingSend> => Option.fromUndefinedOr(rows[0])

    return PendingSends.of({
      add: Effect.fn("PgPendingSends.add")(function* (send) {
        const inserted = yield* insert({ ...send, begunAt: null, attempts: 0, endedAt: null, outcome: null })
        if (Option.isNone(inserted)) {
          return yield* ofKey({ organizationId: send.organizationId, key: send.key ?? "" })
        }
        yield* wakeFor(send.dueAt)
        return inserted.value
      }, Effect.orDie),
      find: Effect.fn("PgPendingSends.find")((organizationId, id) => Effect.orDie(find({ organizationId, id }))),
      list: Effect.fn("PgPendingSends.list")(function* (organizationId, filter, page) {
        const those = passes(sql, organizationId, filter)
        const rows = yield* Effect.flatMap(
          sql`
            select ${row} from pending_sends p where ${those}
            order by p.ended_at desc nulls first, p.due_at, p.position limit ${page.limit} offset ${offsetOf(page)}`,
          decodeRows
        )
        const [counted] = yield* sql<{ readonly total: number }>`
          select count(*)::int as total from pending_sends p where ${those}`
        return { rows, total: counted?.total ?? 0 }
      }, Effect.orDie),
      openScheduled: Effect.fn("PgPendingSends.openScheduled")((organizationId) =>
        sql<{ readonly total: number }>`
          select count(*)::int as total from pending_sends p
          where p.organization_id = ${organizationId}::uuid and p.origin in ('developer', 'session') and p.ended_at is null`.pipe(
          Effect.map(([counted]) => counted?.total ?? 0),
          Effect.orDie
        )
      ),
      change: Effect.fn("PgPendingSends.change")(function* (organizationId, id, { content, dueAt }) {
        const changed = yield* Effect.flatMap(
          retryAlone(
            sql,
            sql`
              update pending_sends p set
                ${content === undefined ? sql`content = p.content` : sql`content = ${JSON.stringify(content)}::text::json`},
                ${dueAt === undefined ? sql`due_at = p.due_at` : sql`due_at = ${timestamp(sql, dueAt)}, next_at = ${timestamp(sql, dueAt)}`}
              where ${waiting(organizationId, id)}
              returning ${row}`
          ),
          decodeRows
        )
        if (changed.length > 0 && dueAt !== undefined) yield* wakeFor(dueAt)
        return first(changed)
      }, Effect.orDie),
      cancel: Effect.fn("PgPendingSends.cancel")((organizationId, id, at) =>
        retryAlone(
          sql,
          sql`
            update pending_sends p set ended_at = ${timestamp(sql, at)},
              outcome = ${encodeOutcome(PendingOutcome.cases.Cancelled.make({}))}::text::json
            where ${waiting(organizationId, id)}
            returning ${row}`
        ).pipe(Effect.flatMap(decodeRows), Effect.map(first), Effect.orDie)
      ),
      claim: Effect.fn("PgPendingSends.claim")((now, leaseUntil, limit) =>
        Effect.orDie(
          Effect.flatMap(
            sql`
              update pending_sends p set next_at = ${timestamp(sql, leaseUntil)}, attempts = p.attempts + 1,
                begun_at = coalesce(p.begun_at, ${timestamp(sql, now)})
              from (
                select o.organization_id, o.id from pending_sends o
                where o.ended_at is null and o.next_at <= ${timestamp(sql, now)} and not exists (
                  select from pending_sends e
                  where e.organization_id = o.organization_id and e.channel = o.channel and e.recipient = o.recipient
                    and e.ended_at is null and (e.due_at, e.position) < (o.due_at, o.position)
                )
                order by o.next_at limit ${limit} for update skip locked
              ) due
              where p.organization_id = due.organization_id and p.id = due.id
              returning ${row}`,
            decodeRows
          )
        )
      ),
      nextDue: sql<{ readonly at: Date | null }>`
        select min(next_at) as at from pending_sends where ended_at is null`.pipe(
        Effect.map(([next]) => (next?.at == null ? null : DateTime.fromDateUnsafe(next.at))),
        Effect.orDie,
        Effect.withSpan("PgPendingSends.nextDue")
      ),
      settle: Effect.fn("PgPendingSends.settle")((organizationId, id, outcome, at) =>
        retryAlone(
          sql,
          sql`
            update pending_sends p set outcome = ${encodeOutcome(outcome)}::text::json,
              ${outcome._tag === "Sent" ? sql`content = null` : sql`content = p.content`},
              begun_at = null, ended_at = ${timestamp(sql, at)}
            where ${one(organizationId, id)}
            returning true as settled`
        ).pipe(
          // The next send to the recipient may be claimed now.
          Effect.tap(sql.afterCommit(wakeSignal.signal)),
          Effect.map((settled) => settled.length > 0),
          Effect.orDie
        )
      ),
      postpone: Effect.fn("PgPendingSends.postpone")((organizationId, id, until, isBegun) =>
        Effect.asVoid(
          Effect.orDie(
            retryAlone(
              sql,
              sql`
                update pending_sends p set next_at = ${timestamp(sql, until)},
                  begun_at = case when ${isBegun}::boolean then p.begun_at end
                where ${one(organizationId, id)}`
            )
          )
        )
      ),
      purge: Effect.fn("PgPendingSends.purge")((before, limit) =>
        Effect.orDie(
          Effect.map(
            sql`
              delete from pending_sends where (organization_id, id) in (
                select organization_id, id from pending_sends
                where ended_at < ${timestamp(sql, before)} limit ${limit}
              ) returning true as gone`,
            (gone) => gone.length
          )
        )
      ),
      wakeSignal: Effect.andThen(listening, wakeSignal.next)
    })
  })
)
