import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect } from "effect"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

describe("EVENT_RETENTION_DAYS", () => {
  it.effect("is 30 by default", () =>
    Effect.gen(function* () {
      const daysOf = (environment: Readonly<Record<string, string>>) =>
        Effect.map(reading(environment), ({ eventRetention }) => Duration.toDays(eventRetention))
      assert.strictEqual(yield* daysOf({}), 30)
      assert.strictEqual(yield* daysOf({ EVENT_RETENTION_DAYS: "" }), 30)
      assert.strictEqual(yield* daysOf({ EVENT_RETENTION_DAYS: "7" }), 7)
      assert.strictEqual(yield* daysOf({ EVENT_RETENTION_DAYS: "3650" }), 3_650)
    })
  )

  it.effect.each(["0", "-1", "1.5", "3651", "ever"])("prevents the start if it is %s", (value) =>
    Effect.gen(function* () {
      const told = explainFailure(yield* Effect.flip(Effect.sandbox(reading({ EVENT_RETENTION_DAYS: value }))))
      assert.match(told, /^Invalid configuration\nEVENT_RETENTION_DAYS: Expected/)
    })
  )
})
