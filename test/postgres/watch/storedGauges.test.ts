import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { createRole } from "../../../src/adapters/postgres/rowsecurity/setUp.ts"
import { storedGauges } from "../../../src/adapters/postgres/watch/storedGauges.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { shardOf } from "../../../src/domain/webhooks/DeliveryShard.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { Meter } from "../../../src/telemetry/Meter.ts"
import { metrics } from "../../../src/telemetry/metrics.ts"
import { givenSender, uuid } from "../../../testing/given/given.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"
import { ownedDatabase } from "../rowsecurity/ownedDatabase.ts"
import { storesOn } from "../../support/database/postgresStores.ts"

/** A server with row-level security, whose service is no superuser: it sees rows by the policies alone. */
const guardedStores = Layer.unwrap(
  Effect.gen(function* () {
    const { owner, superuser, url } = yield* ownedDatabase
    const roles = ["parley_service", "parley_finder", "parley_worker"]
    for (const role of roles) yield* superuser.unsafe(createRole(role))
    yield* superuser.unsafe(`grant ${roles.join(", ")} to ${owner}`)
    return storesOn(Database.server(Redacted.make(url), { rowSecurity: "on" }))
  })
)

/** The gauges, read once, by name and labels. */
const gauges = Effect.gen(function* () {
  const values = new Map<string, number>()
  yield* storedGauges.pipe(
    Effect.provideService(Meter, {
      isOn: true,
      record: ({ name }, value, labels) => {
        values.set([name, ...Object.values(labels)].join(" "), value)
      },
      observe: () => Effect.void,
      collect: (_, reading) => reading
    })
  )
  return (metric: { readonly name: string }, label?: string | number): number | undefined =>
    values.get(label === undefined ? metric.name : `${metric.name} ${label}`)
})

/** Two minutes before the clock of the test, which stands still. */
const twoMinutesAgo = "to_timestamp(-120)"

layer(guardedStores)("gauges of stored work on a server with row-level security", (it) => {
  it.effect("count the rows of every organization", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { reserve } = yield* SendLedger
      const senders = [yield* givenSender({ webhook: {} }), yield* givenSender({ webhook: {} })]
      for (const { id, intent } of senders) {
        yield* sendOff(id, yield* intent())
        yield* reserve(id, yield* intent())
        yield* sql`insert into inbound_parked (organization_id, channel_account_id, platform_message_id, key, item, parked_at)
          values (${id}, ${yield* uuid}, 'wamid.X', 'key', '{}', now())`
        const [delivery, problem] = [yield* uuid, yield* uuid]
        yield* sql`insert into inbound_deliveries (id, body, received_at) values (${delivery}, '{}', ${sql.literal(twoMinutesAgo)})`
        yield* sql`insert into inbound_problems (delivery_id, key, reason, error, attempts, at, due_at)
          values (${delivery}, ${problem}, 'failed', 'an error', 1, now(), null)`
        const [event] = yield* sql<{ readonly id: string }>`select id from events where organization_id = ${id} limit 1`
        yield* sql`insert into deferred_deliveries (organization_id, event_id, sequence, failures)
          values (${id}, ${event?.id ?? ""}, 0, 1)`
      }
      yield* sql`update channel_accounts set problem_code = 190, problem_message = 'expired', problem_at = now()`
      yield* sql`update webhooks set failing_since = now() where organization_id = ${senders[0]?.id ?? ""}`
      const announced = yield* sql<{ readonly id: string; readonly count: number }>`
        select organization_id as id, count(*)::integer as count from events where webhook_id is not null group by 1`
      assert.lengthOf(announced, 2)
      const onShard = (shard: number) => announced.filter(({ id }) => shardOf(OrganizationId.make(id)) === shard)

      const read = yield* gauges
      for (let shard = 0; shard < 16; shard++) {
        const rows = onShard(shard)
        const waiting = rows.reduce((sum, { count }) => sum + count - 1, 0)
        assert.strictEqual(read(metrics.outboxBacklog, shard), waiting, `the backlog of shard ${shard}`)
        assert.strictEqual(read(metrics.retryQueue, shard), rows.length, `the retry queue of shard ${shard}`)
      }
      assert.strictEqual(read(metrics.unsettledSends), 2)
      assert.strictEqual(read(metrics.inboundParked), 2)
      assert.strictEqual(read(metrics.inboundWaiting), 2)
      assert.strictEqual(read(metrics.inboundOldest), 120)
      assert.strictEqual(read(metrics.inboundProblems, "dead"), 2)
      assert.strictEqual(read(metrics.inboundProblems, "retried"), 0)
      assert.strictEqual(read(metrics.webhooks, "healthy"), 1)
      assert.strictEqual(read(metrics.webhooks, "failing"), 1)
      assert.strictEqual(read(metrics.refusedTokens, "whatsapp"), 2)
      assert.isAtLeast(read(metrics.databaseConnections, "in_transaction") ?? 0, 0)
      assert.isAtLeast(read(metrics.databaseConnections, "used") ?? 0, 1)
    })
  )
})
