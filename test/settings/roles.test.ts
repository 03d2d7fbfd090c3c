import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect } from "effect"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { checkRoles } from "../../src/adapters/settings/runMode.ts"
import { secretsOf } from "../../src/adapters/settings/Secrets.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"
import { strongSecret } from "../support/strongSecret.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

const server = { DATABASE_URL: "postgres://parley@127.0.0.1/parley" }
const platform = { GRAPH_URL: "https://graph.facebook.com" }

describe("the roles in the environment", () => {
  it.effect.each([
    [{}, ["api", "worker", "inbound"]],
    [{ PARLEY_ROLES: "" }, ["api", "worker", "inbound"]],
    [{ PARLEY_ROLES: "worker" }, ["worker"]],
    [{ PARLEY_ROLES: "api, inbound" }, ["api", "inbound"]]
  ] as const)("are read from %o", ([environment, roles]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* reading({ ...environment })).roles, [...roles])
    })
  )

  it.effect("prevent the start if one is unknown", () =>
    Effect.gen(function* () {
      const told = explainFailure(yield* Effect.flip(Effect.sandbox(reading({ PARLEY_ROLES: "api,web" }))))
      assert.strictEqual(told, 'Invalid configuration\nPARLEY_ROLES: Expected "api" | "worker" | "inbound"')
    })
  )

  it.effect.each([
    [{ PARLEY_ROLES: "api" }, "DATABASE_URL"],
    [{ PARLEY_ROLES: "api,inbound", ...platform }, "DATABASE_URL"],
    [{ PARLEY_ROLES: "worker", ...server }, "GRAPH_URL"]
  ] as const)("prevent the start if no other process can have the remaining roles: %o", ([environment, variable]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(checkRoles(yield* reading({ ...environment })))
      assert.strictEqual(refused.variable, variable)
      assert.include(explainFailure(Cause.fail(refused)), `Set ${variable} `)
    })
  )

  it.effect.each([
    {},
    { PARLEY_ROLES: "inbound,worker,api,api" },
    { PARLEY_ROLES: "worker", ...server, ...platform }
  ] as const)("are accepted: %o", (environment) =>
    Effect.gen(function* () {
      yield* checkRoles(yield* reading({ ...environment }))
    })
  )
})

describe("the secrets that a process needs", () => {
  const wanted = Effect.fnUntraced(function* (PARLEY_ROLES: string, given: Readonly<Record<string, string>> = {}) {
    const environment = { ...server, ...platform, PARLEY_ROLES, SECRETS_KEY: strongSecret("key"), ...given }
    const result = yield* Effect.result(secretsOf(yield* reading(environment)))
    if (result._tag === "Success") return []
    return result.failure._tag === "SettingsMissing" ? result.failure.variables : result.failure.lines
  })

  it.effect.each([
    ["worker", []],
    ["inbound", ["META_APP_SECRET", "META_VERIFY_TOKEN"]],
    ["api", ["AUTH_JWT_SECRET or AUTH_JWKS_URL", "SERVICE_ROLE_KEY"]],
    [
      "api,worker,inbound",
      ["META_APP_SECRET", "META_VERIFY_TOKEN", "AUTH_JWT_SECRET or AUTH_JWKS_URL", "SERVICE_ROLE_KEY"]
    ]
  ] as const)("are those of its roles: %s", ([roles, variables]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* wanted(roles), [...variables])
    })
  )

  it.effect("are validated if they are set, whatever the roles", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* wanted("worker", { SERVICE_ROLE_KEY: "abcabcabcabcabcabcabcabcabcabcabcabc" }), 1)
    })
  )
})
