import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

describe("CORS_ORIGINS", () => {
  it.effect.each([
    [{}, []],
    [{ CORS_ORIGINS: "" }, []],
    [{ CORS_ORIGINS: "https://app.example.com" }, ["https://app.example.com"]],
    [
      { CORS_ORIGINS: "https://app.example.com, http://localhost:5173,http://[::1]:3000" },
      ["https://app.example.com", "http://localhost:5173", "http://[::1]:3000"]
    ]
  ] as const)("has the origins of %o", ([environment, origins]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* reading({ ...environment })).corsOrigins, [...origins])
    })
  )

  it.effect.each([
    "*",
    "app.example.com",
    "https://app.example.com/",
    "https://app.example.com/dashboard",
    "https://App.example.com",
    "https://app.example.com:443",
    "https://user:secret@app.example.com",
    "file:///tmp",
    "null",
    "https://app.example.com,*"
  ])("prevents the start if it is %s, with the variable's name and without its value", (value) =>
    Effect.gen(function* () {
      const told = explainFailure(yield* Effect.flip(Effect.sandbox(reading({ CORS_ORIGINS: value }))))
      const expected = "CORS_ORIGINS: Expected an origin such as https://app.example.com"
      assert.strictEqual(told, `Invalid configuration\n${expected}`)
    })
  )
})
