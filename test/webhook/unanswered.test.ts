import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { DeliveryRefused } from "../../src/domain/webhooks/afterRefusal.ts"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import * as LocalServer from "../network/LocalServer.ts"
import { shown } from "../network/shown.ts"
import { receiver, sender } from "./sending.ts"
import { at, someDelivery } from "./someDelivery.ts"

describe("an attempt without a response", () => {
  it.effect("ends after 15 seconds", () =>
    Effect.gen(function* () {
      const { next, url } = yield* receiver(() => {})
      const { send } = yield* WebhookSender
      const attempt = yield* Effect.forkChild(Effect.flip(send(someDelivery(url), at)))
      assert.deepStrictEqual([yield* next, yield* next], ["open", "POST /hook?a=b"])
      yield* TestClock.adjust("15 seconds")
      const detail = "no complete answer within 15 seconds"
      assert.deepStrictEqual(
        shown(yield* Fiber.join(attempt)),
        shown(
          new DeliveryRefused({
            status: null,
            detail,
            durationMillis: 15_000,
            response: null,
            retryAfterMillis: null
          })
        )
      )
      assert.strictEqual(yield* next, "closed")
    }).pipe(Effect.provide(sender))
  )

  it.effect("is a success once the status and 16 KiB have arrived, however long the response continues", () =>
    Effect.gen(function* () {
      const { next, url } = yield* receiver((response) => void response.writeHead(200).write("x".repeat(20_000)))
      const { send } = yield* WebhookSender
      const { response, status } = yield* send(someDelivery(url), at)
      assert.deepStrictEqual([status, response], [200, "x".repeat(1_024)])
      assert.deepStrictEqual([yield* next, yield* next, yield* next], ["open", "POST /hook?a=b", "closed"])
    }).pipe(Effect.provide(sender))
  )

  it.effect("is a success if 16 KiB arrive in one-byte chunks, whose encoding is many times as large", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) => {
        for (let count = 0; count < 16_384; count++) response.write("x")
        response.end()
      })
      const { response } = yield* (yield* WebhookSender).send(someDelivery(url), at)
      assert.strictEqual(response, "x".repeat(1_024))
    }).pipe(Effect.provide(sender))
  )

  it.effect("fails if the receiver sends an endless invalid response", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(({ socket }) => {
        if (socket === null) return
        const pour = () => {
          while (!socket.destroyed && socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1_000)));
        }
        socket.on("drain", pour)
        pour()
      })
      const refusal = yield* Effect.flip((yield* WebhookSender).send(someDelivery(url), at))
      assert.strictEqual(refusal.detail, "answer unreadable: answer too long")
    }).pipe(Effect.provide(sender))
  )

  it.effect("has the reason", () =>
    Effect.gen(function* () {
      const { send } = yield* WebhookSender
      const detailOf = (url: string) => Effect.map(Effect.flip(send(someDelivery(url), at)), ({ detail }) => detail)
      const port = yield* LocalServer.closedPort
      const lost = yield* LocalServer.tcp((socket) => socket.once("data", () => socket.end()))
      const odd = yield* LocalServer.answering("220 mail.test ESMTP\r\n")
      const silent = yield* LocalServer.answering("HTTP/1.1 400 Bad Request\r\n\r\n")
      assert.strictEqual(
        yield* detailOf(`http://127.0.0.1:${port}/`),
        `connection refused: connect ECONNREFUSED 127.0.0.1:${port}`
      )
      assert.strictEqual(yield* detailOf("https://private.test/"), "address not allowed")
      assert.strictEqual(yield* detailOf("https://[::1]/"), "address not allowed")
      assert.strictEqual(
        yield* detailOf("https://missing.test/"),
        "host not found: NotFound: Dns.lookup (missing.test)"
      )
      assert.strictEqual(yield* detailOf(`http://127.0.0.1:${lost.port}/`), "connection lost: other side closed")
      assert.match(yield* detailOf(`http://127.0.0.1:${odd.port}/`), /^answer unreadable: Response does not match/)
      assert.match(yield* detailOf(`https://127.0.0.1:${silent.port}/`), /^TLS failed: /)
    }).pipe(Effect.provide(sender))
  )
})
