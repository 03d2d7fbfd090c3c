import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Logger } from "effect"
import { maxMisspelt, misspelt, warnOfMisspelt } from "../../src/adapters/settings/misspelt.ts"
import { settingTableNames } from "../../src/adapters/settings/settingTable.ts"

describe("misspelt variables", () => {
  it.each([
    ["GRAPH_VERSON", "GRAPH_VERSION"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["META_APP_SECERT", "META_APP_SECRET"],
    ["SECRET_KEY", "SECRETS_KEY"],
    ["PARLEY_ROLE", "PARLEY_ROLES"],
    ["AUTH_JWKS_URI", "AUTH_JWKS_URL"],
    ["log_level", "LOG_LEVEL"],
    ["port", "PORT"],
    ["OTEL_EXPORTER_OTLP_ENDPONT", "OTEL_EXPORTER_OTLP_ENDPOINT"]
  ] as const)("settings: %s is reported with the suggestion %s", (variable, suggestion) => {
    assert.deepStrictEqual(misspelt([variable]), [{ variable, suggestion }])
  })

  it("settings: known variables and those of other programs are not reported", () => {
    const others = [
      "PATH",
      "HOME",
      "HOSTNAME",
      "USER",
      "SHELL",
      "PWD",
      "LANG",
      "TERM",
      "DATABASE_HOST",
      "POSTGRES_PASSWORD"
    ]
    assert.deepStrictEqual(
      misspelt([...settingTableNames, ...others, "AWS_REGION", "NODE_OPTIONS", "npm_config_port"]),
      []
    )
  })

  it("settings: at most ten variables are reported", () => {
    const many = Array.from({ length: 100 }, (_, ordinal) => `PARLEY_${ordinal}`)
    assert.lengthOf(misspelt([...many, "X".repeat(10_000)]), maxMisspelt)
  })

  it.effect("settings: a misspelt variable of the environment is a warning without its value", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${JSON.stringify(message)}`))
      const env = { GRAPH_URL: "https://graph.facebook.com", GRAPH_VERSON: "hunter2", PATH: "/bin", A_B_0: "list" }
      yield* warnOfMisspelt.pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
        Effect.provide(Logger.layer([logger]))
      )
      assert.deepStrictEqual(lines, [
        'Warn ["the variable GRAPH_VERSON is no setting; did you mean GRAPH_VERSION?",{"variable":"GRAPH_VERSON","suggestion":"GRAPH_VERSION"}]'
      ])
    })
  )
})
