import { NodeHttpClient, NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { HttpServerResponse } from "effect/http"
import { once } from "node:events"
import { connect } from "node:net"
import { connect as connectTls } from "node:tls"
import { Webhook } from "standardwebhooks"
import * as ListenReceiver from "../../src/adapters/cli/ListenReceiver.ts"
import * as ListenSecret from "../../src/adapters/cli/ListenSecret.ts"
import {
  demoFolder,
  eventBody,
  eventData,
  fakeService,
  now,
  pinSystemClock,
  question,
  receiving,
  secret,
  signed,
  temporaryFolder,
  webhookWith,
  writeDemo
} from "./listenHarness.ts"

const platform = Layer.merge(NodeServices.layer, NodeHttpClient.layerUndici)

/** The line and the data of a delivery that nothing is wrong with, but for what is said. */
const line = (id: string, ...rest: ReadonlyArray<string>) =>
  `${[now, "message.sent", id, ...rest].join("  ")}\n${eventData}`

const plainSecret = "schlüssel of my own!"
const rawKey = new Webhook(new TextEncoder().encode(plainSecret), { format: "raw" })

pinSystemClock()

describe("a receiver with a fixed secret", () => {
  it.effect("returns 204 and prints the event with a valid signature", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving()
      const answer = yield* deliver(signed("e1"))
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.text, "")
      assert.deepStrictEqual(yield* printed, [line("e1", "signature ok", "no X-Webhook-Secret")])
    })
  )

  it.effect("accepts a delivery signed with the new and with the old secret, as after a change of secret", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving()
      const headers = signed("e1")
      const both = `${rawKey.sign("e1", new Date(now), eventBody)} ${headers["webhook-signature"]}`
      yield* deliver({ ...headers, "webhook-signature": both })
      assert.deepStrictEqual(yield* printed, [line("e1", "signature ok", "no X-Webhook-Secret")])
    })
  )

  it.effect("detects a body that was changed in transit", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving()
      const headers = signed("e1", { body: eventBody.replace("15551234567", "15557654321") })
      assert.strictEqual((yield* deliver(headers)).status, 204)
      assert.deepStrictEqual(yield* printed, [
        line("e1", "signature WRONG: no matching signature found", "no X-Webhook-Secret")
      ])
    })
  )

  it.effect("detects a timestamp more than five minutes ago, and one more than five minutes ahead", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving()
      yield* deliver(signed("old", { at: new Date("2026-11-05T10:10:29.000Z") }))
      yield* deliver(signed("late", { at: new Date("2026-11-05T10:10:30.000Z") }))
      yield* deliver(signed("new", { at: new Date("2026-11-05T10:20:31.000Z") }))
      assert.deepStrictEqual(yield* printed, [
        line("old", "signature WRONG: message timestamp too old", "no X-Webhook-Secret"),
        line("late", "signature ok", "no X-Webhook-Secret"),
        line("new", "signature WRONG: message timestamp too new", "no X-Webhook-Secret")
      ])
    })
  )

  it.effect("reports a signature without an id, and a request without a signature", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving()
      const { "webhook-id": _, ...withoutId } = signed("e1")
      yield* deliver(withoutId)
      yield* deliver({})
      assert.deepStrictEqual(yield* printed, [
        line("no webhook-id", "signature WRONG: missing required headers", "no X-Webhook-Secret"),
        line("no webhook-id", "unsigned", "no X-Webhook-Secret")
      ])
    })
  )

  it.effect("verifies with the bytes of a secret without whsec_, and compares X-Webhook-Secret", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving({ secret: ListenSecret.fixed(Redacted.make("my own secret")) })
      const headers = signed("e1", { key: new Webhook("my own secret", { format: "raw" }) })
      yield* deliver({ ...headers, "x-webhook-secret": "my own secret" })
      yield* deliver({ ...headers, "webhook-id": "e2", "x-webhook-secret": "my own secret?" })
      assert.deepStrictEqual(yield* printed, [
        line("e1", "signature ok", "X-Webhook-Secret right"),
        line("e2", "signature WRONG: no matching signature found", "X-Webhook-Secret WRONG")
      ])
    })
  )

  it.effect("recognizes X-Webhook-Secret with characters that a header can contain, and with others", () =>
    Effect.gen(function* () {
      const shown = Effect.fnUntraced(function* (chosen: string, header: string) {
        const { deliver, printed } = yield* receiving({ secret: ListenSecret.fixed(Redacted.make(chosen)) })
        const key = new Webhook(new TextEncoder().encode(chosen), { format: "raw" })
        yield* deliver({ ...signed("e1", { key }), "x-webhook-secret": header })
        return (yield* printed).at(-1)
      })
      const right = line("e1", "signature ok", "X-Webhook-Secret right")
      const wrong = line("e1", "signature ok", "X-Webhook-Secret WRONG")
      assert.strictEqual(yield* shown(plainSecret, plainSecret), right)
      assert.strictEqual(yield* shown("鍵 key", Buffer.from("鍵 key").toString("latin1")), right)
      assert.strictEqual(yield* shown("key ", "key "), right)
      assert.strictEqual(yield* shown("鍵 key", Buffer.from("鍵 Key").toString("latin1")), wrong)
    })
  )

  it.effect("marks repeated deliveries", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving()
      yield* deliver(signed("e1"))
      yield* deliver(signed("e2"))
      yield* deliver(signed("e1", { at: new Date("2026-11-05T10:15:35.000Z") }))
      assert.deepStrictEqual(yield* printed, [
        line("e1", "signature ok", "no X-Webhook-Secret"),
        line("e2", "signature ok", "no X-Webhook-Secret"),
        line("e1", "signature ok", "no X-Webhook-Secret", "repeated")
      ])
    })
  )

  it.effect("fails the configured number of deliveries, and then returns the configured status", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving({ failures: 2, status: 202 })
      const statuses = yield* Effect.forEach(["e1", "e1", "e1"], (id) => deliver(signed(id)))
      assert.deepStrictEqual(
        statuses.map(({ status }) => status),
        [500, 500, 202]
      )
      assert.deepStrictEqual(yield* printed, [
        line("e1", "signature ok", "no X-Webhook-Secret", "answered 500"),
        line("e1", "signature ok", "no X-Webhook-Secret", "repeated", "answered 500"),
        line("e1", "signature ok", "no X-Webhook-Secret", "repeated", "answered 202")
      ])
    })
  )

  it.effect("fails exactly the configured number of many simultaneous deliveries", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving({ failures: 7 })
      const ids = Array.from({ length: 20 }, (_, index) => `e${index}`)
      const answers = yield* Effect.forEach(ids, (id) => deliver(signed(id)), { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ status }) => status === 500).length, 7)
      assert.strictEqual(answers.filter(({ status }) => status === 204).length, 13)
      assert.strictEqual((yield* printed).length, 20)
    })
  )

  it.effect("refuses a body that is too large, and continues", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving()
      const answer = yield* deliver({}, "x".repeat(ListenReceiver.largestBody + 1))
      assert.strictEqual(answer.status, 413)
      assert.strictEqual((yield* deliver(signed("e1"))).status, 204)
      assert.deepStrictEqual(yield* printed, [
        `${now}  body larger than 1048576 bytes  answered 413\n`,
        line("e1", "signature ok", "no X-Webhook-Secret")
      ])
    })
  )

  it.effect("returns 405 to other methods than POST, and does not count them", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving({ failures: 1 })
      const answer = yield* deliver({}, "", "GET")
      assert.strictEqual(answer.status, 405)
      assert.strictEqual(answer.headers["allow"], "POST")
      assert.strictEqual((yield* deliver(signed("e1"))).status, 500)
      assert.strictEqual((yield* printed).length, 1)
    })
  )

  it.effect("reports that the port is in use", () =>
    Effect.gen(function* () {
      const { port } = yield* receiving()
      const error = yield* Effect.flip(receiving({ port }))
      assert.strictEqual(
        error.message,
        `Cannot listen on 127.0.0.1, port ${port} (listen EADDRINUSE: address already in use 127.0.0.1:${port}).` +
          " Choose others with --host and --port"
      )
    })
  )

  it.effect("ends at once despite open and idle connections", () =>
    Effect.gen(function* () {
      const receiver = yield* Scope.make()
      const { cert, deliver, port } = yield* Scope.provide(receiving(), receiver)
      const idle = connectTls({ port, host: "127.0.0.1", ca: cert })
      const silent = connect({ port, host: "127.0.0.1" })
      yield* Effect.promise(() => Promise.all([once(idle, "secureConnect"), once(silent, "connect")]))
      yield* deliver(signed("e1"))
      const disconnected = Promise.all([once(idle, "close"), once(silent, "close")])
      yield* Scope.close(receiver, Exit.void)
      yield* Effect.promise(() => disconnected)
      const again = yield* receiving({ port })
      assert.strictEqual((yield* again.deliver(signed("e2"))).status, 204)
    })
  )
})

