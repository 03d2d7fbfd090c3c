import { Array, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type AccountPerson, type NewProfileLookup, ProfileLookup } from "../../../domain/inbound/ProfileLookup.ts"
import { ProfileLookups } from "../../../ports/inbound/InboundQueue.ts"
import { instants, uuids } from "../database/ArrayParameter.ts"
import { decodeEach } from "../database/decodeEach.ts"
import { makeWakeSignal } from "./InboundWakeSignal.ts"
import { retryAlone } from "../database/sqlFaults.ts"

const decodeRows = decodeEach(
  "profile_lookups",
  ProfileLookup.pipe(
    Schema.encodeKeys({
      organizationId: "organization_id",
      channelAccountId: "channel_account_id",
      personId: "person_id"
    })
  )
)

const insertAll = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  lookups: ReadonlyArray<NewProfileLookup>
) => sql`
  insert into profile_lookups (organization_id, channel_account_id, person_id, due_at)
  select ${organizationId}::uuid, account, person, due
  from unnest(
    ${uuids(Array.map(lookups, ({ channelAccountId }) => channelAccountId))}::uuid[],
    ${Array.map(lookups, ({ personId }) => personId)}::text[],
    ${instants(Array.map(lookups, ({ dueAt }) => dueAt))}::timestamptz[]
  ) as t(account, person, due)
  order by account, person
  on conflict (organization_id, channel_account_id, person_id) do nothing
  returning person_id`

const claimRows = (sql: SqlClient.SqlClient, now: string, leaseUntil: string, limit: number) => sql`
  with due as (
    select organization_id, channel_account_id, person_id, due_at as was_due from profile_lookups
    where due_at <= ${now}::timestamptz
    order by due_at limit ${limit} for update skip locked
  ),
  claimed as (
    update profile_lookups p set due_at = ${leaseUntil}::timestamptz from due d
    where p.organization_id = d.organization_id and p.channel_account_id = d.channel_account_id
      and p.person_id = d.person_id
    returning p.organization_id, p.channel_account_id, p.person_id, p.failures, d.was_due
  )
  select organization_id, channel_account_id, person_id, failures from claimed order by was_due, person_id`

/** The condition for the look-up of a person. */
const isOf = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { channelAccountId, personId }: AccountPerson
) => sql`
  organization_id = ${organizationId}::uuid and channel_account_id = ${channelAccountId}::uuid
    and person_id = ${personId}`

export const layer = Layer.effect(
  ProfileLookups,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wakeSignal = yield* makeWakeSignal

    return ProfileLookups.of({
      addAll: Effect.fn("PgProfileLookups.addAll")(function* (organizationId, lookups) {
        if (lookups.length === 0) return
        const added = yield* retryAlone(sql, insertAll(sql, organizationId, lookups))
        if (added.length > 0) yield* sql.afterCommit(wakeSignal.signal)
      }, Effect.orDie),
      claim: Effect.fn("PgProfileLookups.claim")((now, leaseUntil, limit) =>
        claimRows(sql, DateTime.formatIso(now), DateTime.formatIso(leaseUntil), limit).pipe(
          Effect.flatMap(decodeRows),
          Effect.orDie
        )
      ),
      retry: Effect.fn("PgProfileLookups.retry")((organizationId, person, retryAt) =>
        retryAlone(
          sql,
          sql`
            update profile_lookups set failures = failures + 1, due_at = ${DateTime.formatIso(retryAt)}::timestamptz
            where ${isOf(sql, organizationId, person)}`
        ).pipe(Effect.orDie, Effect.asVoid)
      ),
      finish: Effect.fn("PgProfileLookups.finish")((organizationId, person) =>
        retryAlone(sql, sql`delete from profile_lookups where ${isOf(sql, organizationId, person)}`).pipe(
          Effect.orDie,
          Effect.asVoid
        )
      ),
      wakeSignal: wakeSignal.next
    })
  })
)
