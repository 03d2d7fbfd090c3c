import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { ServerResponse } from "node:http"
import { DeliveryRefused } from "../../src/domain/webhooks/afterRefusal.ts"
import { sign } from "../../src/adapters/outbound/HttpWebhookSender.ts"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import { shown } from "../network/shown.ts"
import { receiver, sender } from "./sending.ts"
import { at, secret, someDelivery } from "./someDelivery.ts"

describe("a delivery attempt", () => {
  it.effect("is one signed POST of the event", () =>
    Effect.gen(function* () {
      const { port, received, unseen, url } = yield* receiver((response) => response.writeHead(204).end())
      const { send } = yield* WebhookSender
      assert.deepStrictEqual(yield* send(someDelivery(url), at), { status: 204, durationMillis: 0, response: "" })
      assert.deepStrictEqual(yield* unseen, ["open", "POST /hook?a=b"])
      assert.deepStrictEqual(received, [
        {
          method: "POST",
          headers: {
            host: `127.0.0.1:${port}`,
            connection: "keep-alive",
            "content-type": "application/json",
            "content-length": "204",
            "user-agent": "effect-parley/0.1.0",
            "webhook-id": "018f0000-0000-7000-8000-00000000000e",
            "webhook-timestamp": "1795176030",
            "webhook-signature": received[0]?.headers["webhook-signature"],
            "webhook-sequence": "7"
          },
          body:
            '{"event":"message.sent","timestamp":"2026-11-20T12:00:00.123Z",' +
            '"webhook_id":"018f0000-0000-7000-8000-00000000000f",' +
            '"data":{"channel":"whatsapp","to":"15551234567","content":{"text":"Olá \u2028 </script>"}}}'
        }
      ])
      assert.match(String(received[0]?.headers["webhook-signature"]), /^v1,[A-Za-z0-9+/]{43}=$/)
    }).pipe(Effect.provide(sender))
  )

  it.effect("has the event's id, and a time and a signature of its own", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response) => response.end())
      const { send } = yield* WebhookSender
      yield* send(someDelivery(url), at)
      yield* send({ ...someDelivery(url), failures: 1 }, DateTime.add(at, { seconds: 5 }))
      const [first, second] = received.map(({ headers }) => headers)
      assert.strictEqual(first?.["webhook-id"], second?.["webhook-id"])
      assert.deepStrictEqual(
        [first?.["webhook-timestamp"], second?.["webhook-timestamp"]],
        ["1795176030", "1795176035"]
      )
      assert.notStrictEqual(first?.["webhook-signature"], second?.["webhook-signature"])
    }).pipe(Effect.provide(sender))
  )

  it.effect("of an event without a conversation has no sequence", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response) => response.end())
      const delivery = someDelivery(url)
      yield* (yield* WebhookSender).send(
        { ...delivery, event: { ...delivery.event, conversationId: null, sequence: 0 } },
        at
      )
      assert.notProperty(received[0]?.headers, "webhook-sequence")
    }).pipe(Effect.provide(sender))
  )

  it.effect("is signed over the bytes that are sent, whatever their content", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response) => response.end())
      const delivery = someDelivery(url)
      const data = { text: '"\\\u0000\u2028é\u{1F600}\uD800', nested: [null, 1e21, -0, ""] }
      yield* (yield* WebhookSender).send(
        { ...delivery, event: { ...delivery.event, dataJson: JSON.stringify(data) } },
        at
      )
      const sent = received[0]
      const [id, timestamp] = ["webhook-id", "webhook-timestamp"].map((name) => String(sent?.headers[name]))
      const expected = sign([secret], id ?? "", Number(timestamp), sent?.body ?? "")
      assert.strictEqual(sent?.headers["webhook-signature"], expected)
      assert.deepStrictEqual(JSON.parse(sent?.body ?? "").data, { text: data.text, nested: [null, 1e21, 0, ""] })
    }).pipe(Effect.provide(sender))
  )

  it.effect.each([
    ["hunter2", true, "hunter2"],
    [secret, true, secret],
    ["pässwörd", true, "pässwörd"],
    ["пароль", true, Buffer.from("пароль").toString("latin1")],
    ["two\r\nlines: 1", true, undefined],
    ["hunter2", false, undefined]
  ] as const)("with the secret %j (chosen: %s) sends %j as X-Webhook-Secret", ([value, chosen, expected]) =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response) => response.end())
      const { send } = yield* WebhookSender
      yield* send(someDelivery(url, { secret: { value, chosen } }), at)
      assert.strictEqual(received[0]?.headers["x-webhook-secret"], expected)
    }).pipe(Effect.provide(sender))
  )

  it.effect.each([200, 201, 202, 204, 299])("with status %d is a success", (status) =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) => response.writeHead(status).end())
      const { send } = yield* WebhookSender
      assert.strictEqual((yield* send(someDelivery(url), at)).status, status)
    }).pipe(Effect.provide(sender))
  )

  it.effect("has the duration and the beginning of the response", () =>
    Effect.gen(function* () {
      const held: Array<ServerResponse> = []
      const { next, url } = yield* receiver((response) => held.push(response))
      const { send } = yield* WebhookSender
      const attempt = yield* Effect.forkChild(send(someDelivery(url), at))
      assert.deepStrictEqual([yield* next, yield* next], ["open", "POST /hook?a=b"])
      yield* TestClock.adjust("1234 millis")
      held[0]?.end(`thanks\u0000 ${"x".repeat(2_000)}`)
      assert.deepStrictEqual(yield* Fiber.join(attempt), {
        status: 200,
        durationMillis: 1_234,
        response: `thanks\uFFFD ${"x".repeat(1_016)}`
      })
    }).pipe(Effect.provide(sender))
  )
})

