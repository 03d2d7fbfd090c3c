import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Random, Schedule, Schema } from "effect"
import { NodeServices } from "@effect/platform-node"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import * as EmbeddedPostgres from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { receiver } from "../support/http/receiver.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/processes/service.ts"

/** How often the process is killed, and within which time after it was ready, in milliseconds. */
const kills = 15
const latestKill = 1_200

/** Sends that run at the same time. */
const senders = 8

/** Longer than the lease of a delivery whose process was killed. */
const patience = "100 seconds"

/** Looks every now and then, as long as patience lasts. */
const until = (isDone: () => boolean) =>
  Effect.sync(isDone).pipe(
    Effect.repeat({ schedule: Schedule.spaced("100 millis"), until: (done) => done }),
    Effect.timeoutOption(patience)
  )

const Sent = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ waMessageId: Schema.String }) }))
const Delivered = Schema.fromJsonString(
  Schema.Struct({ event: Schema.String, data: Schema.Struct({ message_id: Schema.String }) })
)

/** Sends one after the other until the service goes away; every id that was acknowledged is put down. */
const sendOn = (baseUrl: string, apiKey: string, acknowledged: Set<string>, ordinal: () => number) =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(`${baseUrl}/v1/send-message`, {
      method: "POST",
      signal,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({
        to: `1555${String(1_000_000 + (ordinal() % 37))}`,
        template: { name: "hello_world", language: { code: "en_US" } }
      })
    })
    return { status: response.status, body: await response.text() }
  }).pipe(
    Effect.flatMap(({ body, status }) =>
      status === 201
        ? Effect.map(Schema.decodeUnknownEffect(Sent)(body), ({ data }) => acknowledged.add(data.waMessageId))
        : Effect.die(new Error(`answered ${status}: ${body}`))
    ),
    Effect.forever,
    // The connection broke: the service was killed.
    Effect.ignore
  )

const Kept = Schema.Array(
  Schema.Struct({ messages: Schema.Int, pending: Schema.Int, sent: Schema.Int, events: Schema.Int, used: Schema.Int })
)

/** What the database holds of the acknowledged sends, looked at without the service. Some were reported of since. */
const kept = Effect.fnUntraced(function* (organizationId: string, acknowledged: ReadonlySet<string>) {
  const sql = yield* SqlClient.SqlClient
  const ids = [...acknowledged]
  const rows = yield* sql`
    select
      (select count(*)::int from messages where organization_id = ${organizationId}::uuid
        and status in ('sent', 'delivered', 'read') and platform_message_id = any(${ids}::text[])) as messages,
      (select count(*)::int from messages where status = 'pending') as pending,
      (select count(*)::int from messages where status in ('sent', 'delivered', 'read')) as sent,
      (select count(*)::int from events where type = 'message.sent') as events,
      (select sum(used)::int from monthly_usage) as used`
  const [row] = yield* Schema.decodeUnknownEffect(Kept)(rows)
  return row ?? (yield* Effect.die("no row"))
})

/** The database of the folder, without the service. */
const databaseOf = (dataDir: string) =>
  Layer.unwrap(Effect.map(EmbeddedPostgres.open(dataDir), ({ stream }) => Database.embedded(stream))).pipe(
    Layer.provide(NodeServices.layer)
  )

const survives = Effect.gen(function* () {
  const dataDir = join(yield* temporaryFolder, "data")
  const port = yield* freePort
  const env = {
    DEMO: "1",
    DATA_DIR: dataDir,
    PORT: String(port),
    EMULATOR_PORT: String(yield* freePort),
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
    RATE_MESSAGING_PER_SECOND: "0",
    PACE_PAIR_BURST: "0",
    PACE_NUMBER_PER_SECOND: "0",
    LOG_LEVEL: "error"
  }
  const acknowledged = new Set<string>()
  const delivered = new Set<string>()
  let sends = 0
  const url = yield* receiver(dataDir, ({ body }) => {
    delivered.add(Schema.decodeUnknownSync(Delivered)(body).data.message_id)
  })

  const begin = Effect.gen(function* () {
    const service = yield* startInstalled(env)
    yield* ready(service, `http://127.0.0.1:${port}`)
    return { service, demo: yield* demoFile(dataDir) }
  })

  const first = yield* begin
  const registered = yield* Effect.promise(() =>
    fetch(`${first.demo.baseUrl}/v1/webhooks`, {
      method: "POST",
      headers: { "x-api-key": first.demo.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ url, events: ["message.sent"] })
    })
  )
  assert.strictEqual(registered.status, 200)
  yield* first.service.kill

  for (let round = 0; round < kills; round++) {
    const { demo, service } = yield* begin
    const sending = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: senders }, () => sendOn(demo.baseUrl, demo.apiKey, acknowledged, () => sends++)),
        { concurrency: "unbounded" }
      )
    )
    // Every other time it is in the middle of sends for sure, however slow the machine is.
    const before = acknowledged.size
    if (round % 2 === 1) yield* until(() => acknowledged.size > before)
    yield* Effect.sleep(yield* Random.nextBetween(0, latestKill))
    yield* service.kill
    yield* Fiber.join(sending)
  }

  const last = yield* begin
  yield* until(() => [...acknowledged].every((id) => delivered.has(id)))
  assert.deepStrictEqual(
    [...acknowledged].filter((id) => !delivered.has(id)),
    [],
    "acknowledged sends whose event never came"
  )
  assert.strictEqual(yield* last.service.stop, 0)

  const found = yield* Effect.provide(kept(first.demo.orgId, acknowledged), databaseOf(dataDir))
  assert.isAbove(acknowledged.size, kills)
  assert.strictEqual(found.messages, acknowledged.size)
  // Every message that went out is announced, whether or not its sender lived to hear of it.
  assert.strictEqual(found.events, found.sent)
  assert.isAtLeast(found.sent, acknowledged.size)
  // One unit a send, recorded or not, and one an event that was delivered: nothing is given away, nothing taken twice.
  assert.isAtMost(found.used, found.sent + found.pending + found.events)
  assert.isAtLeast(found.used, acknowledged.size)
}).pipe(Random.withSeed("kill -9"))

/** Kills on a server, over every entry point, are `npm run soak -- --kills 30`. */
describe("a process that is killed repeatedly in the middle of sends", () => {
  it.live("loses nothing that was acknowledged, on the embedded database", () => Effect.scoped(survives), 300_000)
})
