import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Layer, Logger } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Otlp from "../../src/adapters/telemetry/otlp.ts"

/** The first line that the exporters of metrics log with this collector. */
const firstLine = (url: string) =>
  Effect.gen(function* () {
    const line = yield* Deferred.make<string>()
    const logger = Logger.make(({ message }) => void Deferred.doneUnsafe(line, Effect.succeed(JSON.stringify(message))))
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_METRIC_EXPORT_INTERVAL: "20" }
    return yield* Otlp.otlpSettings.pipe(
      Effect.flatMap((settings) => Layer.build(Otlp.metrics(settings))),
      Effect.andThen(Deferred.await(line)),
      Effect.timeout("10 seconds"),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)),
      Effect.provide(Logger.layer([logger]))
    )
  }).pipe(Effect.scoped)

describe("an unavailable collector of telemetry", () => {
  it.live("is named in the log if it is unreachable", () =>
    Effect.gen(function* () {
      const line = yield* firstLine("http://127.0.0.1:1/?key=secret")
      assert.include(line, "telemetry does not reach its collector and is lost; look at OTEL_EXPORTER_OTLP_ENDPOINT")
      assert.include(line, '"collector":"127.0.0.1:1"')
      assert.notInclude(line, "secret")
    })
  )

  it.live("is named with its status if it refuses", () =>
    Effect.gen(function* () {
      const server = createServer((request, response) => {
        request.resume().once("end", () => response.writeHead(401).end())
      })
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
        () =>
          Effect.promise(() => {
            server.closeAllConnections()
            return new Promise((resolve) => server.close(resolve))
          })
      )
      const { port } = server.address() as AddressInfo
      assert.include(yield* firstLine(`http://127.0.0.1:${port}`), "status 401")
    })
  )
})
