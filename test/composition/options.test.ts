import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemorySessionTokens from "../../src/adapters/memory/access/MemorySessionTokens.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"
import * as Postgres from "../../src/service/library/Postgres.ts"
import { OptionsRefused, readOptions, variableOf } from "../../src/service/library/readOptions.ts"
import * as Service from "../../src/service/library/Service.ts"
import type {
  ListenOptions,
  LoggingOptions,
  PostgresOptions,
  SecretText,
  ServiceOptions
} from "../../src/service/library/ServiceOptions.ts"
import { strongSecret } from "../support/strongSecret.ts"

/** Every option of `Service.layer`, with another value than the default. The compiler names one that is missing. */
const service: Required<ServiceOptions> = {
  roles: ["api", "inbound"],
  publicUrl: "https://parley.example.com/m",
  graphUrl: "https://graph.example.com",
  instagramGraphUrl: "https://instagram.example.com",
  graphVersion: "v99.0",
  metaAppSecret: [strongSecret("app"), Redacted.make(strongSecret("other app"))],
  metaAppId: "1517776481860111",
  metaSignupConfigId: "2233",
  metaVerifyToken: strongSecret("verify"),
  authJwtSecret: Redacted.make(strongSecret("jwt")),
  authJwksUrl: "https://login.example.com/jwks.json",
  authIssuer: "https://login.example.com",
  authAudience: "parley",
  authEmailVerification: "provider",
  serviceRoleKey: strongSecret("service"),
  adminApiKey: [strongSecret("admin"), strongSecret("next admin")],
  devIdentity: "on",
  publicAppKey: "public",
  dataDir: "/data",
  mediaDir: "/media",
  mediaS3Bucket: "media",
  mediaS3Endpoint: "https://s3.example.com",
  mediaS3Region: "eu-central-1",
  mediaS3AccessKeyId: "id",
  mediaS3SecretAccessKey: "secret",
  mediaS3Addressing: "host",
  redisUrl: "redis://127.0.0.1",
  webhookAllowedCidrs: ["127.0.0.1/32"],
  corsOrigins: ["https://app.example.com"],
  trustedProxies: ["10.0.0.0/8", "::1/128"],
  rateCard: "/rates.csv",
  recipientChecks: "warn",
  docs: "off",
  console: "on",
  consoleAuthUrl: "https://login.example.com/auth/v1",
  rateStandardPerMinute: 0,
  rateMessagingPerSecond: 7,
  rateBulkPerMinute: 8,
  rateConsolePerMinute: 9,
  pacePairBurst: 1,
  paceNumberPerSecond: 2,
  pacePagePerSecond: 0,
  eventRetentionDays: 12
}
const listen: Required<ListenOptions> = { host: "::1", port: 0, maxConnectionsPerAddress: 0 }
const logging: Required<LoggingOptions> = { logLevel: "warn", logFormat: "pretty" }
const postgres: Required<Omit<Extract<PostgresOptions, { readonly url: SecretText }>, "server" | "pool">> = {
  url: "postgres://parley@127.0.0.1/parley",
  schema: "messaging",
  connections: 30,
  rowSecurity: "off",
  secretsKey: [strongSecret("key"), strongSecret("former key")],
  secretsKeyLost: ["0123abcd"]
}
const { connections: databaseConnections, schema: databaseSchema, url: databaseUrl, ...keys } = postgres
const { roles: parleyRoles, ...others } = service
const every = {
  ...others,
  parleyRoles,
  ...listen,
  ...logging,
  ...keys,
  databaseConnections,
  databaseSchema,
  databaseUrl
}

/** Of the command alone: the library has neither demo nor emulator, and a program watches itself. */
const notOptions = new Set(["DEMO", "NODE_ENV", "EMULATOR_PORT", "ADMIN_PORT", "ADMIN_HOST", "ACCESS_LOG"])

