import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import * as ScryptPasswords from "../../src/adapters/identity/ScryptPasswords.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { actingFor } from "../../src/adapters/postgres/rowsecurity/Acting.ts"
import { provisionOrganization } from "../../src/app/access/provisionOrganization.ts"
import * as Emulator from "../../emulator/Emulator.ts"
import { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
import * as Postgres from "../../src/service/library/Postgres.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { receiver } from "../support/http/receiver.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"

const number = { id: "100000000000001", wabaId: "400000000000001", accessToken: "EMUroles" }
const appSecret = strongSecret("app")
const secretsKey = strongSecret("key")

/** People who write and are written to. */
const people = 20
const phoneOf = (ordinal: number): string => `1555${String(2_000_000 + (ordinal % people))}`

const platform = Emulator.layer({
  host: "127.0.0.1",
  port: 0,
  seed: {
    phoneNumbers: [{ ...number, displayPhoneNumber: "+1 555-900-0001" }],
    templates: { [number.wabaId]: defaultTemplates },
    windows: "lenient"
  }
})

/** Longer than another worker needs to take over what a dead one had claimed. */
const patience = "40 seconds"

const until = (isDone: () => boolean) =>
  Effect.sync(isDone).pipe(
    Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: (done) => done }),
    Effect.timeoutOption(patience)
  )

const Sent = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ waMessageId: Schema.String }) }))
const Delivered = Schema.fromJsonString(
  Schema.Struct({ event: Schema.String, data: Schema.Struct({ message_id: Schema.String }) })
)

/** A send over the process that answers now. None if it was not acknowledged: it went away. */
const send = (baseUrl: string, apiKey: string, ordinal: number) =>
  Effect.tryPromise(async () => {
    const response = await fetch(`${baseUrl}/api/developer/v1/send-message`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ to: phoneOf(ordinal), type: "text", text: `send ${ordinal}` })
    })
    return { status: response.status, body: await response.text() }
  }).pipe(
    Effect.option,
    Effect.flatMap((answer) =>
      Option.isSome(answer) && answer.value.status === 201
        ? Effect.asSome(Schema.decodeUnknownEffect(Sent)(answer.value.body))
        : Effect.succeedNone
    )
  )

