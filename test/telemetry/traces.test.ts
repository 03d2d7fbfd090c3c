import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, References } from "effect"
import * as Otlp from "../../src/adapters/telemetry/otlp.ts"

/** Whether a program makes spans, with these variables. */
const isTraced = (env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const settings = yield* Otlp.otlpSettings
    return yield* Effect.provide(References.TracerEnabled, Otlp.traces(settings))
  }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)), Effect.scoped)

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }

describe("spans", () => {
  it.effect("are recorded only if an exporter is configured", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isTraced(endpoint))
      assert.isFalse(yield* isTraced({}))
      assert.isFalse(yield* isTraced({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }))
    })
  )
})