describe("a refused delivery attempt", () => {
  it.effect.each([
    [400, "no such event", {}, null],
    [410, "gone", {}, null],
    [429, "slow down", { "retry-after": "120" }, 120_000],
    [500, "", {}, null],
    [503, "later", { "retry-after": "Fri, 20 Nov 2026 12:01:00 GMT" }, 29_100],
    [503, "later", { "retry-after": "soon" }, null],
    [503, "later", { "retry-after": "Fri, 20 Nov 2026 12:00:00 GMT" }, 0],
    [304, "", {}, null],
    [300, "choose", {}, null]
  ] as const)("has the reason: %d %j %j", ([status, body, headers, retryAfterMillis]) =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) => response.writeHead(status, headers).end(body))
      const { send } = yield* WebhookSender
      const refusal = yield* Effect.flip(send(someDelivery(url), at))
      assert.deepStrictEqual(
        shown(refusal),
        shown(
          new DeliveryRefused({
            status,
            detail: `answered with status ${status}`,
            durationMillis: 0,
            response: body,
            retryAfterMillis
          })
        )
      )
    }).pipe(Effect.provide(sender))
  )

  it.effect("uses the first of several Retry-After headers", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) =>
        response.setHeader("retry-after", ["7", "120"]).writeHead(503).end()
      )
      const refusal = yield* Effect.flip((yield* WebhookSender).send(someDelivery(url), at))
      assert.strictEqual(refusal.retryAfterMillis, 7_000)
    }).pipe(Effect.provide(sender))
  )

  it.effect("counts a Retry-After with a date from the time of the response", () =>
    Effect.gen(function* () {
      const held: Array<ServerResponse> = []
      const { next, url } = yield* receiver((response) => held.push(response))
      const { send } = yield* WebhookSender
      const attempt = yield* Effect.forkChild(Effect.flip(send(someDelivery(url), at)))
      assert.deepStrictEqual([yield* next, yield* next], ["open", "POST /hook?a=b"])
      yield* TestClock.adjust("9100 millis")
      held[0]?.writeHead(429, { "retry-after": "Fri, 20 Nov 2026 12:01:00 GMT" }).end()
      assert.strictEqual((yield* Fiber.join(attempt)).retryAfterMillis, 20_000)
    }).pipe(Effect.provide(sender))
  )

  it.effect.each([301, 302, 303, 307, 308])("with a redirect (%d) is not repeated at its location", (status) =>
    Effect.gen(function* () {
      const { unseen, url } = yield* receiver((response) =>
        response.writeHead(status, { location: "http://169.254.169.254/latest" }).end("moved")
      )
      const { send } = yield* WebhookSender
      const refusal = yield* Effect.flip(send(someDelivery(url), at))
      const detail = "redirects are not followed; this one leads to http://169.254.169.254/latest"
      assert.deepStrictEqual(
        shown(refusal),
        shown(new DeliveryRefused({ status, detail, durationMillis: 0, response: "moved", retryAfterMillis: null }))
      )
      assert.deepStrictEqual(yield* unseen, ["open", "POST /hook?a=b"])
    }).pipe(Effect.provide(sender))
  )

  it.effect.each([
    ["is long: its first KiB", "x".repeat(100_000), "x".repeat(1_024)],
    ["would be cut within a character: without it", "x".repeat(1_023) + "áá", "x".repeat(1_023)],
    ["holds what no database takes: without it", "a\u0000b", "a\uFFFDb"],
    ["is no text: what can be read of it", Buffer.from([0x61, 0xff, 0x62]), "a\uFFFDb"]
  ] as const)("stores of a response that %s", ([, body, response]) =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) => response.writeHead(500).end(body))
      const { send } = yield* WebhookSender
      assert.strictEqual((yield* Effect.flip(send(someDelivery(url), at))).response, response)
    }).pipe(Effect.provide(sender))
  )
})
