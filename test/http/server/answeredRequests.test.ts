import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Metric } from "effect"
import type { EventEmitter } from "node:events"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { make } from "../../../src/adapters/http/server/answeredRequests.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import * as Meter from "../../../src/telemetry/Meter.ts"
import { metrics } from "../../../src/telemetry/metrics.ts"

const organizationId = OrganizationId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e21")
const paths = ["/api/developer/v1/contacts", "/api/developer/v1/contacts/:id", "/api/whatsapp/contacts/:id/messages"]

const asked = (method: string, url: string) => {
  const request = new IncomingMessage(new Socket())
  request.method = method
  request.url = url
  return { request, response: new ServerResponse(request) }
}

const end = (response: EventEmitter) => Effect.sync(() => response.emit("close"))

const lines: Array<unknown> = []
const logged = Logger.layer([Logger.make(({ message }) => void lines.push(message))])
const measured = Meter.layer.pipe(Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map())))

const routes = Effect.map(Metric.snapshot, (all) =>
  all.flatMap(({ attributes, id }) =>
    id === metrics.requestDuration.name
      ? [
          [
            attributes?.["http.request.method"],
            attributes?.["http.route"],
            attributes?.["http.response.status_code"]
          ].join(" ")
        ]
      : []
  )
)

describe("answered requests", () => {
  it.effect("are recorded only for metrics or the log", () =>
    Effect.gen(function* () {
      assert.isNull(yield* make(paths, false))
      assert.isNotNull(yield* make(paths, true))
    })
  )

  it.effect("are labelled by the endpoint, whatever path and method callers send", () =>
    Effect.gen(function* () {
      const watched = yield* make(paths, false)
      for (const [method, url] of [
        ["GET", "/api/developer/v1/contacts?search=Grace"],
        ["GET", "/api/developer/v1/contacts/15550001111"],
        ["POST", "/api/whatsapp/contacts/ct_1/messages"],
        ["GET", "/health"],
        ["BREW", "/api/developer/v1/contacts/a/b/c"],
        ...Array.from({ length: 1_000 }, (_, place) => ["GET", `/.env${place}`])
      ]) {
        const { request, response } = asked(method ?? "", url ?? "")
        watched?.watch(request, response)
        response.writeHead(200)
        yield* end(response)
      }
      assert.deepStrictEqual(yield* routes, [
        "GET /api/developer/v1/contacts 200",
        "GET /api/developer/v1/contacts/:id 200",
        "POST /api/whatsapp/contacts/:id/messages 200",
        "GET /health 200",
        "_OTHER unmatched 200",
        "GET unmatched 200"
      ])
    }).pipe(Effect.provide(measured))
  )

  it.effect("have a log line each with all fields, and 499 for a caller who disconnected", () =>
    Effect.gen(function* () {
      lines.length = 0
      const watched = yield* make(paths, true)
      const whole = asked("POST", "/api/developer/v1/contacts?token=secret")
      watched?.watch(whole.request, whole.response)
      watched?.note(whole.request, { requestId: "mine" })
      watched?.note(whole.request, { organizationId, apiKeyId: "key" })
      whole.response.writeHead(201)
      yield* end(whole.response)
      const gone = asked("GET", "/")
      watched?.watch(gone.request, gone.response)
      yield* end(gone.response)
      yield* Effect.yieldNow
      const facts = lines.map((line) => {
        assert.isArray(line)
        const [text, { durationMillis, ...rest }] = line as [string, Record<string, unknown>]
        assert.strictEqual(text, "request answered")
        assert.isNumber(durationMillis)
        return rest
      })
      const unknown = { organizationId: null, apiKeyId: null, requestId: null, client: null }
      assert.deepStrictEqual(facts, [
        {
          method: "POST",
          route: "/api/developer/v1/contacts",
          status: 201,
          organizationId,
          apiKeyId: "key",
          requestId: "mine",
          client: null
        },
        { method: "GET", route: "unmatched", status: 499, ...unknown }
      ])
    }).pipe(Effect.provide(logged))
  )
})
