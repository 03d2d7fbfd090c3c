import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { secretsOf } from "../../src/adapters/settings/Secrets.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"

const hex = (bytes: number) => randomBytes(bytes).toString("hex")

const strong = () => ({
  META_APP_SECRET: hex(16),
  META_VERIFY_TOKEN: hex(16),
  SECRETS_KEY: hex(32),
  AUTH_JWT_SECRET: hex(32),
  SERVICE_ROLE_KEY: hex(32)
})
const production = { GRAPH_URL: "https://graph.facebook.com" }

const verdict = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const read = yield* settings.parse(ConfigProvider.fromUnknown(environment))
  const result = yield* Effect.result(secretsOf(read))
  return result._tag === "Success" ? "taken" : explainFailure(Cause.fail(result.failure))
})

const weak = {
  META_APP_SECRET: "f".repeat(32),
  META_VERIFY_TOKEN: "verify",
  SECRETS_KEY: "00".repeat(32),
  AUTH_JWT_SECRET: "super-secret-jwt-token-with-at-least-32-characters-long",
  SERVICE_ROLE_KEY: "abcabcabcabcabcabcabcabcabcabcabcabc"
}

describe("the secrets of the environment", () => {
  it.effect("are accepted as the documented commands generate them", () =>
    Effect.gen(function* () {
      for (let time = 0; time < 50; time += 1)
        assert.strictEqual(yield* verdict({ ...production, ...strong() }), "taken")
      const base64 = randomBytes(32).toString("base64")
      assert.strictEqual(yield* verdict({ ...production, ...strong(), SECRETS_KEY: base64 }), "taken")
    })
  )

  it.effect.each(Object.entries(weak))("are refused if they can be guessed: %s", ([variable, value]) =>
    Effect.gen(function* () {
      const said = yield* verdict({ ...production, ...strong(), [variable]: value })
      const [first, ...lines] = said.split("\n")
      assert.strictEqual(first, "Secrets that can be guessed are refused outside of demo mode")
      assert.lengthOf(lines, 1)
      assert.isTrue(lines[0]?.startsWith(`${variable} `), said)
      assert.notInclude(said, value)
      assert.notInclude(said, value.slice(0, 12))
    })
  )

  it.effect("are checked separately if a variable has several, and all weak ones are named at once", () =>
    Effect.gen(function* () {
      const keys = `${hex(32)},${"a1".repeat(32)}`
      const said = yield* verdict({ ...production, ...strong(), SECRETS_KEY: keys, META_VERIFY_TOKEN: "changeme" })
      assert.deepStrictEqual(
        said
          .split("\n")
          .slice(1)
          .map((line) => line.split(" ")[0]),
        ["META_VERIFY_TOKEN", "SECRETS_KEY"]
      )
      const zeros = Buffer.alloc(32).toString("base64")
      assert.include(yield* verdict({ ...production, ...strong(), SECRETS_KEY: zeros }), "SECRETS_KEY repeats itself")
    })
  )

  it.effect("may be weak in demo mode, and the public key of an app anywhere", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(weak), "taken")
      assert.strictEqual(yield* verdict({ ...production, ...strong(), PUBLIC_APP_KEY: "app" }), "taken")
    })
  )
})
