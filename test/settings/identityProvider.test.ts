import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option } from "effect"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { secretsOf } from "../../src/adapters/settings/Secrets.ts"
import { isIdentityProvider, settings } from "../../src/adapters/settings/Settings.ts"
import { strongSecret } from "../support/strongSecret.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

const production = { GRAPH_URL: "https://graph.facebook.com" }
const complete = {
  ...production,
  META_APP_SECRET: strongSecret("app"),
  META_VERIFY_TOKEN: strongSecret("verify"),
  SECRETS_KEY: strongSecret("key"),
  SERVICE_ROLE_KEY: strongSecret("service")
}
const shared = { AUTH_JWT_SECRET: strongSecret("jwt") }
const published = { AUTH_JWKS_URL: "https://auth.example/jwks.json" }

describe("the identity provider of the service", () => {
  it.effect.each([
    ["on in demo mode", {}, true],
    ["off elsewhere", production, false],
    ["on where it is asked for", { ...production, DEV_IDENTITY: "on" }, true],
    ["off where it is not wanted", { DEV_IDENTITY: "off" }, false]
  ] as const)("the identity provider is %s", ([, environment, isOn]) =>
    Effect.gen(function* () {
      assert.strictEqual(isIdentityProvider(yield* reading(environment)), isOn)
    })
  )

  it.effect("accepts only on and off", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(reading({ DEV_IDENTITY: "maybe" }))
      assert.strictEqual(
        exit._tag === "Failure" ? explainFailure(exit.cause) : "",
        'Invalid configuration\nDEV_IDENTITY: Expected "on" | "off"'
      )
    })
  )

  it.effect.each([
    ["a shared secret", { ...complete, ...shared, DEV_IDENTITY: "on" }, []],
    ["a shared secret beside published keys", { ...complete, ...shared, ...published, DEV_IDENTITY: "on" }, []],
    [
      "a shared secret, not only published keys",
      { ...complete, ...published, DEV_IDENTITY: "on" },
      ["AUTH_JWT_SECRET (for DEV_IDENTITY=on)"]
    ],
    ["published keys only when it is off", { ...complete, ...published }, []],
    ["one of both when it is off", complete, ["AUTH_JWT_SECRET or AUTH_JWKS_URL"]]
  ] as const)("requires %s", ([, environment, missing]) =>
    Effect.gen(function* () {
      const secrets = yield* Effect.result(secretsOf(yield* reading(environment)))
      assert.deepStrictEqual(
        secrets._tag === "Failure" && secrets.failure._tag === "SettingsMissing" ? secrets.failure.variables : [],
        missing
      )
    })
  )

  it.effect("has its issuer and its public key from the environment, if they are set", () =>
    Effect.gen(function* () {
      const { authIssuer, publicAppKey } = yield* reading({
        AUTH_ISSUER: "https://auth.example",
        PUBLIC_APP_KEY: "key"
      })
      assert.deepStrictEqual([authIssuer, publicAppKey], [Option.some("https://auth.example"), Option.some("key")])
      const nothing = yield* reading({})
      assert.deepStrictEqual([nothing.authIssuer, nothing.publicAppKey], [Option.none(), Option.none()])
    })
  )
})
