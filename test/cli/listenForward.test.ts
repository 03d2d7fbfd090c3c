import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import * as ListenForward from "../../src/adapters/cli/ListenForward.ts"
import { eventBody, pinSystemClock, receiving, signed } from "./listenHarness.ts"

pinSystemClock()

/** A receiver of the developer's own, which answers with this status, and what it got. */
const localReceiver = Effect.fnUntraced(function* (status: number) {
  const got: Array<{ readonly id: string | undefined; readonly signature: string | undefined; readonly body: string }> =
    []
  const http = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
  const app = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { headers } = request
    got.push({ id: headers["webhook-id"], signature: headers["webhook-signature"], body: yield* request.text })
    return HttpServerResponse.empty({ status })
  })
  yield* Effect.provideService(HttpServer.serveEffect(app), HttpServer.HttpServer, http)
  const address = HttpServer.formatAddress(http.address)
  return { got, url: `${address}/hook` }
})

describe("parley listen --forward-to", () => {
  it.effect("forwards verified events unchanged, and responds as the local receiver does", () =>
    Effect.gen(function* () {
      const local = yield* localReceiver(201)
      const { deliver, printed } = yield* receiving({ forward: yield* ListenForward.to(local.url) })
      const headers = signed("e1")
      assert.strictEqual((yield* deliver(headers)).status, 201)
      assert.deepStrictEqual(local.got, [{ id: "e1", signature: headers["webhook-signature"], body: eventBody }])
      assert.match(String((yield* printed).at(-1)), new RegExp(`${local.url} answered 201 in \\d+ ms`))
    }).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerUndici))
  )

  it.effect("causes a new delivery if the local receiver fails", () =>
    Effect.gen(function* () {
      const local = yield* localReceiver(500)
      const { deliver } = yield* receiving({ forward: yield* ListenForward.to(local.url) })
      assert.strictEqual((yield* deliver(signed("e1"))).status, 500)
      const gone = yield* receiving({ forward: yield* ListenForward.to("http://127.0.0.1:1/hook") })
      assert.strictEqual((yield* gone.deliver(signed("e2"))).status, 502)
      assert.include(String((yield* gone.printed).at(-1)), "http://127.0.0.1:1/hook gave no answer")
    }).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerUndici))
  )

  it.effect("does not forward unverified deliveries", () =>
    Effect.gen(function* () {
      const local = yield* localReceiver(201)
      const { deliver, printed } = yield* receiving({ forward: yield* ListenForward.to(local.url) })
      assert.strictEqual((yield* deliver({})).status, 204)
      assert.strictEqual((yield* deliver(signed("e1"), "another body")).status, 204)
      assert.deepStrictEqual(local.got, [])
      assert.include(String((yield* printed).at(-1)), "not forwarded")
    }).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerUndici))
  )

  it.effect("omits events of other types", () =>
    Effect.gen(function* () {
      const local = yield* localReceiver(201)
      const forward = yield* ListenForward.to(local.url)
      const { deliver, printed } = yield* receiving({ forward, events: new Set(["contact.created"]) })
      assert.strictEqual((yield* deliver(signed("e1"))).status, 204)
      assert.deepStrictEqual(local.got, [])
      assert.deepStrictEqual(yield* printed, [])
    }).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerUndici))
  )
})

describe("parley listen --print-json", () => {
  it.effect("prints one JSON object for each delivery", () =>
    Effect.gen(function* () {
      const { deliver, printed } = yield* receiving({ asJson: true })
      yield* deliver(signed("e1"))
      const Line = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))
      const line = yield* Schema.decodeUnknownEffect(Line)((yield* printed).at(-1))
      assert.deepInclude({ ...line }, { id: "e1", signature: "ok", repeated: false, answered: 204 })
      assert.deepStrictEqual(
        line["body"],
        Option.getOrNull(Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))(eventBody))
      )
    }).pipe(Effect.scoped)
  )
})
