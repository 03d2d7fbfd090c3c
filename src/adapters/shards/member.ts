import { Context, Effect, Layer, Option, Scope } from "effect"
import * as MessageStorage from "effect/cluster/MessageStorage"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as Runners from "effect/cluster/Runners"
import * as Sharding from "effect/cluster/Sharding"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import { SqlClient } from "effect/sql"
import { type DeliveryShard, deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import { decodeSchema, prefixOf } from "./shardLocks.ts"
import { runForever } from "./runForever.ts"
import * as RunnerStorage from "effect/cluster/RunnerStorage"

/**
 * Storage of members for a process that is one of them. Once this process leaves, it no longer sees the list of
 * members. The cluster polls that list until its end. It would mistake its own absence for a cluster without a healthy
 * member, log a warning, and register itself as healthy again.
 */
const leavingStorage = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.map(RunnerStorage.RunnerStorage, (storage) => {
    let isLeaving = false
    const unlessLeaving = <A>(answer: A) => (isLeaving ? Effect.never : Effect.succeed(answer))
    return RunnerStorage.RunnerStorage.of({
      ...storage,
      getRunners: Effect.flatMap(storage.getRunners, unlessLeaving),
      unregister: (address) =>
        Effect.suspend(() => {
          isLeaving = true
          return storage.unregister(address)
        })
    })
  })
)

/**
 * A member without a sign of life for `shardLockExpiration` is dead, and the server ends its locks. The other members
 * refresh the list of members every `refreshAssignmentsInterval`, and retry a lock that is still held after a second.
 * Together that is less than the 8 seconds within which another process owns the shards of a dead member.
 */
const timing = {
  shardLockExpiration: "5 seconds",
  refreshAssignmentsInterval: "500 millis",
  /**
   * The cluster sends no messages. This is the delay before it acquires locks again after the database did not answer.
   */
  entityMessagePollInterval: "1 second"
} as const

/** Members are never called, so an address only has to be unique. */
const port = 1

const cluster = (sql: SqlClient.SqlClient, prefix: string, id: string) =>
  Sharding.layer.pipe(
    Layer.provide([
      Runners.layerNoop,
      RunnerHealth.layerNoop,
      Layer.provide(leavingStorage, SqlRunnerStorage.layerWith({ prefix }))
    ]),
    Layer.provide([
      MessageStorage.layerNoop,
      Layer.succeed(SqlClient.SqlClient, sql),
      ShardingConfig.layer({
        ...timing,
        runnerAddress: Option.some(RunnerAddress.make(id, port)),
        shardsPerGroup: deliveryShards.length
      })
    ])
  )

/**
 * A name such that each of our shards falls into a different shard of the cluster, which assigns its shards evenly.
 * Names whose first letters have different low bits have different remainders of their hash, as any 16 consecutive
 * letters have.
 */
const nameOf = (shard: DeliveryShard): string => `${String.fromCodePoint("a".charCodeAt(0) + shard)} deliveries`

/** Takes part in the cluster under an id that no other member has or had, until it is interrupted. */
export const member = Effect.fnUntraced(function* <R>(
  sql: SqlClient.SqlClient,
  id: string,
  runShard: (shard: DeliveryShard) => Effect.Effect<void, never, R>
) {
  // Ends after the cluster, which gives each shard away as soon as it is free; the end of a registration would have it
  // keep them all until the last one is.
  const registrations = yield* Scope.fork(yield* Effect.scope)
  const [{ schema }] = yield* Effect.flatMap(sql`select current_schema() as schema`, decodeSchema)
  const layer = cluster(sql, prefixOf(schema), id)
  const { registerSingleton } = Context.get(yield* Layer.build(layer), Sharding.Sharding)
  yield* Effect.forEach(
    deliveryShards,
    (shard) => Scope.provide(registerSingleton(nameOf(shard), runForever(shard, runShard)), registrations),
    { discard: true }
  )
  return yield* Effect.never
}, Effect.scoped)