describe("the options of the library", () => {
  it.effect("have the names of the variables in camel case", () =>
    Effect.gen(function* () {
      const asked = new Set<string>()
      const recording = ConfigProvider.make((path) => {
        asked.add(String(path[0]))
        return Effect.succeed(undefined)
      })
      yield* settings.parse(recording)
      assert.sameMembers(
        Object.keys(every).map(variableOf),
        [...asked].filter((variable) => !notOptions.has(variable))
      )
    })
  )

  it.effect("reach the settings, including lists and secrets", () =>
    Effect.gen(function* () {
      const usual = yield* readOptions({})
      const read = yield* readOptions(every)
      const same = Object.entries(read).filter(
        ([name, value]) => JSON.stringify(value) === JSON.stringify(Reflect.get(usual, name))
      )
      assert.deepStrictEqual(
        same.map(([name]) => name),
        ["adminPort", "adminHost", "demo", "nodeEnv", "emulatorPort", "accessLog"]
      )
      assert.deepStrictEqual(read.roles, ["api", "inbound"])
      assert.deepStrictEqual(
        Option.getOrThrow(read.metaAppSecrets).map((secret) => Redacted.value(secret)),
        [strongSecret("app"), strongSecret("other app")]
      )
      assert.lengthOf(read.trustedProxies, 2)
    })
  )

  it.effect("have the defaults of the environment, but no demo mode and no console", () =>
    Effect.gen(function* () {
      const usual = yield* settings.parse(
        ConfigProvider.fromUnknown({ GRAPH_URL: "https://graph.facebook.com", CONSOLE: "off" })
      )
      assert.deepStrictEqual(yield* readOptions({}), usual)
    })
  )

  const refusal = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
    Effect.map(Effect.flip(Layer.build(layer)), (error) => (error instanceof OptionsRefused ? error.lines : error))

  it.effect("are refused by name, and all missing ones at once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusal(Layer.provide(Service.layer(), Memory.layer())), [
        "metaAppSecret: required",
        "metaVerifyToken: required",
        "authJwtSecret or authJwksUrl: required",
        "serviceRoleKey: required"
      ])
      const malformed = Service.layer({ ...service, eventRetentionDays: 0 })
      assert.deepStrictEqual(yield* refusal(Layer.provide(malformed, Memory.layer())), [
        "eventRetentionDays: Expected a whole number from 1 to 3650"
      ])
      const [weak] = [yield* refusal(Postgres.layer({ ...postgres, secretsKey: "00".repeat(32) }))].flat()
      assert.match(String(weak), /^secretsKey /)
      assert.deepStrictEqual(yield* refusal(Postgres.layer({ ...postgres, url: "mysql://host" })), [
        "url: Expected a postgres:// URL"
      ])
      const [uneven] = [yield* refusal(Postgres.layer({ ...postgres, connections: 12.5 }))].flat()
      assert.match(String(uneven), /^connections: /)
    })
  )

  it.effect("are refused if they are empty or contradictory", () =>
    Effect.gen(function* () {
      // As programs without types may give them.
      const { url: _, ...unplaced } = postgres
      const onMemory = (more: ServiceOptions) => refusal(Layer.provide(Service.layer(more), Memory.layer()))
      const misspelled: ServiceOptions = Object.assign({ ...service }, { publcUrl: "https://parley.example.com" })
      assert.deepStrictEqual(yield* onMemory(misspelled), ["publcUrl: no option has this name"])
      assert.deepStrictEqual(yield* onMemory({ ...service, metaAppSecret: [] }), ["metaAppSecret: required"])
      const wrongRole: ServiceOptions = Object.assign({ ...service }, { roles: ["wroker"] })
      assert.deepStrictEqual(yield* onMemory(wrongRole), ['roles: Expected "api" | "worker" | "inbound"'])
      const wrongSchema: PostgresOptions = Object.assign({ ...postgres }, { shcema: "messaging" })
      assert.deepStrictEqual(yield* refusal(Postgres.layer(wrongSchema)), ["shcema: no option has this name"])
      const both: PostgresOptions = Object.assign({ ...postgres }, JSON.parse('{ "server": { "host": "::1" } }'))
      assert.deepStrictEqual(yield* refusal(Postgres.layer(both)), ["url, server, pool: only one of them can be given"])
      const otherPool: PostgresOptions = Object.assign({ ...unplaced, url: "" }, { url: undefined, pool: {} })
      assert.deepStrictEqual(yield* refusal(Postgres.layer(otherPool)), ["pool: Expected a PgPool of @effect/sql-pg"])
    })
  )

  it.effect("name a server, and no other database replaces it", () =>
    Effect.gen(function* () {
      const { url: _, ...unplaced } = postgres
      for (const url of ["", Redacted.make("")]) {
        assert.deepStrictEqual(yield* refusal(Postgres.layer({ ...unplaced, url })), ["url: required"])
      }
    })
  )

  it.effect("are not required if a replaced port works without them", () =>
    Effect.gen(function* () {
      const parley = Service.layer({ roles: ["api"], overrides: MemorySessionTokens.layer })
      yield* Layer.build(Layer.provide(parley, Memory.layer()))
    })
  )
})
