import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { DeliveryShards } from "../../ports/DeliveryShards.ts"
import { IdSource } from "../../ports/IdSource.ts"

/** The cluster's modules take some 100 ms of everybody's time to load, which the rest of a start does not wait for. */
const startPause = "300 millis"

/** Before the cluster is joined again that could not be joined. */
const pause = "1 second"

/**
 * The processes on one server share the shards, and each of them goes on where another one ends. It wants connections of
 * its own (one of them is kept for the locks), on the database that the deliveries are in. Every run is a new member.
 */
export const layer = Layer.effect(
  DeliveryShards,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = yield* IdSource
    return DeliveryShards.of({
      attend: (attending) =>
        Effect.gen(function* () {
          const { member } = yield* Effect.promise(() => import("./member.ts"))
          yield* member(sql, yield* ids.uuid, attending)
        }).pipe(
          Effect.catchCause((cause) => Effect.logError("could not join those who share the deliveries", cause)),
          Effect.andThen(Effect.sleep(pause)),
          Effect.forever,
          Effect.delay(startPause),
          Effect.forkScoped,
          Effect.asVoid
        )
    })
  })
)