describe("a receiver that reads the secret from the demo service", () => {
  it.effect("reads the secret once, at the first signed delivery", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* fakeService(webhookWith(secret))
      const { deliver, printed } = yield* receiving({ secret: yield* ListenSecret.ofDemo(yield* demoFolder(baseUrl)) })
      yield* deliver({ "webhook-id": "e0" })
      assert.deepStrictEqual(asked, [])
      yield* Effect.forEach(["e1", "e2", "e3"], (id) => deliver(signed(id)), { concurrency: "unbounded" })
      yield* deliver(signed("e4"))
      assert.deepStrictEqual(asked, [question])
      assert.deepStrictEqual((yield* printed).toSorted(), [
        line("e0", "unsigned", "no X-Webhook-Secret"),
        ...["e1", "e2", "e3", "e4"].map((id) => line(id, "signature ok", "no X-Webhook-Secret"))
      ])
    }).pipe(Effect.provide(platform))
  )

  it.effect("reads the secret that replaced the first one", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* fakeService(webhookWith(secret), webhookWith(plainSecret))
      const { deliver, printed } = yield* receiving({ secret: yield* ListenSecret.ofDemo(yield* demoFolder(baseUrl)) })
      yield* deliver(signed("e1"))
      yield* deliver(signed("e2", { key: rawKey }))
      yield* deliver(signed("e3", { key: rawKey }))
      assert.deepStrictEqual(asked, [question, question])
      assert.deepStrictEqual(
        yield* printed,
        ["e1", "e2", "e3"].map((id) => line(id, "signature ok", "no X-Webhook-Secret"))
      )
    }).pipe(Effect.provide(platform))
  )

  it.effect("reads the secret again if only X-Webhook-Secret differs, because the old secret still signs", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* fakeService(webhookWith(secret), webhookWith("another secret"))
      const { deliver, printed } = yield* receiving({ secret: yield* ListenSecret.ofDemo(yield* demoFolder(baseUrl)) })
      const headers = signed("e1")
      const newKey = new Webhook("another secret", { format: "raw" })
      const both = `${newKey.sign("e1", new Date(now), eventBody)} ${headers["webhook-signature"]}`
      yield* deliver({ ...headers, "webhook-signature": both, "x-webhook-secret": "another secret" })
      assert.deepStrictEqual(asked, [question, question])
      assert.deepStrictEqual(yield* printed, [line("e1", "signature ok", "X-Webhook-Secret right")])
    }).pipe(Effect.provide(platform))
  )

  it.effect("reads the secret once more for each delivery with a wrong signature, and preserves the known one", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* fakeService(
        webhookWith(secret),
        webhookWith(secret),
        HttpServerResponse.empty({ status: 503 })
      )
      const { deliver, printed } = yield* receiving({ secret: yield* ListenSecret.ofDemo(yield* demoFolder(baseUrl)) })
      yield* deliver(signed("e1", { key: rawKey }))
      assert.strictEqual(asked.length, 2)
      yield* deliver(signed("e2", { key: rawKey }))
      assert.strictEqual(asked.length, 3)
      yield* deliver(signed("e3"))
      assert.strictEqual(asked.length, 3)
      assert.deepStrictEqual(yield* printed, [
        line("e1", "signature WRONG: no matching signature found", "no X-Webhook-Secret"),
        line("e2", "signature WRONG: no matching signature found", "no X-Webhook-Secret"),
        line("e3", "signature ok", "no X-Webhook-Secret")
      ])
    }).pipe(Effect.provide(platform))
  )

  it.effect("reports why a signature is not verified, and verifies the next one once the secret is readable", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const { asked, baseUrl } = yield* fakeService(
        HttpServerResponse.jsonUnsafe({ success: false, message: "Unauthorized" }, { status: 401 }),
        HttpServerResponse.jsonUnsafe({ success: true, data: { webhook: null } }),
        HttpServerResponse.text("<html>"),
        webhookWith(secret)
      )
      const { deliver, printed } = yield* receiving({ secret: yield* ListenSecret.ofDemo(dataDir) })
      yield* deliver({ ...signed("e1"), "x-webhook-secret": "any" })
      yield* writeDemo(dataDir, "http://127.0.0.1:1/api/developer")
      yield* deliver(signed("e2"))
      yield* writeDemo(dataDir, baseUrl)
      yield* Effect.forEach(["e3", "e4", "e5", "e6"], (id) => deliver(signed(id)))
      assert.strictEqual(asked.length, 4)
      const unchecked = (reason: string) => `signature not checked: ${reason}`
      assert.deepStrictEqual(yield* printed, [
        line(
          "e1",
          unchecked(`${dataDir}/demo.json is missing: start the service first (\`parley demo\`), or give --secret`),
          "X-Webhook-Secret not checked"
        ),
        line(
          "e2",
          unchecked("the service at http://127.0.0.1:1/api/developer cannot be reached: does it still run?"),
          "no X-Webhook-Secret"
        ),
        line("e3", unchecked(`the service answered 401 to GET ${baseUrl}/v1/webhooks`), "no X-Webhook-Secret"),
        line("e4", unchecked("no webhook is registered with the service"), "no X-Webhook-Secret"),
        line(
          "e5",
          unchecked(`the service's answer to GET ${baseUrl}/v1/webhooks is not understood`),
          "no X-Webhook-Secret"
        ),
        line("e6", "signature ok", "no X-Webhook-Secret")
      ])
    }).pipe(Effect.provide(platform))
  )
})
