import { Array, Effect, Layer, Schema } from "effect"
import type { DeliveryShard } from "../../../domain/webhooks/DeliveryShard.ts"
import { type AttemptOutcome, DeliveryQueue } from "../../../ports/webhooks/DeliveryQueue.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { openedWebhooks } from "./WebhookRow.ts"
import { Sealer } from "../secrets/Sealer.ts"
import { actingForRows } from "../rowsecurity/Acting.ts"
import { isItemFault, retryConflict } from "../database/sqlFaults.ts"
import { DeliveryConnections, Writer } from "../database/DatabaseClients.ts"
import { writeTogether } from "../batching/groupWriter.ts"
import { deferDeliveries, deferredOrganizations, dueDeliveries, releaseForgotten } from "./deferredDeliveries.ts"
import { deferForEndpoints, readForEndpoints, subscriptionsOf } from "./readForEndpoints.ts"
import { type OutboxReader, readOutbox } from "./readOutbox.ts"
import { attemptRow, recordAttempts } from "./recordAttempts.ts"
import { beginning, cursorText, decodeCursor, rememberedCursors } from "./SnapshotCursor.ts"
import { WakeSignals } from "./WakeSignals.ts"

const decodeCheckpoint = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ cursor: Schema.String })))

export const layer = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const sql = yield* DeliveryConnections
    const writer = yield* Writer
    const wakeSignals = yield* WakeSignals
    const reader: OutboxReader = { sql, cursors: rememberedCursors(), openWebhooks: openedWebhooks(yield* Sealer) }

    /** Snapshots belong to the server that took them: a checkpoint restored from another server is ignored. */
    const checkpoint = Effect.fnUntraced(function* (shard: DeliveryShard) {
      const [row] = yield* decodeCheckpoint(
        yield* sql`
          select cursor from outbox_checkpoints where shard = ${shard}::integer
            and pg_snapshot_xmax((cursor::json ->> 'since')::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`
      )
      return cursorText(row === undefined ? beginning : yield* decodeCursor(row.cursor))
    })

    const recordTogether = yield* writeTogether({
      name: "attempt",
      write: (outcomes: Array.NonEmptyReadonlyArray<AttemptOutcome>) =>
        actingForRows(outcomes.map(({ delivery }) => delivery))(
          retryConflict(recordAttempts(writer, Array.map(outcomes, attemptRow)))
        ),
      isItemFault
    })

    return DeliveryQueue.of({
      open: Effect.fn("PgDeliveryQueue.open")(function* (shard, now) {
        yield* releaseForgotten(sql, shard, now)
        return yield* checkpoint(shard)
      }, Effect.orDie),
      saveCheckpoint: (shard, cursor) =>
        spanned("PgDeliveryQueue.saveCheckpoint")(
          sql`
          insert into outbox_checkpoints (shard, cursor) values (${shard}::integer, ${cursor})
          on conflict (shard) do update set cursor = excluded.cursor`.pipe(Effect.asVoid, Effect.orDie)
        ),
      read: (scope, cursor, limit) =>
        spanned("PgDeliveryQueue.read")(Effect.orDie(readOutbox(reader, scope, cursor, limit))),
      deferredOrganizations: (shard) =>
        spanned("PgDeliveryQueue.deferredOrganizations")(Effect.orDie(deferredOrganizations(sql, shard))),
      readForEndpoints: (shard, cursor, limit) =>
        spanned("PgDeliveryQueue.readForEndpoints")(Effect.orDie(readForEndpoints(reader, shard, cursor, limit))),
      deferForEndpoints: (...args) =>
        spanned("PgDeliveryQueue.deferForEndpoints")(Effect.asVoid(Effect.orDie(deferForEndpoints(sql, ...args)))),
      due: (...args) => spanned("PgDeliveryQueue.due")(Effect.orDie(dueDeliveries(sql, ...args))),
      defer: (deliveries, now) => {
        const fresh = deliveries.filter(({ isDeferred }) => !isDeferred)
        return fresh.length === 0
          ? Effect.void
          : spanned("PgDeliveryQueue.defer")(Effect.asVoid(Effect.orDie(deferDeliveries(sql, fresh, now))))
      },
      recordAttempt: (outcome) => spanned("PgDeliveryQueue.recordAttempt")(Effect.orDie(recordTogether(outcome))),
      subscriptions: (organizationIds) =>
        spanned("PgDeliveryQueue.subscriptions")(Effect.orDie(subscriptionsOf(reader, organizationIds))),
      listen: wakeSignals.listen
    })
  })
)
