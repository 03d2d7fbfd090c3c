import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { type ClientRequest, request } from "node:http"
import { maxDeliveryBytes } from "../../../src/adapters/http/inbound/metaWebhook.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import { listener } from "../../support/http/listener.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import {
  appSecrets,
  escaped,
  serviceApp,
  signedBy,
  webhookAnswer,
  webhookFastRoute,
  webhookPath,
  webhookRoutes
} from "../../support/http/metaPost.ts"

const [first] = appSecrets
const text = JSON.stringify({ object: "page", entry: [{ id: "1", text: "Ça va ? 😀" }] })
const bytesOf = (body: string) => new TextEncoder().encode(body)

const address = { host: "127.0.0.1", port: 0 }
const routed = HttpRouter.serve(Layer.merge(Routes.layer, webhookRoutes(appSecrets)), {
  disableLogger: true,
  disableListenLog: true
})
const plain = routed.pipe(Layer.provideMerge(NodeHttpServer.layer(listener, address)), Layer.provideMerge(httpWorld))
const fronted = routed.pipe(
  Layer.provideMerge(ServiceServer.layer(address, Effect.succeed([webhookFastRoute(appSecrets)]))),
  Layer.provideMerge(httpWorld)
)

interface Answer {
  readonly status: number
  readonly text: string
  readonly contentType: string | undefined
}

/** What the service answers over a connection; null when it broke. `send` writes the body. */
const answerTo = (headers: Record<string, string>, send: (sent: ClientRequest) => void) =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.callback<Answer | null>((resume) => {
      const url = `${HttpServer.formatAddress(address)}${webhookPath}`
      const sent = request(url, { method: "POST", headers, agent: false }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece))
        response.on("end", () => {
          const { headers, statusCode: status = 0 } = response
          resume(Effect.succeed({ status, text, contentType: headers["content-type"] }))
        })
      })
      sent.on("error", () => resume(Effect.succeed(null)))
      send(sent)
    })
  )

const kept = Effect.flatMap(World, ({ state }) =>
  Effect.map(state, ({ inboundDeliveries }) => inboundDeliveries.map(({ delivery: { body } }) => body))
)

const success = { status: 200, text: '{"success":true}', contentType: "application/json" }
const tooLarge = { status: 413, text: '{"error":"Request body is too large"}', contentType: "application/json" }

/** The body byte by byte, or a bit at a time, each with a turn of its own. */
const inPieces = (sent: ClientRequest, pieces: ReadonlyArray<Uint8Array>) => {
  const [piece, ...others] = pieces
  if (piece === undefined) return sent.end()
  sent.write(piece, () => setImmediate(() => inPieces(sent, others)))
}

describe.each([
  ["to the routes", plain],
  ["to what stands before them", fronted]
])("a delivery over a connection %s", (_, served) => {
  it.live.each([
    ["signed", text, signedBy(first, text)],
    ["signed over the escaped text", text, signedBy(first, escaped(text))],
    ["empty", "", signedBy(first, "")],
    ["no JSON", "{", signedBy(first, "{")],
    ["unsigned", text, {}],
    ["signed by somebody else", text, signedBy("somebody else's", text)],
    ["with a zero in it", '"\0"', signedBy(first, '"\0"')]
  ] as const)("that is %s has the same response and is stored identically", ([, body, headers]) =>
    Effect.gen(function* () {
      const overConnection = Effect.gen(function* () {
        const answer = yield* answerTo(headers, (sent) => sent.end(body))
        return { answer, kept: yield* kept }
      }).pipe(Effect.provide(Layer.fresh(served)))
      const inProcess = Effect.gen(function* () {
        const {
          headers: answered,
          status,
          text
        } = yield* webhookAnswer(serviceApp(), { body, headers, method: "POST" })
        return { answer: { status, text, contentType: answered.get("content-type") ?? undefined }, kept: yield* kept }
      }).pipe(Effect.provide(Layer.fresh(httpWorld)))
      assert.deepStrictEqual(yield* overConnection, yield* inProcess)
    })
  )

  it.live("may arrive in pieces, also within a character", () =>
    Effect.gen(function* () {
      const pieces = Array.from(bytesOf(text), (byte) => Uint8Array.of(byte))
      assert.deepStrictEqual(yield* answerTo(signedBy(first, text), (sent) => inPieces(sent, pieces)), success)
      assert.deepStrictEqual(yield* kept, [text])
    }).pipe(Effect.provide(Layer.fresh(served)))
  )

  it.live("may have 3 MiB and not a byte more, with or without a length", () =>
    Effect.gen(function* () {
      const largest = JSON.stringify("x".repeat(maxDeliveryBytes - 2))
      assert.deepStrictEqual(yield* answerTo(signedBy(first, largest), (sent) => sent.end(largest)), success)
      const larger = `${largest} `
      const said = { ...signedBy(first, larger), "content-length": String(larger.length) }
      assert.deepStrictEqual(yield* answerTo(said, (sent) => sent.end(larger)), tooLarge)
      const halves = [bytesOf(largest), bytesOf(" ")]
      assert.deepStrictEqual(yield* answerTo(signedBy(first, larger), (sent) => inPieces(sent, halves)), tooLarge)
      assert.deepStrictEqual(yield* kept, [largest])
      assert.deepStrictEqual(yield* answerTo(signedBy(first, text), (sent) => sent.end(text)), success)
    }).pipe(Effect.provide(Layer.fresh(served)))
  )

  it.live("may wait for 100 Continue", () =>
    Effect.gen(function* () {
      const headers = { ...signedBy(first, text), expect: "100-continue" }
      const answer = yield* answerTo(headers, (sent) => {
        sent.on("continue", () => sent.end(text))
        sent.flushHeaders()
      })
      assert.deepStrictEqual(answer, success)
      assert.deepStrictEqual(yield* kept, [text])
    }).pipe(Effect.provide(Layer.fresh(served)))
  )

  it.live("that is cut short is not stored, and does not affect the next delivery", () =>
    Effect.gen(function* () {
      const said = { ...signedBy(first, text), "content-length": String(bytesOf(text).length) }
      const answer = yield* answerTo(said, (sent) => sent.write(text.slice(0, 10), () => sent.destroy()))
      assert.isNull(answer)
      assert.deepStrictEqual(yield* answerTo(said, (sent) => sent.end(text)), success)
      assert.deepStrictEqual(yield* kept, [text])
    }).pipe(Effect.provide(Layer.fresh(served)))
  )
})
