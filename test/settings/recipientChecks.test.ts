import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  Effect.map(settings.parse(ConfigProvider.fromUnknown(environment)), ({ recipientChecks }) => recipientChecks)

describe("RECIPIENT_CHECKS", () => {
  it.effect("refuses by default", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reading({}), "refuse")
      assert.strictEqual(yield* reading({ RECIPIENT_CHECKS: "refuse" }), "refuse")
      assert.strictEqual(yield* reading({ RECIPIENT_CHECKS: "warn" }), "warn")
    })
  )

  it.effect.each(["off", "Warn", "1"])("prevents the start if it is %s", (value) =>
    Effect.gen(function* () {
      const told = explainFailure(yield* Effect.flip(Effect.sandbox(reading({ RECIPIENT_CHECKS: value }))))
      assert.match(told, /^Invalid configuration\nRECIPIENT_CHECKS: Expected/)
    })
  )
})
