import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ShardAssignment } from "../../ports/webhooks/DeliveryQueue.ts"
import { deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import { decodeSchema, lockNamespace, prefixOf } from "./shardLocks.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { makeFailureLog } from "../../telemetry/failureLog.ts"

const decodeOwned = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ owned: Schema.Int })]))

/** Shards without an owner. Each owner holds an advisory lock of the cluster, whose first key depends on the schema. */
const unownedShards = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [{ schema }] = yield* Effect.flatMap(sql`select current_schema() as schema`, decodeSchema)
  const [{ owned }] = yield* Effect.flatMap(
    sql`
      select count(distinct objid)::integer as owned from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid = ${lockNamespace(prefixOf(schema))}::bigint::oid
        and database = (select oid from pg_database where datname = current_database())`,
    decodeOwned
  )
  return Math.max(0, deliveryShards.length - owned)
})

/** Delay before loading the cluster's modules, which takes some 100 ms. The rest of a start does not wait for them. */
const startPause = "300 millis"

/** Pause before another attempt to join the cluster. */
const pause = "1 second"

/**
 * Shares the shards between the processes on one server. A surviving process continues the shards of an ended one. The
 * cluster needs its own connections to the database of the deliveries, one of them for the locks. Every run is a new
 * member.
 */
export const layer = Layer.effect(
  ShardAssignment,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = yield* IdSource
    const logged = makeFailureLog("membership in the cluster that shares the deliveries")
    return ShardAssignment.of({
      unowned: Effect.orDie(unownedShards(sql)),
      run: (runShard) =>
        logged(
          Effect.gen(function* () {
            const { member } = yield* Effect.promise(() => import("./member.ts"))
            yield* member(sql, yield* ids.uuid, runShard)
          })
        ).pipe(
          Effect.andThen(Effect.sleep(pause)),
          Effect.forever,
          Effect.delay(startPause),
          Effect.forkScoped,
          Effect.asVoid
        )
    })
  })
)
