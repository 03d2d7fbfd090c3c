import { Array, DateTime, Effect, flow, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { failingSinceFor, warningPercents } from "../../../domain/webhooks/afterRefusal.ts"
import { OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { texts } from "../database/ArrayParameter.ts"
import { isEndpoint, type Webhook } from "../../../domain/webhooks/Webhook.ts"
import { noEndpoint } from "../migrations/deliveryTables.ts"
import { WebhookStore } from "../../../ports/webhooks/WebhookStore.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { Sealer } from "../secrets/Sealer.ts"
import { fromRow, sealSecrets, webhookReader } from "./WebhookRow.ts"

const FailingRow = Schema.Struct({
  id: WebhookId,
  organizationId: OrganizationId,
  failingSince: Schema.DateTimeUtcFromDate,
  percent: Schema.Int
}).pipe(
  Schema.encodeKeys({ organizationId: "organization_id", failingSince: "failing_since", percent: "warned_percent" })
)

const decodeFailing = Schema.decodeUnknownEffect(Schema.Array(FailingRow))

/**
 * `warningOf` of `domain/webhooks/afterRefusal.ts`, compared by
 * `testing/contracts/stores/delivery/WebhookStore.contract.ts`.
 */
const claimFailing = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient, at: DateTime.Utc, limit: number) {
    const limits = texts(warningPercents.map((percent) => DateTime.formatIso(failingSinceFor(percent, at))))
    const rows = yield* sql`
      with warning as (
        select * from unnest(${warningPercents.map(String)}::smallint[], ${limits}::timestamptz[]) as t(percent, since)
      ),
      due as (
        select w.id, p.percent from webhooks w
          join organizations o on o.id = w.organization_id and o.suspended_at is null
          cross join lateral (
            select max(percent) as percent from warning where w.failing_since <= since
          ) p
        where w.status = 'active' and w.failing_since is not null
          and p.percent > case when w.warned_for = w.failing_since then w.warned_percent else 0 end
        order by w.organization_id, w.id limit ${limit} for update of w skip locked
      )
      update webhooks w set warned_percent = d.percent, warned_for = w.failing_since
      from due d where d.id = w.id
      returning w.organization_id, w.id, w.failing_since, w.warned_percent`
    return yield* decodeFailing(rows)
  },
  Effect.orDie,
  spanned("PgWebhookStore.claimFailing")
)

export const layer = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer

    const read = webhookReader(sealer, fromRow)

    const save = Effect.fnUntraced(
      function* (webhook: Webhook) {
        const { chosen, previous, secret } = yield* sealSecrets(sealer, webhook)
        const failingSince = webhook.failingSince === null ? null : DateTime.formatIso(webhook.failingSince)
        const { endpoint } = webhook
        const settings = endpoint === undefined ? null : JSON.stringify(Struct.omit(endpoint, ["headers"]))
        const key = endpoint === undefined ? sql`(organization_id) where endpoint is null` : sql`(organization_id, id)`
        yield* sql`
        insert into webhooks (organization_id, id, url, events, status, sealed_secret, secret_chosen,
          sealed_previous_secrets, failing_since, created_at, updated_at, endpoint)
        values (${webhook.organizationId}::uuid, ${webhook.id}::uuid, ${webhook.url}, ${webhook.events}::text[],
          ${webhook.status}, ${secret}, ${chosen}, ${previous}::text::jsonb, ${failingSince}::timestamptz,
          ${DateTime.formatIso(webhook.createdAt)}::timestamptz, ${DateTime.formatIso(webhook.updatedAt)}::timestamptz,
          ${settings}::text::jsonb)
        on conflict ${key} do update set id = excluded.id, url = excluded.url, events = excluded.events,
          status = excluded.status, sealed_secret = excluded.sealed_secret, secret_chosen = excluded.secret_chosen,
          sealed_previous_secrets = excluded.sealed_previous_secrets, failing_since = excluded.failing_since,
          created_at = excluded.created_at,
          updated_at = excluded.updated_at, endpoint = excluded.endpoint`
      },
      Effect.orDie,
      spanned("PgWebhookStore.save")
    )

    return WebhookStore.of({
      find: Effect.fnUntraced(function* (organizationId) {
        // Outside of a transaction the lock ends with the statement.
        const rows = yield* Effect.orDie(
          sql`select * from webhooks where organization_id = ${organizationId}::uuid and endpoint is null for update`
        )
        return Array.head(yield* Effect.forEach(rows, read))
      }, spanned("PgWebhookStore.find")),
      endpoints: Effect.fnUntraced(function* (organizationId) {
        const rows = yield* Effect.orDie(
          sql`select * from webhooks where organization_id = ${organizationId}::uuid and endpoint is not null
            order by created_at, id for update`
        )
        return (yield* Effect.forEach(rows, read)).filter(isEndpoint)
      }, spanned("PgWebhookStore.endpoints")),
      save,
      claimFailing: (at, limit) => claimFailing(sql, at, limit),
      // The order matters: the second statement also sees deliveries deferred while the first one waited for the row.
      remove: Effect.fnUntraced(
        function* (organizationId, endpointId) {
          const which =
            endpointId === undefined ? sql`endpoint is null` : sql`endpoint is not null and id = ${endpointId}::uuid`
          const gone = yield* sql`
            delete from webhooks where organization_id = ${organizationId}::uuid and ${which} returning id`
          yield* sql`
            delete from deferred_deliveries
            where organization_id = ${organizationId}::uuid and endpoint_id = ${endpointId ?? noEndpoint}::uuid`
          return gone.length > 0
        },
        flow(sql.withTransaction, Effect.orDie),
        spanned("PgWebhookStore.remove")
      )
    })
  })
)
