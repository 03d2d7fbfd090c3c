import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { ServerResponse } from "node:http"
import { admissionBounds } from "../../../src/adapters/http/server/admission.ts"
import { listener } from "../../support/http/listener.ts"

/** A server that has room for so many, whose requests are answered when they are let. */
const server = Effect.fnUntraced(function* (calls: number, webhooks: number, streams = 1) {
  const held: Array<ServerResponse> = []
  const http = listener(
    {},
    {
      admission: {
        calls: { ...admissionBounds.calls, open: calls },
        webhooks: { ...admissionBounds.webhooks, open: webhooks },
        streams: { ...admissionBounds.streams, open: streams }
      }
    }
  )
  http.front = (_, response) => held.push(response) > 0
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void http.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        http.close()
        http.closeAllConnections()
      })
  )
  const address = http.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  const ask = (path: string, body = "{}") =>
    Effect.forkScoped(
      Effect.promise(async () => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body })
        return {
          status: response.status,
          retryAfter: response.headers.get("retry-after"),
          requestId: response.headers.get("x-request-id"),
          body: await response.text()
        }
      }),
      { startImmediately: true }
    )
  const begun = (count: number) =>
    Effect.callback<void>((resume) => {
      const look = () => (held.length >= count ? resume(Effect.void) : void setImmediate(look))
      look()
    })
  return { ask, begun, answerAll: Effect.sync(() => held.splice(0).forEach((response) => response.end("ok"))) }
})

const text = "Too many requests at once; nothing was done. Try again in 5 seconds"
const refused = (body: object) => ({
  status: 503,
  retryAfter: "5",
  requestId: "made",
  body: JSON.stringify(body)
})

describe("an overloaded server", () => {
  it.live("responds with 503 in the envelope of the path, and accepts webhooks and health checks", () =>
    Effect.gen(function* () {
      const { answerAll, ask, begun } = yield* server(1, 1)
      const first = yield* ask("/api/developer/v1/send-message")
      yield* begun(1)
      const joined = (path: string, body?: string) => Effect.flatMap(ask(path, body), (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(
        yield* joined("/api/developer/v1/contacts", "x".repeat(100_000)),
        refused({ success: false, message: text })
      )
      assert.deepStrictEqual(yield* joined("/api/whatsapp/contacts"), refused({ success: false, error: text }))
      assert.deepStrictEqual(yield* joined("/auth/v1/token"), refused({ error: text }))
      const webhook = yield* ask("/webhooks/meta")
      const health = yield* ask("/health")
      yield* begun(3)
      const stream = yield* ask("/api/whatsapp/events/stream")
      yield* begun(4)
      assert.deepStrictEqual(yield* joined("/api/whatsapp/events/stream"), refused({ success: false, error: text }))
      assert.deepStrictEqual(yield* joined("/webhooks/meta"), refused({ error: text }))
      yield* answerAll
      const answered = yield* Effect.forEach([first, webhook, health, stream], Fiber.join)
      assert.deepStrictEqual(
        answered.map(({ status }) => status),
        [200, 200, 200, 200]
      )
      const next = yield* ask("/api/whatsapp/contacts")
      yield* begun(1)
      yield* answerAll
      assert.strictEqual((yield* Fiber.join(next)).status, 200)
    })
  )
})
