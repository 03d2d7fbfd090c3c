import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Layer, Option, Queue, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { examineServer } from "../../../src/adapters/postgres/database/examineServer.ts"
import { Locks } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { actingFor } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import * as ClusterShards from "../../../src/adapters/shards/ClusterShards.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { deliveryShards, shardOf } from "../../../src/domain/webhooks/DeliveryShard.ts"
import { DeliveryQueue, ShardAssignment } from "../../../src/ports/webhooks/DeliveryQueue.ts"
import { RateLedger } from "../../../src/ports/limits/RateLimits.ts"
import { Availability } from "../../../src/ports/process/Transaction.ts"
import { EventLog, LiveFeed } from "../../../src/ports/webhooks/EventLog.ts"
import { PresenceSignals } from "../../../src/ports/conversations/ConversationStore.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { someConversation } from "../../../testing/contracts/stores/delivery/deliveryQueue/scene.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { testEvent } from "../../../testing/given/givenEvents.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { faultProxy } from "../../support/servers/FaultProxy.ts"
import * as ReplicatedServer from "../../support/servers/replicaServer.ts"

/** How long the standby answers before it is promoted. */
const readOnly = "15 seconds"

/** All connections work again within this time after the promotion. */
const recovery = "20 seconds"

const counter = { rated: "developer", tier: "messaging", allowance: { calls: 1_000, perMillis: 60_000 } } as const

const again = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.timeout("5 seconds"),
    Effect.sandbox,
    Effect.retry({ times: 100 }),
    Effect.timeout(recovery),
    Effect.mapError((cause) => new Error(`${name} does not work again: ${String(cause)}`))
  )

/** The stores, the shards and the probe of one process. */
const processOn = (url: string) =>
  ClusterShards.layer.pipe(
    Layer.provide(Layer.effect(SqlClient.SqlClient, Locks)),
    Layer.provideMerge(storesOn(Database.server(Redacted.make(url)))),
    Layer.provideMerge(Database.availability(Redacted.make(url))),
    Layer.provide(RandomIds.layer),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    Layer.fresh
  )

describe("the long-lived connections of a process", () => {
  it.live(
    "failover: each works again after 15 s on a read-only server that is then promoted",
    () =>
      Effect.gen(function* () {
        const server = yield* ReplicatedServer.start
        const proxy = yield* faultProxy(server.primary)
        const here = yield* Layer.build(processOn(proxy.url))
        const there = yield* Layer.build(processOn(proxy.url))
        yield* Effect.gen(function* () {
          const sender = yield* givenSender({ webhook: {} })
          const { append } = yield* EventLog
          const { book } = yield* RateLedger
          const { reserve } = yield* SendLedger
          const queue = yield* DeliveryQueue
          const feed = yield* LiveFeed
          const say = Effect.suspend(() => append(testEvent(sender.id, sender.at)))

          const owned = new Set<number>()
          const all = yield* Latch.make()
          yield* (yield* ShardAssignment).run((shard) =>
            Effect.acquireUseRelease(
              Effect.sync(() => {
                owned.add(shard)
                if (owned.size === deliveryShards.length) all.openUnsafe()
              }),
              () => Effect.never,
              () => Effect.sync(() => void owned.delete(shard))
            )
          )
          const next = yield* feed.listen
          const elsewhere = yield* Effect.provideContext(PresenceSignals, there)
          const received = yield* Queue.unbounded<string>()
          yield* elsewhere.listen(({ member }) => Effect.sync(() => void Queue.offerUnsafe(received, member.name)))
          const conversationId = yield* someConversation
          const notify = Effect.flatMap(PresenceSignals, ({ notify }) =>
            notify({
              organizationId: sender.id,
              conversationId,
              member: { userId: UserId.make("01890000-0000-7000-8000-0000000000aa"), name: "Ada", state: "viewing" }
            })
          )
          yield* all.await
          yield* say

          yield* server.kill
          yield* proxy.retarget(server.standby)
          yield* proxy.cut
          yield* Effect.sleep(readOnly)
          assert.isFalse((yield* Availability).isLost())
          assert.strictEqual((yield* examineServer(Redacted.make(server.standby))).access, "standby")
          all.closeUnsafe()
          if (owned.size === deliveryShards.length) all.openUnsafe()
          yield* server.promote

          yield* again("recording", say)
          yield* again("the limits", book(sender.id, counter, { processId: "a", accepted: [], waiting: 1 }))
          yield* again(
            "a group commit",
            Effect.flatMap(sender.intent(), (intent) => reserve(sender.id, intent))
          )
          yield* again(
            "a transaction",
            actingFor("everyone")(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sql`select 1`)))
          )
          const shard = shardOf(sender.id)
          const start = yield* again("opening a shard", queue.open(shard, sender.at))
          const batch = yield* again("a cursor", queue.read({ _tag: "Shard", shard, except: [] }, start, 10))
          assert.isAbove(batch.deliveries.length, 0)
          yield* again("saving a cursor", queue.saveCheckpoint(shard, batch.cursor))
          yield* again(
            "a stream",
            Effect.andThen(
              say,
              Effect.filterOrFail(Effect.timeout(next, "2 seconds"), (has) => has(sender.id))
            )
          )
          yield* again("listening", Effect.andThen(notify, Effect.timeout(Queue.take(received), "2 seconds")))
          yield* again("the locks of shards", all.await)
          assert.isTrue(Option.isSome(yield* feed.behind(sender.id, Option.none())))
        }).pipe(Effect.provideContext(here))
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
    120_000
  )
})
