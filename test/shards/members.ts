import { Effect, Layer, Queue, Redacted, References, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { Locks } from "../../src/adapters/postgres/database/DatabaseClients.ts"
import * as ClusterShards from "../../src/adapters/shards/ClusterShards.ts"
import { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import { ShardAssignment } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { child } from "../support/processes/childProcess.ts"
import type { Ownership } from "./Ownership.ts"

/** A share in the shards of a service whose tables are in the schema, over connections of its own. */
export const sharing = (url: string, schema = "public") =>
  ClusterShards.layer.pipe(
    Layer.provide(Layer.effect(SqlClient.SqlClient, Locks)),
    Layer.provide(Database.signals(Redacted.make(url), { schema })),
    Layer.provide(RandomIds.layer)
  )

/** Attends to nothing in particular; what it does when it is told to stop is done before it has stopped. */
export const runMember = (
  ownership: Pick<Ownership, "enter" | "leave">,
  who: string,
  atTheEnd: (shard: DeliveryShard) => Effect.Effect<void> = () => Effect.void
) =>
  Effect.flatMap(ShardAssignment, (shards) =>
    shards.run((shard) =>
      Effect.acquireUseRelease(
        ownership.enter(who, shard),
        () => Effect.never,
        () => Effect.andThen(atTheEnd(shard), ownership.leave(who, shard))
      )
    )
  )

/** A member in this process, until the scope ends. */
export const memberHere = Effect.fnUntraced(function* (
  url: string,
  ownership: Ownership,
  who: string,
  atTheEnd?: (shard: DeliveryShard) => Effect.Effect<void>,
  schema?: string
) {
  const context = yield* Layer.build(Layer.fresh(sharing(url, schema)))
  yield* runMember(ownership, who, atTheEnd).pipe(
    Effect.provideContext(context),
    Effect.provideService(References.MinimumLogLevel, "None")
  )
})

const Line = Schema.TemplateLiteralParser([Schema.Literals(["enter", "leave"]), " ", Schema.FiniteFromString])

/** A member in a process of its own, killed with the scope. */
export const memberElsewhere = Effect.fnUntraced(function* (url: string, ownership: Ownership, who: string) {
  const process = yield* child("../shards/running.ts", url)
  const note = Effect.gen(function* () {
    const [what, , shard] = yield* Schema.decodeUnknownEffect(Line)(yield* Queue.take(process.lines))
    yield* ownership[what](who, DeliveryShard.make(shard))
  })
  yield* note.pipe(Effect.forever, Effect.ignore, Effect.forkScoped)
  return process
})
