import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Path, Redacted, Schema } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { NetAddress } from "effect/net"
import { TestClock, TestConsole } from "effect/testing"
import { createServer } from "node:http"
import { Webhook } from "standardwebhooks"
import { Agent, request } from "undici"
import { afterEach, beforeEach, vi } from "vitest"
import * as ListenCertificate from "../../src/adapters/cli/ListenCertificate.ts"
import { plain } from "../../src/adapters/cli/listenReport.ts"
import * as ListenReceiver from "../../src/adapters/cli/ListenReceiver.ts"
import * as ListenSecret from "../../src/adapters/cli/ListenSecret.ts"

export const now = "2026-11-05T10:15:30.000Z"

/** The library that signs and verifies looks at the clock of the system: it gets the same time as the test clock. */
export const pinSystemClock = () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

export const temporaryFolder = Effect.gen(function* () {
  return yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "parley-listen-" })
})

/** TLS knows only the real time, so this one is valid then. */
export const validToday = Effect.suspend(() => {
  vi.useRealTimers()
  return Effect.scoped(TestClock.withLive(Effect.flatMap(temporaryFolder, ListenCertificate.ensure)))
}).pipe(
  Effect.tap(() => Effect.sync(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) }))),
  Effect.provide(NodeServices.layer)
)

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
export const eventBody = JSON.stringify({
  event: "message.sent",
  timestamp: "2026-11-05T10:15:29.000Z",
  webhook_id: "0193a1b2-0000-7000-8000-000000000001",
  data: { channel: "whatsapp", to: "15551234567" }
})
export const eventData = `  {
    "channel": "whatsapp",
    "to": "15551234567"
  }
`

/** The headers of a delivery, as the service signs it. */
export const signed = (
  id: string,
  { body = eventBody, key = new Webhook(secret), at = new Date(now) }: { body?: string; key?: Webhook; at?: Date } = {}
): Record<string, string> => ({
  "content-type": "application/json",
  "webhook-id": id,
  "webhook-timestamp": String(at.getTime() / 1000),
  "webhook-signature": key.sign(id, at, body)
})

const certificate = Effect.runSync(Effect.cached(validToday))

/** A receiver on a free port, and a client that trusts its certificate and nothing else. */
export const receiving = Effect.fnUntraced(function* (options: Partial<ListenReceiver.ListenReceiverOptions> = {}) {
  const { cert, key } = yield* certificate
  yield* TestClock.setTime(Date.parse(now))
  const { port } = yield* ListenReceiver.start({
    host: "127.0.0.1",
    port: 0,
    certificate: { cert, key },
    secret: ListenSecret.fixed(Redacted.make(secret)),
    failures: 0,
    status: 204,
    palette: plain,
    ...options
  })
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connect: { ca: cert } })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const deliver = (headers: Record<string, string>, body: string = eventBody, method: "POST" | "GET" = "POST") =>
    Effect.promise(async () => {
      const answer = await request(`https://localhost:${port}/any/path?at=all`, {
        dispatcher: agent,
        method,
        headers,
        body: method === "POST" ? body : null
      })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    })
  return { cert, port, deliver, printed: TestConsole.logLines }
})

const apiKey = "pk_live_test"

/** What the service answers to `GET /v1/webhooks`; each call takes the next answer, the last one stays. */
export const fakeService = Effect.fnUntraced(function* (
  ...answers: readonly [HttpServerResponse.HttpServerResponse, ...Array<HttpServerResponse.HttpServerResponse>]
) {
  const asked: Array<string> = []
  const http = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
  const app = Effect.gen(function* () {
    const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? answers[0]
    asked.push(`${method} ${url} ${headers["x-api-key"]}`)
    return answer
  })
  yield* Effect.provideService(HttpServer.serveEffect(app), HttpServer.HttpServer, http)
  if (!NetAddress.isInetAddress(http.address)) return yield* Effect.die("no port")
  const baseUrl = `http://127.0.0.1:${http.address.port}/api/developer`
  return { asked, baseUrl }
})

/** What the fake service is asked each time. */
export const question = `GET /api/developer/v1/webhooks ${apiKey}`

export const webhookWith = (secret: string) =>
  HttpServerResponse.jsonUnsafe({
    success: true,
    data: { webhook: { id: "w", url: "https://127.0.0.1:8443/", events: ["message.sent"], status: "active", secret } }
  })

const Demo = Schema.fromJsonString(
  Schema.Struct({ appUrl: Schema.String, baseUrl: Schema.String, apiKey: Schema.String })
)

/** A data folder whose `demo.json` leads to the address. */
export const demoFolder = Effect.fnUntraced(function* (baseUrl: string) {
  const dataDir = yield* temporaryFolder
  yield* writeDemo(dataDir, baseUrl)
  return dataDir
})

export const writeDemo = Effect.fnUntraced(function* (dataDir: string, baseUrl: string) {
  const files = yield* FileSystem.FileSystem
  const path = (yield* Path.Path).join(dataDir, "demo.json")
  yield* files.writeFileString(path, yield* Schema.encodeEffect(Demo)({ appUrl: "", baseUrl, apiKey }))
})
