import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"

/** As many as graphile-worker has. */
const maxConnections = 25

/** Jobs that are worked at the same time; so many are fetched at once too. */
const takers = 256

const Job = Schema.Struct({ id: Schema.String, url: Schema.String, body: Schema.Json })

/** Effect's own queue on Postgres. */
export const persistedQueue = Effect.fnUntraced(function* (url: string) {
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections })
  const context = yield* Layer.build(
    PersistedQueue.layer.pipe(Layer.provide(PersistedQueue.layerStoreSql()), Layer.provideMerge(client))
  )
  const sql = Context.get(context, SqlClient.SqlClient)
  const queue = yield* Effect.provide(PersistedQueue.make({ name: "deliver", schema: Job }), context)
  return {
    offer: queue.offer,
    /** Takes jobs until it is interrupted. */
    work: (taken: (id: string) => void, settled: () => void) =>
      Effect.all(
        Array.from({ length: takers }, () =>
          queue
            .take(({ id }) => Effect.sync(() => taken(id)))
            .pipe(Effect.andThen(Effect.sync(settled)), Effect.forever)
        ),
        { concurrency: "unbounded", discard: true }
      ),
    /** Jobs that are not done. */
    left: Effect.map(
      sql<{ readonly left: number }>`select count(*)::float8 as left from effect_queue where state <> 'completed'`,
      ([row]) => row?.left ?? NaN
    )
  }
})
