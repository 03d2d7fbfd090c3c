import { DateTime, Effect, Layer, Option, Scope } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { CampaignFields } from "../../../domain/campaigns/Campaign.ts"
import {
  campaignTransitions,
  isDeletable,
  CampaignStatus,
  statusesBefore
} from "../../../domain/campaigns/campaignStates.ts"
import { CampaignId, type OrganizationId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { CampaignStore } from "../../../ports/campaigns/CampaignStore.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { retryAlone } from "../database/sqlFaults.ts"
import { WakeChannel } from "../database/WakeChannel.ts"
import { makeWakeSignal } from "../inbound/InboundWakeSignal.ts"
import {
  campaignColumns,
  decodeCampaign,
  decodeClaimed,
  decodeRecipients,
  type StoredCampaign,
  storedCampaign,
  storedRecipient
} from "./campaignRows.ts"
import { freezeAudience, insertRows } from "./freezeAudience.ts"
import { claimOpen, listRecipients, nextOpen, settleRecipients } from "./recipientQueue.ts"

const timestamp = (sql: SqlClient.SqlClient, at: DateTime.Utc | null) =>
  sql`${at === null ? null : DateTime.formatIso(at)}::timestamptz`

const json = (sql: SqlClient.SqlClient, value: unknown) => sql`${JSON.stringify(value)}::text::json`

/** The columns that callers write, as assignments. */
const assigned = (
  sql: SqlClient.SqlClient,
  { audience, from, name, pace, sendAt, stopOn, template, values }: CampaignFields
) => sql`name = ${name}, sender = ${from}, template = ${json(sql, template)}, audience = ${json(sql, audience)},
  field_values = ${json(sql, values)}, send_at = ${timestamp(sql, sendAt)}, pace = ${pace}, stop_on = ${stopOn}::text[]`

const deletable = CampaignStatus.literals.filter(isDeletable)

/** When a campaign has its first turn after a change to the status: at its time, at once, or never. */
const nextTurn = (sql: SqlClient.SqlClient, status: CampaignStatus, at: DateTime.Utc) => {
  if (status === "scheduled") return sql`c.send_at`
  return status === "running" ? timestamp(sql, at) : sql`null`
}

export const layer = Layer.effect(
  CampaignStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const channel = yield* WakeChannel
    const processId = yield* (yield* IdSource).uuid
    const wakeSignal = yield* makeWakeSignal
    const scope = yield* Effect.scope
    // A process without a worker of campaigns needs no connection to listen.
    const listening = yield* channel
      .listen((message) => {
        if (message.sends === true && message.from !== processId) wakeSignal.signalUnsafe()
      })
      .pipe(Scope.provide(scope), Effect.uninterruptible, Effect.cached)
    const notifyOthers = Effect.forkIn(channel.notify({ from: processId, shards: [], sends: true }), scope)
    const wakeAll = sql.afterCommit(Effect.andThen(wakeSignal.signal, notifyOthers))

    const row = sql.literal(campaignColumns())
    const one = (organizationId: OrganizationId, id: CampaignId) =>
      sql`c.organization_id = ${organizationId}::uuid and c.id = ${id}::uuid`
    const rowsOf = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
      Effect.flatMap(statement, (rows) =>
        Effect.forEach(rows, (one) => Effect.map(decodeCampaign(one), storedCampaign))
      )
    const firstOf = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
      Effect.map(rowsOf(statement), ([stored]): Option.Option<StoredCampaign> => Option.fromUndefinedOr(stored))
    const campaignOf = Option.map(({ campaign }: StoredCampaign) => campaign)
    const find = (organizationId: OrganizationId, id: CampaignId) =>
      Effect.map(firstOf(sql`select ${row} from campaigns c where ${one(organizationId, id)}`), campaignOf)
    /** The number of rows of a statement that returns a row for each. */
    const countOf = (statement: Statement.Statement<object>) =>
      Effect.map(retryAlone(sql, statement), (rows) => rows.length)

    return CampaignStore.of({
      add: Effect.fn("PgCampaignStore.add")(function* (campaign) {
        const { createdAt, createdBy, id, organizationId } = campaign
        yield* sql`
          insert into campaigns (organization_id, id, name, sender, template, audience, field_values, send_at, pace, stop_on,
            status, created_by, created_at, updated_at)
          values (${organizationId}::uuid, ${id}::uuid, ${campaign.name}, ${campaign.from}, ${json(sql, campaign.template)},
            ${json(sql, campaign.audience)}, ${json(sql, campaign.values)}, ${timestamp(sql, campaign.sendAt)},
            ${campaign.pace}, ${campaign.stopOn}::text[], 'draft', ${createdBy}::uuid, ${timestamp(sql, createdAt)},
            ${timestamp(sql, createdAt)})`
        return Option.getOrThrow(yield* find(organizationId, id))
      }, Effect.orDie),
      find: Effect.fn("PgCampaignStore.find")((organizationId, id) => Effect.orDie(find(organizationId, id))),
      list: Effect.fn("PgCampaignStore.list")(function* (organizationId, status, page) {
        const those = sql`c.organization_id = ${organizationId}::uuid
          ${status === null ? sql`` : sql`and c.status = ${status}`}`
        const rows = yield* rowsOf(sql`
          select ${row} from campaigns c where ${those}
          order by c.created_at desc, c.id desc limit ${page.limit} offset ${offsetOf(page)}`)
        const [counted] = yield* sql<{ readonly total: number }>`
          select count(*)::int as total from campaigns c where ${those}`
        return { rows: rows.map(({ campaign }) => campaign), total: counted?.total ?? 0 }
      }, Effect.orDie),
      count: Effect.fn("PgCampaignStore.count")((organizationId, statuses) =>
        sql<{ readonly total: number }>`
          select count(*)::int as total from campaigns c
          where c.organization_id = ${organizationId}::uuid and c.status = any(${statuses}::text[])`.pipe(
          Effect.map(([counted]) => counted?.total ?? 0),
          Effect.orDie
        )
      ),
      change: Effect.fn("PgCampaignStore.change")((organizationId, id, fields, at) =>
        retryAlone(
          sql,
          sql`
            update campaigns c set ${assigned(sql, fields)}, updated_at = ${timestamp(sql, at)}
            where ${one(organizationId, id)} and c.status = 'draft' returning ${row}`
        ).pipe(firstOf, Effect.map(campaignOf), Effect.orDie)
      ),
      remove: Effect.fn("PgCampaignStore.remove")((organizationId, id) =>
        countOf(sql`
          delete from campaigns c where ${one(organizationId, id)} and c.status = any(${deletable}::text[])
          returning true as gone`).pipe(
          Effect.map((gone) => gone > 0),
          Effect.orDie
        )
      ),
      addRecipients: Effect.fn("PgCampaignStore.addRecipients")(function* (organizationId, id, rows) {
        const records = JSON.stringify(
          rows.map(({ columns, name, phoneKey, to, ...added }) => ({
            id: added.id,
            recipient: to,
            name,
            columns,
            phone_key: phoneKey
          }))
        )
        const added = yield* countOf(insertRows(sql, organizationId, id, records))
        return added === 0 ? Option.none() : yield* find(organizationId, id)
      }, Effect.orDie),
      clearRecipients: Effect.fn("PgCampaignStore.clearRecipients")(function* (organizationId, id, limit) {
        const mayClear = sql`exists (
          select from campaigns c where ${one(organizationId, id)} and c.status = any(${deletable}::text[]))`
        const gone = yield* countOf(sql`
          delete from campaign_recipients where (organization_id, id) in (
            select organization_id, id from campaign_recipients
            where organization_id = ${organizationId}::uuid and campaign_id = ${id}::uuid and ${mayClear} limit ${limit}
          ) returning true as gone`)
        if (gone < limit) {
          yield* sql`delete from campaign_counters where organization_id = ${organizationId}::uuid
            and campaign_id = ${id}::uuid and ${mayClear}`
        }
        return gone
      }, Effect.orDie),
      transition: Effect.fn("PgCampaignStore.transition")(function* (organizationId, id, transition) {
        const { action, at, channelAccountId, reason } = transition
        const [status] = Object.values(campaignTransitions[action])
        if (status === undefined) return Option.none()
        const account = channelAccountId === undefined ? sql`c.channel_account_id` : sql`${channelAccountId}::uuid`
        const changed = yield* firstOf(
          retryAlone(
            sql,
            sql`
              with before as (
                select c.organization_id, c.id, c.status from campaigns c
                where ${one(organizationId, id)} and c.status = any(${statusesBefore(action)}::text[]) for no key update
              )
              update campaigns c set status = ${status}, channel_account_id = ${account},
                reason = ${reason === undefined ? sql`null` : json(sql, reason)}, updated_at = ${timestamp(sql, at)},
                started_at = ${status === "running" ? sql`coalesce(c.started_at, ${timestamp(sql, at)})` : sql`c.started_at`},
                ended_at = ${status === "finished" || status === "cancelled" ? timestamp(sql, at) : sql`null`},
                next_at = ${nextTurn(sql, status, at)}, share = 1
              from before where c.organization_id = before.organization_id and c.id = before.id
              returning ${sql.literal(campaignColumns("before.status"))}`
          )
        )
        if (Option.isSome(changed) && (status === "running" || status === "scheduled")) yield* wakeAll
        return Option.map(changed, ({ before, campaign }) => ({ before: before ?? campaign.status, campaign }))
      }, Effect.orDie),
      freeze: Effect.fn("PgCampaignStore.freeze")(function* (organizationId, id, ids) {
        const found = yield* find(organizationId, id)
        if (Option.isNone(found) || found.value.status !== "running") return Option.none()
        if (found.value.isFrozen) return found
        yield* retryAlone(sql, freezeAudience(sql, found.value, ids))
        return yield* find(organizationId, id)
      }, Effect.orDie),
      claimTurn: Effect.fn("PgCampaignStore.claimTurn")((now, leaseUntil) =>
        retryAlone(
          sql,
          sql`
            with due as (
              select c.organization_id, c.id from campaigns c
              where c.status in ('scheduled', 'running') and c.next_at <= ${timestamp(sql, now)}
              order by c.next_at limit 1 for no key update skip locked
            )
            update campaigns c set next_at = ${timestamp(sql, leaseUntil)}
            from due d where c.organization_id = d.organization_id and c.id = d.id
            returning ${row}`
        ).pipe(firstOf, Effect.orDie)
      ),
      endTurn: Effect.fn("PgCampaignStore.endTurn")((organizationId, id, share, nextAt) =>
        retryAlone(
          sql,
          sql`
            update campaigns c set share = ${share}, next_at = ${timestamp(sql, nextAt)}
            where ${one(organizationId, id)} and c.status = 'running'`
        ).pipe(Effect.andThen(wakeSignal.signal), Effect.orDie)
      ),
      claimRecipients: Effect.fn("PgCampaignStore.claimRecipients")(function* (
        organizationId,
        id,
        now,
        leaseUntil,
        limit
      ) {
        const rows = yield* decodeClaimed(
          yield* retryAlone(sql, claimOpen(sql, organizationId, id, now, leaseUntil, limit))
        )
        return rows.map(({ contact, ...stored }) => {
          const recipient = storedRecipient(stored)
          const { columns, name, to } = recipient
          return { recipient, person: { to, name, columns, contact } }
        })
      }, Effect.orDie),
      settle: Effect.fn("PgCampaignStore.settle")((organizationId, _, outcomes, at) =>
        outcomes.length === 0
          ? Effect.void
          : Effect.asVoid(Effect.orDie(retryAlone(sql, settleRecipients(sql, organizationId, outcomes, at))))
      ),
      nextRecipient: Effect.fn("PgCampaignStore.nextRecipient")((organizationId, id) =>
        Effect.orDie(
          Effect.map(nextOpen(sql, organizationId, id), ([next]) =>
            next?.next == null ? null : DateTime.makeUnsafe(next.next)
          )
        )
      ),
      runningOn: Effect.fn("PgCampaignStore.runningOn")((organizationId, channelAccountId, template) =>
        sql<{ readonly id: string }>`
          select c.id from campaigns c
          where c.organization_id = ${organizationId}::uuid and c.status = 'running'
            and (c.channel_account_id is null or c.channel_account_id = ${channelAccountId}::uuid)
            ${
              template === null
                ? sql``
                : sql`and c.template ->> 'name' = ${template.name} and c.template ->> 'languageCode' = ${template.languageCode}`
            }`.pipe(
          Effect.map((rows) => rows.map(({ id }) => CampaignId.make(id))),
          Effect.orDie
        )
      ),
      recipients: Effect.fn("PgCampaignStore.recipients")(function* (organizationId, id, filter) {
        const rows = yield* decodeRecipients(yield* listRecipients(sql, organizationId, id, filter))
        return rows.map(storedRecipient)
      }, Effect.orDie),
      nextDue: sql<{ readonly next: Date | null }>`
        select min(next_at) as next from campaigns where status in ('scheduled', 'running')`.pipe(
        Effect.map(([next]) => (next?.next == null ? null : DateTime.makeUnsafe(next.next))),
        Effect.orDie,
        Effect.withSpan("PgCampaignStore.nextDue")
      ),
      purge: Effect.fn("PgCampaignStore.purge")((before, limit) =>
        Effect.orDie(
          countOf(sql`
            delete from campaign_recipients where (organization_id, id) in (
              select r.organization_id, r.id from campaigns c
                join campaign_recipients r on r.organization_id = c.organization_id and r.campaign_id = c.id
              where c.ended_at < ${timestamp(sql, before)} limit ${limit}
            ) returning true as gone`)
        )
      ),
      wakeSignal: Effect.andThen(listening, wakeSignal.next)
    })
  })
)
