import { Effect, Schema } from "effect"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync } from "node:zlib"

const Value = Schema.Struct({ stringValue: Schema.optionalKey(Schema.String) })
const Attributes = Schema.Array(Schema.Struct({ key: Schema.String, value: Value }))
const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optionalKey(Schema.String),
  name: Schema.String,
  kind: Schema.Int,
  attributes: Attributes,
  links: Schema.Array(Schema.Struct({ traceId: Schema.String, spanId: Schema.String }))
})
export type Span = typeof Span.Type

const Traces = Schema.fromJsonString(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({
        resource: Schema.Struct({ attributes: Attributes }),
        scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) }))
      })
    )
  })
)
const decodeTraces = Schema.decodeUnknownSync(Traces)

/** A collector of OpenTelemetry that remembers what it gets, as JSON. */
export const collector = Effect.gen(function* () {
  const bodies: Array<{ readonly path: string; readonly text: string }> = []
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Server>((resolve) => {
          const made = createServer(async (request, response) => {
            const chunks: Array<Buffer> = []
            for await (const chunk of request) chunks.push(Buffer.from(chunk))
            const bytes = Buffer.concat(chunks)
            const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString()
            bodies.push({ path: request.url ?? "", text })
            response.writeHead(200, { "content-type": "application/json" }).end("{}")
          })
          made.listen(0, "127.0.0.1", () => resolve(made))
        })
    ),
    (made) =>
      Effect.promise(() => {
        made.closeAllConnections()
        return new Promise((resolve) => made.close(resolve))
      })
  )
  const { port } = server.address() as AddressInfo
  const of = (path: string) => bodies.filter((body) => body.path === path).map(({ text }) => text)
  return {
    url: `http://127.0.0.1:${port}`,
    texts: () => bodies.map(({ text }) => text),
    metrics: () => of("/v1/metrics"),
    logs: () => of("/v1/logs"),
    spans: (): ReadonlyArray<Span> =>
      of("/v1/traces").flatMap((text) =>
        decodeTraces(text).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      )
  }
})
