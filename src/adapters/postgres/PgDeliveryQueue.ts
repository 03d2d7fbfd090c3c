import { Array, Clock, Effect, Layer, Schema } from "effect"
import type { QueuedDelivery } from "../../domain/Delivery.ts"
import { type DeliveryShard, shardOf } from "../../domain/DeliveryShard.ts"
import {
  DeliveryQueue,
  type LogPlace,
  type LogScope,
  type LogSlice,
  type SettledAttempt,
  type ShardScope
} from "../../ports/DeliveryQueue.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { uuids } from "./ArrayParameter.ts"
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
    const clock = yield* Clock.Clock
    const stir = ({ organizationId }: QueuedDelivery): void =>
      arrivals.hand(shardOf(organizationId)).stir(organizationId)

    const atHand = ({ except, shard }: ShardScope, text: LogPlace, limit: number): LogSlice | null => {
      const hand = arrivals.hand(shard)
      const place = hand.placeOf(text)
      return place === null ? null : hand.takeAlone(place, except, limit)
    }

    /** What is at hand, or else what the log has. */
    const readShard = Effect.fnUntraced(function* (scope: ShardScope, text: LogPlace, limit: number) {
      const hand = arrivals.hand(scope.shard)
      const place = hand.placeOf(text) ?? (yield* decodePlace(text))
      const now = clock.currentTimeMillisUnsafe()
      const alone = hand.takeAlone(place, scope.except, limit, hand.asksForLook(place) || hand.isLongAgo(now))
      if (alone !== null) return alone
      // Half of it is left for what is read.
      const taken = hand.take(place, scope.except, limit >> 1)
      const look = hand.look()
      const left = limit - (taken?.deliveries.length ?? 0)
      const { calm, slice } = yield* readDeliveries(reader, scope, taken?.place ?? place, left)
      hand.looked(look, { calm, place: slice.place }, now)
      const found = { ...slice, place: hand.textOf(slice.place) }
      if (taken === null) return found
      return {
        ...found,
        deliveries: [...taken.deliveries, ...slice.deliveries],
        subscriptions: [...taken.subscriptions, ...slice.subscriptions]
      }
    })

    /** What is at hand of the organization, or will be, may be in this. */
    const readOrganization = Effect.fnUntraced(function* (
      scope: LogScope & { readonly _tag: "Organization" },
      place: LogPlace,
      limit: number
    ) {
      const { organizationId } = scope
      const hand = arrivals.hand(shardOf(organizationId))
      hand.stir(organizationId)
      const { slice } = yield* Effect.ensuring(
        readDeliveries(reader, scope, yield* decodePlace(place), limit),
        Effect.sync(() => hand.stir(organizationId))
      )
      return { ...slice, place: placeText(slice.place) }
    })

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
          arrivals.hand(shard).open()
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
          return yield* scope._tag === "Shard" ? readShard(scope, place, limit) : readOrganization(scope, place, limit)
        },
        Effect.orDie,
        spanned("PgDeliveryQueue.read")
      ),
      atHand,
      waiting: (shard) => spanned("PgDeliveryQueue.waiting")(Effect.orDie(waitingOrganizations(sql, shard))),
      due: (organizationId, now, limit) =>
        spanned("PgDeliveryQueue.due")(Effect.orDie(dueDeliveries(sql, organizationId, now, limit))),
      park: Effect.fn("PgDeliveryQueue.park")((deliveries, now) => {
        const fresh = deliveries.filter(({ isWaiting }) => !isWaiting)
        if (fresh.length === 0) return Effect.void
        return Effect.ensuring(
          Effect.asVoid(Effect.orDie(parkDeliveries(sql, fresh, now))),
          Effect.sync(() => fresh.forEach(stir))
        )
      }),
      settle: (attempt) => {
        const settled = spanned("PgDeliveryQueue.settle")(Effect.orDie(settle(attempt)))
        return attempt.next._tag === "Retry"
          ? Effect.ensuring(
              settled,
              Effect.sync(() => stir(attempt.delivery))
            )
          : settled
      },
      subscriptions: Effect.fnUntraced(
        function* (organizationIds) {
          const rows = yield* sql<{ readonly webhook: string; readonly version: string }>`
          select row_to_json(w)::text as webhook, w.xmin::text as version from webhooks w
          where organization_id = any(${uuids(organizationIds)}::uuid[])`
          const webhooks = yield* reader.openWebhooks(rows.map(({ webhook }) => webhook))
          for (const [nth, webhook] of webhooks.entries()) {
            const version = rows[nth]?.version
            if (version !== undefined) arrivals.hand(shardOf(webhook.organizationId)).follow(version, webhook)
          }
          return webhooks
        },
        Effect.orDie,
        spanned("PgDeliveryQueue.subscriptions")
      ),
      arrival: arrivals.next
    })
  })
)
