import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue, Schema } from "effect"
import { existsSync } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { defaultGraphVersion } from "../../src/adapters/settings/graphVersion.ts"
import { fillDataFolder } from "../support/database/embeddedDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { type Received, receiver } from "../support/http/receiver.ts"
import { demoFile, freePort, ready, start, temporaryFolder } from "../support/processes/service.ts"

const call = (url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, body: (await response.json()) as unknown }
  })

const Ledger = Schema.Struct({
  calls: Schema.Array(
    Schema.Struct({
      at: Schema.String,
      channel: Schema.String,
      method: Schema.String,
      path: Schema.String,
      body: Schema.Unknown,
      status: Schema.Int
    })
  )
})
const Sent = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    waMessageId: Schema.String,
    status: Schema.Literal("sent"),
    conversationId: Schema.String,
    contactId: Schema.String
  })
})
/** A send with its own id, which its reports give back. */
const Named = Schema.Struct({ biz_opaque_callback_data: Schema.String.check(Schema.isUUID()) })
const Subscription = Schema.Struct({
  data: Schema.Struct({ webhook: Schema.Struct({ id: Schema.String, secret: Schema.String }) })
})

/** A minute on a machine that does nothing else. */
const longest = 180_000

describe("the first five minutes of a new user", () => {
  it.live(
    "start, send a template, see it at the platform, receive a signed event, start again with the same data",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryFolder, "data")
        const env = {
          DATA_DIR: dataDir,
          PORT: String(yield* freePort),
          EMULATOR_PORT: String(yield* freePort),
          WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128"
        }
        const appUrl = `http://127.0.0.1:${env.PORT}`

        const service = yield* start(env, ["demo"])
        yield* ready(service, appUrl)
        const demo = yield* demoFile(dataDir)
        assert.strictEqual(demo.appUrl, appUrl)
        assert.strictEqual(demo.baseUrl, `${appUrl}/api/developer`)
        assert.strictEqual((yield* Effect.promise(() => stat(join(dataDir, "demo.json")))).mode & 0o777, 0o600)
        assert.include(service.output(), `x-api-key: ${demo.apiKey}`)

        const headers = { "x-api-key": demo.apiKey, "content-type": "application/json" }
        const received = yield* Queue.unbounded<Received>()
        const url = yield* receiver(dataDir, (delivery) => Queue.offerUnsafe(received, delivery))
        const registered = yield* call(`${demo.baseUrl}/v1/webhooks`, {
          method: "POST",
          headers,
          body: JSON.stringify({ url, events: ["message.sent"] })
        })
        assert.strictEqual(registered.status, 200)
        const shown = yield* call(`${demo.baseUrl}/v1/webhooks`, { headers })
        const { webhook } = (yield* Schema.decodeUnknownEffect(Subscription)(shown.body)).data

        const answer = yield* call(`${demo.baseUrl}/v1/send-message`, {
          method: "POST",
          headers,
          body: JSON.stringify({ to: "15551234567", template: { name: "hello_world", language: { code: "en_US" } } })
        })
        assert.strictEqual(answer.status, 201)
        const sent = yield* Schema.decodeUnknownEffect(Sent)(answer.body)

        const ledger = yield* Schema.decodeUnknownEffect(Ledger)(
          (yield* call(`${demo.emulatorUrl}/_emulator/ledger`)).body
        )
        const { biz_opaque_callback_data } = yield* Schema.decodeUnknownEffect(Named)(ledger.calls[0]?.body)
        assert.deepStrictEqual(
          ledger.calls.map(({ body, channel, method, path, status }) => ({ channel, method, path, body, status })),
          [
            {
              channel: "whatsapp",
              method: "POST",
              path: `/${defaultGraphVersion}/${demo.whatsapp.phoneNumberId}/messages`,
              body: {
                messaging_product: "whatsapp",
                to: "15551234567",
                type: "template",
                template: { name: "hello_world", language: { code: "en_US" } },
                biz_opaque_callback_data
              },
              status: 200
            }
          ]
        )

        const delivery = yield* Queue.take(received)
        assert.isFalse("x-webhook-secret" in delivery.headers)
        const event = new Webhook(webhook.secret).verify(delivery.body, delivery.headers)
        const { timestamp, ...envelope } = event as { timestamp: string }
        assert.deepStrictEqual(envelope, {
          event: "message.sent",
          webhook_id: webhook.id,
          data: {
            channel: "whatsapp",
            message_id: sent.data.waMessageId,
            to: "15551234567",
            type: "template",
            content: { template: { name: "hello_world", language: "en_US" } },
            status: "sent",
            timestamp
          }
        } as object)
        const send = (channel: string, body: object) =>
          Effect.map(
            call(`${demo.baseUrl}/v1/${channel}send-message`, { method: "POST", headers, body: JSON.stringify(body) }),
            ({ status }) => status
          )
        const person = (body: object) =>
          call(`${demo.emulatorUrl}/_emulator/inbound`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body)
          })
        assert.strictEqual(yield* send("messenger/", { recipientId: "4711", text: "Hello" }), 201)
        assert.strictEqual(yield* send("instagram/", { participantId: "4712", text: "Hello" }), 201)
        assert.strictEqual(yield* send("messenger/", { recipientId: "4713", text: "Hello" }), 502)
        yield* person({ channel: "messenger", from: "4713", type: "text", text: "Is it open today?" })
        yield* person({
          channel: "whatsapp",
          type: "template_status",
          name: "daily_deal",
          language: "en_US",
          event: "APPROVED"
        })
        assert.strictEqual(yield* service.stop, 0)

        const again = yield* startInstalled(env, ["demo"])
        yield* ready(again, appUrl)
        assert.deepStrictEqual(yield* demoFile(dataDir), demo)
        const stillThere = yield* call(`${demo.baseUrl}/v1/webhooks`, { headers })
        assert.deepStrictEqual(stillThere.body, shown.body)
        assert.notInclude(again.output(), demo.apiKey)
        assert.strictEqual(yield* send("messenger/", { recipientId: "4713", text: "Hello" }), 201)
        const dailyDeal = { name: "daily_deal", language: { code: "en_US" } }
        assert.strictEqual(yield* send("", { to: "15551234567", template: dailyDeal }), 201)
        const remembered = yield* Schema.decodeUnknownEffect(Ledger)(
          (yield* call(`${demo.emulatorUrl}/_emulator/ledger`)).body
        )
        assert.deepStrictEqual(remembered.calls.slice(0, 1), [...ledger.calls])
        assert.strictEqual(yield* again.stop, 0)
      }).pipe(Effect.scoped),
    longest
  )
})

