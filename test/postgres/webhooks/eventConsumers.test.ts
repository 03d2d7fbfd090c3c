import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { runConsumer } from "../../../src/app/webhooks/delivery/runConsumer.ts"
import { ConversationId, type EventId } from "../../../src/domain/Ids.ts"
import { ConsumerName } from "../../../src/domain/webhooks/EventConsumer.ts"
import { EventConsumers } from "../../../src/ports/webhooks/EventConsumers.ts"
import { EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { givenOrganization, uuid } from "../../../testing/given/given.ts"
import { talkEvent } from "../../../testing/given/givenEvents.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

const anyEvent = { types: null, organizationId: null }

/** A process that notes the events that it handles. */
const startProcess = Effect.fnUntraced(function* (name: ConsumerName, handled: (id: EventId) => void) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  yield* runConsumer({
    name,
    handler: ({ event }) => Effect.sync(() => handled(event.id)),
    filter: anyEvent,
    concurrency: 4,
    timeout: Duration.minutes(1)
  }).pipe(Effect.forkIn(scope))
  return { stop: Scope.close(scope, Exit.void) }
})

layer(serverStores, { timeout: "3 minutes", excludeTestServices: true })("event consumers on a server", (it) => {
  it.effect("two processes: each event is handled by one process, and the other takes over", () =>
    Effect.gen(function* () {
      const name = ConsumerName.make("two-processes")
      const consumers = yield* EventConsumers
      const { append } = yield* EventLog
      yield* consumers.register(name, "now")
      const { id } = yield* givenOrganization()
      const now = yield* DateTime.now
      const conversations = yield* Effect.replicateEffect(
        Effect.map(uuid, (one) => ConversationId.make(one)),
        3
      )
      const handled: Array<readonly [string, EventId]> = []
      let whenHandled = { count: 0, reached: yield* Deferred.make<void>() }
      const note = (process: string) => (event: EventId) => {
        handled.push([process, event])
        if (handled.length >= whenHandled.count) Deferred.doneUnsafe(whenHandled.reached, Effect.void)
      }
      const recorded: Array<EventId> = []
      const recordSome = Effect.gen(function* () {
        const reached = yield* Deferred.make<void>()
        const events = conversations.flatMap((conversation) =>
          Array.from({ length: 20 }, () => talkEvent(id, conversation, now))
        )
        recorded.push(...events.map((event) => event.id))
        whenHandled = { count: recorded.length, reached }
        yield* Effect.forEach(events, append, { concurrency: 1, discard: true })
        yield* Deferred.await(reached)
      })
      const first = yield* startProcess(name, note("first"))
      yield* Effect.repeat(consumers.list(now), { until: ([state]) => state?.isRunning === true })
      const second = yield* startProcess(name, note("second"))
      yield* recordSome
      assert.deepStrictEqual(new Set(handled.map(([process]) => process)), new Set(["first"]))
      yield* first.stop
      yield* recordSome
      yield* second.stop
      assert.deepStrictEqual(handled.map(([, event]) => event).toSorted(), recorded.toSorted())
      assert.deepStrictEqual(new Set(handled.slice(60).map(([process]) => process)), new Set(["second"]))
      const cursor = Option.getOrThrow(yield* consumers.claim(name, yield* uuid, Duration.zero))
      assert.deepStrictEqual((yield* consumers.read(name, anyEvent, cursor, 100)).events, [])
      yield* consumers.remove(name)
    }).pipe(Effect.scoped)
  )

  it.effect("reads: an event whose transaction commits late is not lost", () =>
    Effect.gen(function* () {
      const name = ConsumerName.make("late-commit")
      const sql = yield* SqlClient.SqlClient
      const consumers = yield* EventConsumers
      const { append } = yield* EventLog
      yield* consumers.register(name, "now")
      const start = Option.getOrThrow(yield* consumers.claim(name, yield* uuid, Duration.zero))
      const { id } = yield* givenOrganization()
      const now = yield* DateTime.now
      const [late, early] = yield* Effect.replicateEffect(
        Effect.map(uuid, (one) => talkEvent(id, ConversationId.make(one), now)),
        2
      )
      if (late === undefined || early === undefined) return assert.fail("no events")
      const idsFrom = (batch: Effect.Success<ReturnType<typeof consumers.read>>) =>
        batch.events.map(({ delivery }) => delivery.event.id)
      const recorded = yield* Deferred.make<void>()
      const mayCommit = yield* Deferred.make<void>()
      const transaction = yield* sql
        .withTransaction(
          append(late).pipe(
            Effect.andThen(Deferred.succeed(recorded, undefined)),
            Effect.andThen(Deferred.await(mayCommit))
          )
        )
        .pipe(Effect.forkScoped({ startImmediately: true }))
      yield* Deferred.await(recorded)
      yield* append(early)
      const filter = { types: null, organizationId: id }
      const before = yield* consumers.read(name, filter, start, 10)
      assert.deepStrictEqual(idsFrom(before), [early.id])
      yield* Deferred.succeed(mayCommit, undefined)
      yield* Fiber.join(transaction)
      assert.deepStrictEqual(idsFrom(yield* consumers.read(name, filter, before.cursor, 10)), [late.id])
      yield* consumers.remove(name)
    }).pipe(Effect.scoped)
  )

  it.effect("restored database: events of the minutes before the last checkpoint are read again", () =>
    Effect.gen(function* () {
      const name = ConsumerName.make("restored")
      const sql = yield* SqlClient.SqlClient
      const consumers = yield* EventConsumers
      yield* consumers.register(name, "now")
      const ahead = JSON.stringify({
        since: "4000000000:4000000000:",
        until: null,
        after: null,
        floor: "00000000-0000-0000-0000-000000000000"
      })
      yield* sql`update event_consumers set cursor = ${ahead} where name = ${name}`
      const cursor = Option.getOrThrow(yield* consumers.claim(name, yield* uuid, Duration.zero))
      const { floor, since } = JSON.parse(cursor) as { readonly floor: string; readonly since: string }
      assert.strictEqual(since, "3:3:")
      const millis = Number.parseInt(floor.slice(0, 8) + floor.slice(9, 13), 16)
      assert.approximately(Date.now() - millis, 600_000, 60_000)
      yield* consumers.remove(name)
    })
  )

  it.effect("reads: the plan uses the index of recorded events, behind row-level security", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql.withTransaction(
        Effect.andThen(
          sql`set local enable_seqscan = off`,
          sql<{ readonly "QUERY PLAN": string }>`
            explain select id from events where commit_order >= '1000'::xid8 order by commit_order, sequence, id limit 10`
        )
      )
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
      assert.match(plan, /commit_order_sequence_id_idx/)
      assert.match(plan, /Index Cond: \(commit_order >= /)
    })
  )
})
