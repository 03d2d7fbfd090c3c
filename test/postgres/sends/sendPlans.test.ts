import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Array, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import * as PgSendLedger from "../../../src/adapters/postgres/sends/PgSendLedger.ts"
import * as FeedSignals from "../../../src/adapters/postgres/webhooks/FeedSignals.ts"
import * as Arrivals from "../../../src/adapters/postgres/webhooks/WakeSignals.ts"
import * as InboundWakeSignal from "../../../src/adapters/postgres/inbound/InboundWakeSignal.ts"
import { Writer } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../testing/given/accepted.ts"
import { givenSender, phoneOf } from "../../../testing/given/given.ts"
import { givenCall } from "../../../testing/given/givenCall.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

/** A step of a plan that goes through an index, and how it enters it. */
interface IndexStep {
  readonly index: string
  readonly condition: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const indexSteps = (plan: unknown): ReadonlyArray<IndexStep> => {
  if (!isRecord(plan)) return []
  const below = Object.values(plan).flatMap((value) =>
    Array.isArray(value) ? value.flatMap(indexSteps) : indexSteps(value)
  )
  const { "Index Cond": condition = "", "Index Name": index } = plan
  // The table of consumers has a row for each handler of a program, of no organization.
  return index === undefined || index === "event_consumers_pkey"
    ? below
    : [{ index: String(index), condition: String(condition) }, ...below]
}

/** First columns of indexes that do not begin with the organization. */
const firstColumns: Readonly<Record<string, string>> = {
  messages_platform_id: "platform_message_id",
  inbound_parked_pkey: "channel_account_id",
  conversations_not_closed: "contact_id",
  media_message: "message_id",
  organizations_pkey: "id"
}

const Plans = Schema.Tuple([Schema.Struct({ "QUERY PLAN": Schema.Unknown })])

/** The plan that the connection keeps for the statement whose text is like that. */
const keptPlan = Effect.fnUntraced(function* (like: string) {
  const sql = yield* Writer
  const [prepared] = yield* sql<{ readonly name: string; readonly values: string }>`
    select name, array_to_string(array_fill('null'::text, array[cardinality(parameter_types)]), ',') as values
    from pg_prepared_statements where statement like ${like} and statement not like '%pg_prepared_statements%'`
  assert.isDefined(prepared)
  const explained = yield* sql.unsafe(`explain (format json) execute "${prepared?.name}" (${prepared?.values})`)
  const [{ "QUERY PLAN": plan }] = yield* Schema.decodeUnknownEffect(Plans)(explained)
  return indexSteps(plan)
})

/** A ledger with one connection for its writes, as the service makes them. */
const ledgerOnOneConnection = Layer.unwrap(
  Effect.map(migratedDatabase, (url) => {
    const database = storesOn(Database.server(Redacted.make(url)))
    const writer = Layer.effect(
      Writer,
      PgClient.makeClient({ url: Redacted.make(url), startupParameters: Database.planning })
    ).pipe(Layer.provide(Reactivity.layer))
    return Layer.fresh(PgSendLedger.layer).pipe(
      Layer.provide([Arrivals.layer, FeedSignals.layer, InboundWakeSignal.layer]),
      Layer.provideMerge(writer),
      Layer.provideMerge(database)
    )
  })
)

describe("the plans of sends, made on empty tables", () => {
  it.live("search every index by its first column, without a full scan of it", () =>
    Effect.gen(function* () {
      const { reserve, recordOutcome } = yield* SendLedger
      const sender = yield* givenSender()
      const intent = yield* sender.intent()
      const outcome = yield* accepted(intent, yield* reserve(sender.id, intent))
      yield* recordOutcome(sender.id, intent.messageId, outcome, intent.at)
      const settling = yield* keptPlan("%with outcome as%")
      // Accepted under an id that another send has, which fails. From then on echoes are looked for.
      const again = yield* sender.intent()
      yield* reserve(sender.id, again)
      yield* Effect.exit(recordOutcome(sender.id, again.messageId, outcome, intent.at))
      const steps = [...(yield* keptPlan("%with intent as%")), ...settling, ...(yield* keptPlan("%matched as%"))]
      assert.includeMembers(
        steps.map(({ index }) => index),
        ["contact_identities_pkey", "messages_pkey", "messages_platform_id", "webhooks_pkey", "organizations_pkey"]
      )
      for (const { condition, index } of steps) {
        assert.include(condition, `(${firstColumns[index] ?? "organization_id"} = `, index)
      }
    }).pipe(Effect.provide(ledgerOnOneConnection))
  )

  it.live("find a conversation by its contact, however few existed when they were made", () =>
    Effect.gen(function* () {
      const { reserve, recordOutcome } = yield* SendLedger
      const sql = yield* Writer
      const sender = yield* givenSender()
      const send = Effect.fnUntraced(function* (person: number) {
        const intent = yield* sender.intent({ phone: phoneOf(person) })
        yield* recordOutcome(
          sender.id,
          intent.messageId,
          yield* accepted(intent, yield* reserve(sender.id, intent)),
          intent.at
        )
      })
      let known = 0
      for (const conversations of [0, 1, 20, 60, 200]) {
        yield* Effect.forEach(Array.range(known, conversations), send, { concurrency: "unbounded" })
        known = conversations + 1
        yield* sql.unsafe("discard plans")
        yield* send(0)
        const steps = yield* keptPlan("%with intent as%")
        const found = steps.filter(({ index }) => index.startsWith("conversations_"))
        assert.deepStrictEqual(
          found.map(({ index }) => index),
          ["conversations_not_closed"],
          `with ${conversations} conversations`
        )
      }
    }).pipe(Effect.provide(ledgerOnOneConnection))
  )

  it.live("search every index by its first column also if sends have idempotency keys", () =>
    Effect.gen(function* () {
      const { reserve } = yield* SendLedger
      const sender = yield* givenSender()
      yield* reserve(sender.id, { ...(yield* sender.intent()), call: yield* givenCall() })
      const steps = yield* keptPlan("%insert into idempotency_keys%")
      assert.includeMembers(
        steps.map(({ index }) => index),
        ["contact_identities_pkey", "organizations_pkey"]
      )
      for (const { condition, index } of steps) {
        assert.include(condition, `(${firstColumns[index] ?? "organization_id"} = `, index)
      }
    }).pipe(Effect.provide(ledgerOnOneConnection))
  )

  it.live("find sends without an outcome by their index alone", () =>
    Effect.gen(function* () {
      const { expire, reserve } = yield* SendLedger
      const sender = yield* givenSender()
      yield* reserve(sender.id, yield* sender.intent())
      const late = DateTime.add(sender.at, { minutes: 1 })
      assert.strictEqual(yield* expire(late, late, 10), 1)
      const steps = yield* keptPlan("%settled_at is null%")
      assert.deepStrictEqual(
        steps
          .filter(({ index }) => index === "messages_unsettled")
          .map(({ condition }) => condition.includes("created_at <")),
        [true]
      )
      for (const { condition, index } of steps) assert.notStrictEqual(condition, "", index)
    }).pipe(Effect.provide(ledgerOnOneConnection))
  )
})