describe("a start with wrong settings", () => {
  const failing = Effect.fnUntraced(function* (
    env: Readonly<Record<string, string>>,
    args: ReadonlyArray<string> = []
  ) {
    const dataDir = yield* temporaryFolder
    const service = yield* startInstalled(
      { DATA_DIR: dataDir, PORT: "0", EMULATOR_PORT: "0", LOG_FORMAT: "pretty", ...env },
      args
    )
    const code = yield* service.ended
    return { code, output: service.output() }
  })

  it.live(
    "names the variable with the invalid value, and never prints the value",
    () =>
      Effect.gen(function* () {
        const rows: ReadonlyArray<readonly [Record<string, string>, string]> = [
          [{ PORT: "70000" }, "PORT: Expected a port number"],
          [{ WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/99" }, "WEBHOOK_ALLOWED_CIDRS: "],
          [{ EMULATOR_WINDOWS: "hunter2" }, 'EMULATOR_WINDOWS: Expected "strict" | "lenient"'],
          [{ SECRETS_KEY: "hunter2" }, "SECRETS_KEY: Expected 32 bytes"]
        ]
        for (const [env, message] of rows) {
          const { code, output } = yield* failing(env, ["demo"])
          assert.strictEqual(code, 1)
          assert.include(output, message)
          assert.notInclude(output, "hunter2")
        }
      }).pipe(Effect.scoped),
    longest
  )

  it.live(
    "a start without settings names the demo and production, ends with code 1 and creates nothing",
    () =>
      Effect.gen(function* () {
        for (const args of [[], ["serve"]]) {
          const dataDir = join(yield* temporaryFolder, "data")
          const { code, output } = yield* failing({ DATA_DIR: dataDir }, args)
          assert.strictEqual(code, 1)
          assert.include(output, "`parley demo` (in a clone: `npm run demo`)")
          assert.include(output, "set GRAPH_URL=https://graph.facebook.com")
          assert.isFalse(existsSync(dataDir))
        }
      }).pipe(Effect.scoped),
    longest
  )

  it.live(
    "a start with settings of production and without GRAPH_URL ends with one line, and starts no demo",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryFolder, "data")
        const url = "postgres://parley@127.0.0.1:9/parley"
        for (const args of [[], ["organization", "list"]]) {
          const { code, output } = yield* failing({ DATABASE_URL: url, DATA_DIR: dataDir }, args)
          assert.strictEqual(code, 1)
          assert.strictEqual(
            output,
            "DATABASE_URL is set, and GRAPH_URL is not. Set GRAPH_URL=https://graph.facebook.com, or set DEMO=1 for the demo\n"
          )
        }
        assert.isFalse(existsSync(join(dataDir, "secrets.json")))
      }).pipe(Effect.scoped),
    longest
  )

  it.live(
    "names every missing secret outside of demo mode",
    () =>
      Effect.gen(function* () {
        const { code, output } = yield* failing({ GRAPH_URL: "http://127.0.0.1:9" })
        assert.strictEqual(code, 1)
        assert.include(
          output,
          "Set META_APP_SECRET, META_VERIFY_TOKEN, SECRETS_KEY, AUTH_JWT_SECRET or AUTH_JWKS_URL, SERVICE_ROLE_KEY"
        )
      }).pipe(Effect.scoped),
    longest
  )

  it.live(
    "is refused for a data folder that another process has open",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporaryFolder
        yield* fillDataFolder(dataDir)
        const env = { DEMO: "1", DATA_DIR: dataDir, EMULATOR_PORT: "0" }
        const port = yield* freePort
        const first = yield* startInstalled({ ...env, PORT: String(port) })
        yield* ready(first, `http://127.0.0.1:${port}`)
        const second = yield* startInstalled({ ...env, PORT: "0" })
        assert.strictEqual(yield* second.ended, 1)
        assert.include(second.output(), String(first.process.pid))
      }).pipe(Effect.scoped),
    longest
  )
})
