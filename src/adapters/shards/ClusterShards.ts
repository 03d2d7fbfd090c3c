import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ShardAssignment } from "../../ports/policies/ShardAssignment.ts"
import { IdSource } from "../../ports/policies/IdSource.ts"
import { makeFailureLog } from "../../telemetry/failureLog.ts"

/** The cluster's modules take some 100 ms to load. The rest of a start does not wait for them. */
const startPause = "300 millis"

/** The pause before another attempt to join the cluster. */
const pause = "1 second"

/**
 * The processes on one server share the shards, and a surviving process continues the shards of a process that ended.
 * The cluster needs connections of its own to the database of the deliveries, one of them for the locks. Every run is a
 * new member.
 */
export const layer = Layer.effect(
  ShardAssignment,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = yield* IdSource
    const logged = makeFailureLog("membership in the cluster that shares the deliveries")
    return ShardAssignment.of({
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
