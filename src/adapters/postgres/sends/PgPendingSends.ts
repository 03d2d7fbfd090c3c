import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId, PendingSendId } from "../../../domain/Ids.ts"
import { PendingOutcome, PendingSend } from "../../../domain/sends/PendingSend.ts"
import { PendingSends } from "../../../ports/sends/PendingSends.ts"
import { decodeEach } from "../database/decodeEach.ts"
import { retryAlone } from "../database/sqlFaults.ts"
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
    createdAt: "created_at",
    dueAt: "due_at",
    begunAt: "begun_at",
    endedAt: "ended_at"
  })
)

const decodeRows = decodeEach("pending_sends", PendingRow)

const encodeOutcome = Schema.encodeSync(Schema.fromJsonString(PendingOutcome))

/** The columns of a send `p`. JSON is read as text: the driver would parse it, and its numbers with it. */
const columns = `p.organization_id, p.id, p.channel, p.recipient, p.sender, p.content::text as content, p.key, p.created_at,
  p.due_at, p.begun_at, p.attempts, p.ended_at, p.outcome::text as outcome`

export const layer = Layer.effect(
  PendingSends,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wakeSignal = yield* makeWakeSignal
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
      execute: ({ channel, content, createdAt, dueAt, id, key, organizationId, recipient, sender }) => sql`
        insert into pending_sends as p
          (organization_id, id, channel, recipient, sender, content, key, created_at, due_at, next_at)
        values (${organizationId}::uuid, ${id}::uuid, ${channel}, ${recipient}, ${sender}, ${JSON.stringify(content)}::text::json,
          ${key}, ${DateTime.formatIso(createdAt)}::timestamptz, ${DateTime.formatIso(dueAt)}::timestamptz,
          ${DateTime.formatIso(dueAt)}::timestamptz)
        on conflict (organization_id, key) do nothing
        returning ${row}`
    })

    return PendingSends.of({
      add: Effect.fn("PgPendingSends.add")(function* (send) {
        const inserted = yield* insert({ ...send, begunAt: null, attempts: 0, endedAt: null, outcome: null })
        if (Option.isNone(inserted)) {
          return yield* ofKey({ organizationId: send.organizationId, key: send.key ?? "" })
        }
        yield* sql.afterCommit(wakeSignal.signal)
        return inserted.value
      }, Effect.orDie),
      find: Effect.fn("PgPendingSends.find")((organizationId, id) => Effect.orDie(find({ organizationId, id }))),
      claim: Effect.fn("PgPendingSends.claim")((now, leaseUntil, limit) =>
        Effect.orDie(
          Effect.flatMap(
            sql`
              update pending_sends p set next_at = ${DateTime.formatIso(leaseUntil)}::timestamptz, attempts = p.attempts + 1,
                begun_at = coalesce(p.begun_at, ${DateTime.formatIso(now)}::timestamptz)
              from (
                select o.organization_id, o.id from pending_sends o
                where o.ended_at is null and o.next_at <= ${DateTime.formatIso(now)}::timestamptz and not exists (
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
      settle: Effect.fn("PgPendingSends.settle")((organizationId, id, outcome, at) =>
        Effect.asVoid(
          Effect.orDie(
            retryAlone(
              sql,
              sql`
                update pending_sends p set outcome = ${encodeOutcome(outcome)}::text::json, content = null,
                  begun_at = null, ended_at = ${DateTime.formatIso(at)}::timestamptz
                where ${one(organizationId, id)}`
            )
          )
        )
      ),
      postpone: Effect.fn("PgPendingSends.postpone")((organizationId, id, until, isBegun) =>
        Effect.asVoid(
          Effect.orDie(
            retryAlone(
              sql,
              sql`
                update pending_sends p set next_at = ${DateTime.formatIso(until)}::timestamptz,
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
                where ended_at < ${DateTime.formatIso(before)}::timestamptz limit ${limit}
              ) returning true as gone`,
            (gone) => gone.length
          )
        )
      ),
      wakeSignal: wakeSignal.next
    })
  })
)
