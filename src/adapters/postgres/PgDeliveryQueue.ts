import { Array, Effect, Layer, Schema } from "effect"
import type { DeliveryShard } from "../../domain/DeliveryShard.ts"
import { DeliveryQueue, type SettledAttempt } from "../../ports/DeliveryQueue.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { Arrivals } from "./Arrivals.ts"
import { DeliveryConnections } from "./DeliveryConnections.ts"
import { beginning, decodePlace, placeText } from "./deliveryPlace.ts"
import { openedWebhooks } from "./openedWebhooks.ts"
import { type LogReader, readDeliveries } from "./readDeliveries.ts"
import { Sealer } from "./Sealer.ts"
import { attemptRow, settleAttempts } from "./settleAttempts.ts"
import { isItemFault, retryConflict } from "./sqlFaults.ts"
import { areFirstSuccesses, settleSuccesses } from "./settleSuccesses.ts"
import { dueDeliveries, parkDeliveries, releaseForgotten, waitingOrganizations } from "./waitingDeliveries.ts"
import { Writer } from "./Writer.ts"
import { writeTogether } from "./writeTogether.ts"

const decodeKept = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ place: Schema.String })))

export const layer = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const sql = yield* DeliveryConnections
    const writer = yield* Writer
    const reader: LogReader = { sql, openWebhooks: openedWebhooks(yield* Sealer) }
    const arrivals = yield* Arrivals

    /** Snapshots belong to the server that took them: of a database that came from elsewhere they say nothing. */
    const kept = Effect.fnUntraced(function* (shard: DeliveryShard) {
      const [row] = yield* decodeKept(
        yield* sql`
          select place from delivery_places where shard = ${shard}::integer
            and pg_snapshot_xmax((place::json ->> 'since')::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`
      )
      return placeText(row === undefined ? beginning : yield* decodePlace(row.place))
    })

    const settle = yield* writeTogether({
      write: (attempts: Array.NonEmptyReadonlyArray<SettledAttempt>) =>
        retryConflict(
          areFirstSuccesses(attempts)
            ? settleSuccesses(writer, attempts)
            : settleAttempts(writer, Array.map(attempts, attemptRow))
        ),
      isItemFault
    })

    return DeliveryQueue.of({
      open: Effect.fnUntraced(
        function* (shard, now) {
          yield* releaseForgotten(sql, shard, now)
          return yield* kept(shard)
        },
        Effect.orDie,
        spanned("PgDeliveryQueue.open")
      ),
      keep: (shard, place) =>
        spanned("PgDeliveryQueue.keep")(
          sql`
          insert into delivery_places (shard, place) values (${shard}::integer, ${place})
          on conflict (shard) do update set place = excluded.place`.pipe(Effect.asVoid, Effect.orDie)
        ),
      read: Effect.fnUntraced(
        function* (scope, place, limit) {
          return yield* readDeliveries(reader, scope, yield* decodePlace(place), limit)
        },
        Effect.orDie,
        spanned("PgDeliveryQueue.read")
      ),
      waiting: (shard) => spanned("PgDeliveryQueue.waiting")(Effect.orDie(waitingOrganizations(sql, shard))),
      due: (organizationId, now, limit) =>
        spanned("PgDeliveryQueue.due")(Effect.orDie(dueDeliveries(sql, organizationId, now, limit))),
      park: Effect.fn("PgDeliveryQueue.park")((deliveries, now) => {
        const fresh = deliveries.filter(({ isWaiting }) => !isWaiting)
        return fresh.length === 0 ? Effect.void : Effect.asVoid(Effect.orDie(parkDeliveries(sql, fresh, now)))
      }),
      settle: (attempt) => spanned("PgDeliveryQueue.settle")(Effect.orDie(settle(attempt))),
      subscriptions: Effect.fnUntraced(
        function* (organizationIds) {
          const rows = yield* sql<{ readonly webhook: string }>`
          select row_to_json(w)::text as webhook from webhooks w
          where organization_id = any(${organizationIds}::text[]::uuid[])`
          return yield* reader.openWebhooks(rows.map(({ webhook }) => webhook))
        },
        Effect.orDie,
        spanned("PgDeliveryQueue.subscriptions")
      ),
      arrival: arrivals.next
    })
  })
)
