import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { commandModeOf, runModeOf } from "../../src/adapters/settings/runMode.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"
import { strongSecret } from "../support/strongSecret.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

const server = { DATABASE_URL: "postgres://parley@127.0.0.1/parley" }
const platform = { GRAPH_URL: "https://graph.facebook.com" }

describe("the mode of a start", () => {
  it.effect.each([
    [{ DEMO: "1" }, "Demo"],
    [{ DEMO: "1", NODE_ENV: "production", ...server }, "Demo"],
    [platform, "Production"],
    [{ DEMO: "0", ...platform, ...server }, "Production"]
  ] as const)("start: %o selects %s", ([environment, mode]) =>
    Effect.gen(function* () {
      const read = yield* reading({ ...environment })
      assert.strictEqual((yield* runModeOf(read))._tag, mode)
      assert.strictEqual((yield* commandModeOf(read))._tag, mode)
    })
  )

  it.effect.each([
    [server, "DATABASE_URL"],
    [{ SECRETS_KEY: strongSecret("key") }, "SECRETS_KEY"],
    [{ NODE_ENV: "production" }, "NODE_ENV=production"],
    [{ NODE_ENV: "production", DEMO: "0", PARLEY_ROLES: "worker", ...server }, "DATABASE_URL"]
  ] as const)("start: %o without GRAPH_URL is refused, for commands too", ([environment, setting]) =>
    Effect.gen(function* () {
      const read = yield* reading({ ...environment })
      for (const mode of [runModeOf(read), commandModeOf(read)]) {
        const { message } = yield* Effect.flip(mode)
        assert.isTrue(message.startsWith(`${setting} is set, and GRAPH_URL is not. Set GRAPH_URL=`))
        assert.notInclude(message, "\n")
      }
    })
  )

  it.effect.each([{}, { NODE_ENV: "development" }, { REDIS_URL: "redis://127.0.0.1", META_APP_SECRET: "any" }])(
    "start: %o selects no mode, and commands act on the demo of the data folder",
    (environment) =>
      Effect.gen(function* () {
        const read = yield* reading({ ...environment })
        assert.include((yield* Effect.flip(runModeOf(read))).message, "run `parley demo`")
        assert.strictEqual((yield* commandModeOf(read))._tag, "Demo")
      })
  )

  it.effect("start: DEMO=1 with GRAPH_URL is refused", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(runModeOf(yield* reading({ DEMO: "1", ...platform })))
      assert.strictEqual(refused._tag, "DemoRefused")
    })
  )
})
