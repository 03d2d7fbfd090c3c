import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { DeliveryConnections, Writer } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { attemptRow, recordAttempts } from "../../../src/adapters/postgres/webhooks/recordAttempts.ts"
import { actingFor } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { ConversationId, type EventId } from "../../../src/domain/Ids.ts"
import { DeliveryQueue } from "../../../src/ports/webhooks/DeliveryQueue.ts"
import { givenTalker, someConversation } from "../../../testing/contracts/stores/delivery/deliveryQueue/scene.ts"
import { attempted } from "../../../testing/given/givenEvents.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { maintain, migratedDatabase } from "../../support/database/serverDatabase.ts"

/** Deferred deliveries of a receiver that is gone, and their conversations: some wait in each, the others are due. */
const deferred = 40_000
const conversations = 100
const duePerConversation = 9

/** Steps that a statement may take on top of those that its result needs. */
const slack = 500

/** The rows of the retry queue; the first nine of each conversation are due. */
const fill = (organizationId: string, event: EventId) => `
  insert into deferred_deliveries (organization_id, event_id, conversation_id, sequence, failures, due_at)
  select '${organizationId}', case when n = 0 then '${event}' else gen_random_uuid() end,
    ('00000000-0000-4000-8000-' || lpad((n % ${conversations})::text, 12, '0'))::uuid, n / ${conversations}, 1,
    case when n / ${conversations} < ${duePerConversation} then now() - interval '1 hour' end
  from generate_series(0, ${deferred - 1}) n`

/** Rows that the effect's statements step over in the retry queue and in the outbox, within its transaction. */
const rowsRead = <A, E>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E>) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* effect
      const [found] = yield* sql<{ readonly rows: number }>`
        select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::float8 as rows from pg_stat_xact_user_tables
        where relname = 'deferred_deliveries' or relname like 'events%'`
      return found?.rows ?? Number.NaN
    })
  )

describe("the retry queue of an unreachable receiver, in the service's roles", () => {
  it.live(
    "full retry queue: each statement searches its index, and reads no more than its result",
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        yield* Effect.gen(function* () {
          const sql = yield* DeliveryConnections
          const queue = yield* DeliveryQueue
          const talker = yield* givenTalker()
          const [event] = yield* talker.say(yield* someConversation)
          assert.isDefined(event)
          yield* maintain(url, fill(talker.id, event.id), "vacuum analyze deferred_deliveries")
          const now = DateTime.makeUnsafe(Date.now())

          const read = {
            organizations: yield* rowsRead(sql, queue.deferredOrganizations(talker.shard)),
            due: yield* rowsRead(sql, queue.due(talker.id, now, 100)),
            open: yield* rowsRead(sql, queue.open(talker.shard, now))
          }
          assert.isBelow(read.organizations, slack)
          assert.isBelow(read.due, duePerConversation * conversations + slack)
          // Of each conversation the first waiting delivery, twice, and those before it.
          assert.isBelow(read.open, (3 + duePerConversation) * conversations + slack)

          const delivery = {
            organizationId: talker.id,
            event: {
              ...event,
              conversationId: ConversationId.make("00000000-0000-4000-8000-000000000000"),
              sequence: 0,
              dataJson: "{}"
            },
            failures: 1,
            isDeferred: true
          }
          const writer = yield* Writer
          const outcome = attemptRow(attempted(delivery, { _tag: "GiveUp" }, { at: now }))
          const recording: Effect.Effect<unknown, SqlError.SqlError> = recordAttempts(writer, [outcome])
          assert.isBelow(yield* actingFor([talker.id])(rowsRead(writer, recording)), slack)
        }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(url)))))
      }).pipe(Effect.scoped),
    120_000
  )

  it.live("backlog of a shard: a page of the outbox reads a page, however long the backlog", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const sql = yield* DeliveryConnections
        const { open, read } = yield* DeliveryQueue
        const talker = yield* givenTalker()
        const start = yield* open(talker.shard, talker.at)
        for (let nth = 0; nth < 6; nth++) yield* talker.sayAtOnce(yield* someConversation, 500)
        yield* maintain(url, "analyze events")
        const rows = yield* rowsRead(sql, read({ _tag: "Shard", shard: talker.shard, except: [] }, start, 20))
        assert.isBelow(rows, slack)
      }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(url)))))
    }).pipe(Effect.scoped)
  )
})