const survives = Effect.gen(function* () {
  const dataDir = yield* temporaryFolder
  const url = yield* serverDatabase()
  const emulator = yield* Effect.provideContext(Emulator.Emulator, yield* Layer.build(platform))
  const stores = yield* Layer.build(Layer.merge(Postgres.layer({ url, secretsKey }), ScryptPasswords.layer))
  const { apiKey } = yield* Effect.provideContext(
    provisionOrganization({
      name: "Acme",
      plan: "unlimited",
      owner: { email: "owner@acme.example", name: "Owner", password: Redacted.make("a password of an owner") },
      accounts: [
        {
          channel: "whatsapp",
          externalId: number.id,
          displayName: "+1 555-900-0001",
          businessAccountId: number.wabaId,
          pageId: null,
          token: Redacted.make(number.accessToken)
        }
      ]
    }),
    stores
  )
  const key = Redacted.value(apiKey)

  const events = new Map<string, number>()
  const hook = yield* receiver(dataDir, ({ body }) => {
    const { data, event } = Schema.decodeUnknownSync(Delivered)(body)
    const name = `${event} ${data.message_id}`
    events.set(name, (events.get(name) ?? 0) + 1)
  })

  /** A process has the secrets of its roles only. */
  const secrets = {
    api: { AUTH_JWT_SECRET: strongSecret("jwt"), SERVICE_ROLE_KEY: strongSecret("service") },
    inbound: { META_APP_SECRET: appSecret, META_VERIFY_TOKEN: strongSecret("verify") },
    worker: {}
  }
  const begin = Effect.fnUntraced(function* (role: "api" | "inbound" | "worker") {
    const port = yield* freePort
    const service = yield* startInstalled({
      PARLEY_ROLES: role,
      // The command is bundled without it.
      CONSOLE: "off",
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      GRAPH_URL: emulator.url,
      PUBLIC_URL: "https://parley.example.com",
      PORT: String(port),
      SECRETS_KEY: secretsKey,
      NODE_EXTRA_CA_CERTS: join(dataDir, "listen", "certificate.pem"),
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
      RATE_STANDARD_PER_MINUTE: "0",
      RATE_MESSAGING_PER_SECOND: "0",
      PACE_PAIR_BURST: "0",
      PACE_NUMBER_PER_SECOND: "0",
      ...secrets[role]
    })
    const appUrl = `http://127.0.0.1:${port}`
    if (role === "worker") yield* until(() => service.output().includes("effect-parley is running"))
    else yield* ready(service, appUrl)
    assert.match(service.output(), /"message":"effect-parley starts".*"postgres":"\d+/)
    return { ...service, appUrl }
  })
  /** A process that is told to stop ends well, and warns of nothing. */
  const stop = Effect.fnUntraced(function* (service: Effect.Success<ReturnType<typeof begin>>) {
    assert.strictEqual(yield* service.stop, 0, service.output())
    assert.notMatch(service.output(), /"level":"(?:WARN|ERROR|FATAL)"/i)
  })

  const [api, inbound, killed, worker] = yield* Effect.all(
    [begin("api"), begin("inbound"), begin("worker"), begin("worker")],
    { concurrency: "unbounded" }
  )
  // A process of the role worker listens on no port.
  assert.isTrue(Option.isNone(yield* Effect.option(Effect.tryPromise(() => fetch(`${worker.appUrl}/health`)))))
  const unknown = yield* Effect.promise(() => fetch(`${inbound.appUrl}/api/developer/v1/contacts`))
  assert.strictEqual(unknown.status, 404)

  let answering = api.appUrl
  const reportTo = ({ appUrl }: { readonly appUrl: string }) =>
    emulator.setCallback(Option.some({ url: `${appUrl}/webhooks/meta`, appSecret }))
  yield* reportTo(inbound)
  const registered = yield* Effect.promise(() =>
    fetch(`${answering}/api/developer/v1/webhooks`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ url: hook, events: ["message.sent", "message.received"] })
    })
  )
  assert.strictEqual(registered.status, 200)

  const acknowledged = new Set<string>()
  const written = new Set<string>()
  let ordinal = 0
  const talk = Effect.gen(function* () {
    const current = ordinal++
    const sent = yield* send(answering, key, current)
    if (Option.isSome(sent)) acknowledged.add((yield* Effect.fromOption(sent)).data.waMessageId)
    const { messageId } = yield* emulator.inbound({
      channel: "whatsapp",
      from: phoneOf(current),
      type: "text",
      text: `written ${current}`
    })
    if (messageId !== null) written.add(messageId)
    yield* Effect.sleep("30 millis")
  }).pipe(Effect.forever)
  const load = yield* Effect.forkChild(Effect.all([talk, talk, talk], { concurrency: "unbounded" }))
  const more = Effect.suspend(() => {
    const before = acknowledged.size
    return until(() => acknowledged.size > before + 5)
  })

  yield* more
  yield* killed.kill
  yield* more
  // Each process is replaced while the others work: the new one starts before the old one stops.
  const others = yield* Effect.all([begin("api"), begin("inbound"), begin("worker")], { concurrency: "unbounded" })
  answering = others[0].appUrl
  yield* stop(api)
  yield* more
  yield* reportTo(others[1])
  yield* stop(inbound)
  yield* more
  yield* stop(worker)
  yield* more
  yield* Fiber.interrupt(load)

  const missing = () =>
    [...acknowledged]
      .map((id) => `message.sent ${id}`)
      .concat([...written].map((id) => `message.received ${id}`))
      .filter((name) => !events.has(name))
  yield* emulator.flush
  yield* until(() => missing().length === 0)
  assert.deepStrictEqual(missing(), [])
  assert.isAbove(acknowledged.size, 25)
  assert.isAbove(written.size, 25)
  const look = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly deliveries: number }>`select
      (select count(*)::int from inbound_deliveries where done_at is null) as deliveries,
      (select count(*)::int from inbound_problems) as problems,
      (select count(*)::int from events where type = 'message.received') as received`.pipe(actingFor("owner"))
    return row
  }).pipe(Effect.provide(Database.server(Redacted.make(url))))
  // What a process has not processed when it stops waits for the next one, and there is none.
  const left = yield* Effect.repeat(look, {
    until: (row) => row?.deliveries === 0,
    schedule: Schedule.spaced("200 millis"),
    times: 150
  })
  yield* Effect.forEach(others, stop, { concurrency: "unbounded", discard: true })

  assert.deepStrictEqual({ ...left }, { deliveries: 0, problems: 0, received: written.size })
}).pipe(Effect.scoped)

describe("an api, two workers and an inbound process on one server", () => {
  it.live("lose nothing while one is killed and each of the others is replaced", () => survives, 300_000)
})
