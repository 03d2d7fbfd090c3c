import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ChannelAccountId, OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { Inbound } from "../../../domain/inbound/Inbound.ts"
import { addressBookRetention, parkedUntil } from "../../../domain/inbound/InboundDelivery.ts"
import { Inbox, InboxConflict } from "../../../ports/inbound/Inbox.ts"
import { MaxReports } from "../database/PgTransaction.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { instants } from "../database/ArrayParameter.ts"
import { loadInbox } from "./loadInbox.ts"
import { saveInbox } from "./saveInbox.ts"

const decodeDue = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      organizationId: OrganizationId,
      channelAccountId: ChannelAccountId,
      platformMessageId: Schema.NullOr(PlatformMessageId),
      item: Schema.fromJsonString(Inbound)
    }).pipe(
      Schema.encodeKeys({
        organizationId: "organization_id",
        channelAccountId: "channel_account_id",
        platformMessageId: "platform_message_id"
      })
    )
  )
)

/** A concurrent transaction has added the same row, or deleted a referenced row. */
const isConflict = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "ConstraintError"

/** When a parked report is retried, by the number of its attempts. */
const nextTimes = (now: DateTime.Utc) => Array.from({ length: 5 }, (_, attempts) => parkedUntil(attempts + 1, now))

export const layer = Layer.effect(
  Inbox,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Applies until the end of the transaction. A connection may have cached a plan from when the tables were small,
    // which would scan the whole table for every batch. With these settings each row is looked up in an index. Version
    // 15 prefers a bitmap of the whole organization.
    const byIndex = sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true)`
    return Inbox.of({
      maxReports: yield* MaxReports,
      load: (organizationId, needs) =>
        spanned("PgInbox.load")(Effect.orDie(Effect.andThen(byIndex, loadInbox(sql, organizationId, needs)))),
      save: (organizationId, before, after, at) =>
        spanned("PgInbox.save")(
          saveInbox(sql, organizationId, before, after, at).pipe(
            Effect.catchTag("SqlError", (error) =>
              isConflict(error) ? Effect.fail(new InboxConflict()) : Effect.die(error)
            )
          )
        ),
      claimParked: (now, limit) =>
        spanned("PgInbox.claimParked")(
          sql`
          with due as (
            select channel_account_id, platform_message_id, key from inbound_parked
            where due_at <= ${DateTime.formatIso(now)}::timestamptz
            order by due_at limit ${limit} for update skip locked
          )
          update inbound_parked p set attempts = p.attempts + 1,
            due_at = (${instants(nextTimes(now))}::timestamptz[])[least(p.attempts + 1, 5)]
          from due d where p.channel_account_id = d.channel_account_id
            and p.platform_message_id = d.platform_message_id and p.key = d.key
          returning p.organization_id, p.channel_account_id, nullif(p.platform_message_id, '') as platform_message_id,
            p.item::text as item`.pipe(Effect.flatMap(decodeDue), Effect.orDie)
        ),
      purgeParked: (before, limit) =>
        spanned("PgInbox.purgeParked")(
          sql`
          delete from inbound_parked where (channel_account_id, platform_message_id, key) in (
            select channel_account_id, platform_message_id, key from inbound_parked
            where parked_at < ${DateTime.formatIso(before)}::timestamptz
              and (item ->> '_tag' <> 'AddressBookChanged'
                or parked_at < ${DateTime.formatIso(before)}::timestamptz - ${addressBookRetention}::interval)
            order by parked_at limit ${limit})
          returning key`.pipe(
            Effect.map((rows) => rows.length),
            Effect.orDie
          )
        )
    })
  })
)
