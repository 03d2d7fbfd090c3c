import { Array, DateTime, Effect, flow, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Webhook } from "../../../domain/webhook/Webhook.ts"
import { WebhookStore } from "../../../ports/stores/delivery/WebhookStore.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { Sealer } from "../database/Sealer.ts"
import { fromRow, sealSecrets, webhookReader } from "./WebhookRow.ts"

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
        yield* sql`
        insert into webhooks (organization_id, id, url, events, status, sealed_secret, secret_chosen,
          sealed_previous_secrets, failing_since, created_at, updated_at)
        values (${webhook.organizationId}::uuid, ${webhook.id}::uuid, ${webhook.url}, ${webhook.events}::text[],
          ${webhook.status}, ${secret}, ${chosen}, ${previous}::text::jsonb, ${failingSince}::timestamptz,
          ${DateTime.formatIso(webhook.createdAt)}::timestamptz, ${DateTime.formatIso(webhook.updatedAt)}::timestamptz)
        on conflict (organization_id) do update set id = excluded.id, url = excluded.url, events = excluded.events,
          status = excluded.status, sealed_secret = excluded.sealed_secret, secret_chosen = excluded.secret_chosen,
          sealed_previous_secrets = excluded.sealed_previous_secrets, failing_since = excluded.failing_since,
          created_at = excluded.created_at,
          updated_at = excluded.updated_at`
      },
      Effect.orDie,
      spanned("PgWebhookStore.save")
    )

    return WebhookStore.of({
      find: Effect.fnUntraced(function* (organizationId) {
        // Outside of a transaction the lock ends with the statement.
        const rows = yield* Effect.orDie(
          sql`select * from webhooks where organization_id = ${organizationId}::uuid for update`
        )
        return Array.head(yield* Effect.forEach(rows, read))
      }, spanned("PgWebhookStore.find")),
      save,
      // The order matters: the second statement also sees deliveries deferred while the first one waited for the row.
      remove: Effect.fnUntraced(
        function* (organizationId) {
          const gone = yield* sql`delete from webhooks where organization_id = ${organizationId}::uuid returning id`
          yield* sql`delete from deferred_deliveries where organization_id = ${organizationId}::uuid`
          return gone.length > 0
        },
        flow(sql.withTransaction, Effect.orDie),
        spanned("PgWebhookStore.remove")
      )
    })
  })
)
