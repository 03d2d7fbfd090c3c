import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import * as MetaInboundReader from "../../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { monthOf } from "../../src/domain/limits/MonthlyLimit.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import { embeddedStores } from "../contract/embeddedStores.ts"
import { outsideWorld, ready } from "../support/http/httpWorld.ts"
import {
  canaries,
  givenPerson,
  fromPhone,
  importedLine,
  minutesPass,
  phone,
  received,
  reports,
  start,
  webhook,
  writes
} from "./givenPerson.ts"

const hasCanary = (text: string): boolean => canaries.some((canary) => text.includes(canary))

/** The parts of the stores whose rows contain a canary. */
type Search<R> = Effect.Effect<ReadonlyArray<string>, never, R>

const Names = Schema.Array(Schema.Struct({ name: Schema.String }))

/** Every table of the schema: a new one is searched, too. */
const tablesWithCanaries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* Schema.decodeUnknownEffect(Names)(
    yield* sql`
      select c.relname as name from pg_class c
      where c.relnamespace = 'parley'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`
  )
  const found: Array<string> = []
  for (const { name } of tables) {
    const rows = yield* sql<{ readonly text: string }>`select row_to_json(t)::text as text from ${sql(name)} t`
    if (rows.some(({ text }) => hasCanary(text))) found.push(name)
  }
  return found
}).pipe(Effect.orDie)

const fieldsWithCanaries = Effect.gen(function* () {
  const state = yield* (yield* World).state
  return Object.entries(state).flatMap(([name, value]) => (hasCanary(JSON.stringify(value)) ? [name] : []))
})

/** Tables that contain something of the person before the erasure. */
const filledTables = [
  "campaign_recipients",
  "consumer_events",
  "contact_identities",
  "contacts",
  "conversation_notes",
  "delivery_attempts",
  "events",
  "inbound_deliveries",
  "inbound_parked",
  "media",
  "messages",
  "pending_sends",
  "profile_lookups",
  "request_logs"
]

const filledFields = [
  "attempts",
  "campaignRecipients",
  "consumerEvents",
  "contacts",
  "events",
  "idempotencyKeys",
  "identities",
  "inboundDeliveries",
  "media",
  "messages",
  "notes",
  "parked",
  "pendingSends",
  "profileLookups",
  "reportedContacts",
  "reportedMessages",
  "requestLogs"
]

const erasesEverything = <R>(search: Search<R>, filled: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { at, call, contactId, conversationId, id, mediaId } = yield* givenPerson
    assert.deepStrictEqual([...(yield* search)].sort(), filled)
    const { usage } = yield* Organizations
    const usedBefore = yield* usage(id, monthOf(start))

    const path = `/api/developer/v1/contacts/${contactId}`
    const running = { contactId, status: "running", requestedAt: "2026-11-20T12:00:00.000Z", finishedAt: null }
    const request = { confirm: true }
    const key = { "idempotency-key": "erase" }
    const erased = { messages: 0, files: 0, records: 0 }
    const answer = yield* call("POST", `${path}/erase`, request, key)
    assert.deepStrictEqual(answer, { success: true, data: { ...running, erased } })
    assert.deepStrictEqual(yield* call("POST", `${path}/erase`, request, key), answer)

    yield* minutesPass(9)

    assert.deepStrictEqual(yield* search, [])
    assert.isTrue(Option.isNone(yield* (yield* MediaStore).get(id, mediaId, null)))
    const done = JSON.stringify(yield* call("GET", `${path}/erasure`))
    assert.include(done, '"status":"done"')
    assert.include(done, '"messages":6,"files":2')
    assert.deepStrictEqual(yield* call("POST", `${path}/erase`, request, key), answer)
    assert.deepStrictEqual(yield* usage(id, monthOf(start)), usedBefore)

    // Repeated and late webhooks and imports bring nothing back.
    const line = importedLine("cnry old", at(-900))
    yield* call("POST", "/api/developer/v1/import/messages", line, { "content-type": "application/x-ndjson" })
    assert.deepStrictEqual(yield* search, [])
    yield* received(
      webhook("555001", writes(phone, "cnry", "wamid.cnry1", at(0), { type: "text", text: { body: "cnry text" } })),
      webhook("555001", writes(phone, "cnry", "wamid.cnry7", at(30), { type: "text", text: { body: "cnry late" } })),
      webhook("555001", reports("wamid.cnry2", at(75), "read")),
      ...fromPhone("wamid.cnry0", at(-600))
    )
    assert.deepStrictEqual(yield* search, [])

    // A later message is of a new contact; the conversation of the erased one stays hidden.
    const later = writes(phone, "Ann", "wamid.new", at(80), { type: "text", text: { body: "Hello again" } })
    yield* received(webhook("555001", later))
    yield* minutesPass(3)
    const contacts = JSON.stringify(yield* call("GET", "/api/developer/v1/contacts"))
    assert.include(contacts, '"Ann"')
    assert.notInclude(contacts, contactId)
    const conversations = JSON.stringify(yield* call("GET", "/api/whatsapp/conversations"))
    assert.include(conversations, "Ann")
    assert.notInclude(conversations, conversationId)
  })

const world = Layer.merge(outsideWorld, MetaInboundReader.layer)

describe("an erasure", () => {
  it.live(
    "leaves nothing of a person in any table or file of the embedded database, and nothing comes back",
    () =>
      erasesEverything(tablesWithCanaries, filledTables).pipe(
        Effect.provide(TestClock.layer()),
        Effect.provide(Layer.merge(world, ready(null)).pipe(Layer.provideMerge(embedded)))
      ),
    240_000
  )

  it.effect("leaves nothing of a person in memory, and nothing comes back", () =>
    erasesEverything(fieldsWithCanaries, filledFields).pipe(
      Effect.provide(Layer.merge(world, ready(null)).pipe(Layer.provideMerge(Memory.layer())))
    )
  )
})

describe("an erasure that is interrupted", () => {
  it.effect("continues after failures of each of its statements, and counts nothing twice", () =>
    Effect.gen(function* () {
      const { call, contactId } = yield* givenPerson
      const path = `/api/developer/v1/contacts/${contactId}`
      yield* call("POST", `${path}/erase`, { confirm: true })
      const { failNext } = yield* World
      for (let minute = 0; minute < 20; minute++) {
        yield* failNext(minute % 2 === 0 ? "Erasures.eraseBatch" : "Erasures.advance")
        yield* Effect.exit(minutesPass(1))
      }
      yield* failNext("Erasures.eraseBatch", 0)
      yield* failNext("Erasures.advance", 0)
      yield* minutesPass(20)
      assert.deepStrictEqual(yield* fieldsWithCanaries, [])
      assert.include(JSON.stringify(yield* call("GET", `${path}/erasure`)), '"messages":6,"files":2')
    }).pipe(Effect.provide(Layer.merge(world, ready(null)).pipe(Layer.provideMerge(Memory.layer()))))
  )
})

const embedded = embeddedStores()
