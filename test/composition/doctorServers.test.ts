import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Doctor, type Finding } from "../../src/adapters/cli/operator/doctorCommand.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"
import { here } from "../../src/service/doctor/doctor.ts"
import { serverChecks } from "../../src/service/doctor/serverChecks.ts"
import { credentials, s3Server } from "../media/s3Server.ts"
import { isRedisInstalled, redisServer } from "../support/servers/redisServer.ts"
import { temporaryFolder } from "../support/processes/service.ts"

type Environment = Readonly<Record<string, string>>

/** The state and the text of each finding about the servers of these variables. */
const examined = (env: Environment) =>
  Effect.gen(function* () {
    const checks = serverChecks(yield* settings)
    return (yield* Effect.forEach(checks, ({ findings }) => findings)).flat()
  }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)))

const states = (findings: ReadonlyArray<Finding>) => findings.map(({ state, what }) => `${what}: ${state}`)

/** An HTTP server that answers each path with a status and a body, and others with 404. */
const answering = Effect.fnUntraced(function* (answers: Readonly<Record<string, readonly [number, string]>>) {
  const requests: Array<string> = []
  const server = createServer((request, response) => {
    request.resume()
    requests.push(
      `${request.method} ${request.url} ${request.headers["content-type"] ?? request.headers["apikey"] ?? "-"}`
    )
    const [status, body] = answers[request.url ?? ""] ?? [404, ""]
    response.writeHead(status).end(body)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
})

describe("the servers that parley doctor checks", () => {
  it.live("doctor: settings without other servers have no finding about them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* examined({}), [])
    })
  )

  it.live("doctor: unreachable servers are problems that name their variables", () =>
    Effect.gen(function* () {
      const nowhere = "http://127.0.0.1:1"
      const findings = yield* examined({
        REDIS_URL: "redis://127.0.0.1:1",
        MEDIA_S3_BUCKET: "media",
        MEDIA_S3_ENDPOINT: nowhere,
        MEDIA_S3_ACCESS_KEY_ID: "id",
        MEDIA_S3_SECRET_ACCESS_KEY: "not to be shown",
        AUTH_JWKS_URL: `${nowhere}/jwks.json`,
        CONSOLE_AUTH_URL: nowhere,
        OTEL_EXPORTER_OTLP_ENDPOINT: nowhere,
        OTEL_LOGS_EXPORTER: "none"
      })
      assert.deepStrictEqual(states(findings), [
        "Redis: problem",
        "bucket: problem",
        "keys of session tokens: problem",
        "identity provider of the console: problem",
        "collector of traces: problem",
        "collector of metrics: problem"
      ])
      const variables = ["REDIS_URL", "MEDIA_S3_", "AUTH_JWKS_URL", "CONSOLE_AUTH_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"]
      for (const [index, variable] of variables.entries()) assert.include(findings[index]?.remedy, variable)
      assert.notInclude(JSON.stringify(findings), "not to be shown")
    })
  )

  it.live("doctor: a bucket stores, returns and removes a probe, and another bucket is a problem", () =>
    Effect.gen(function* () {
      const { keys, options } = yield* s3Server
      const env = {
        MEDIA_S3_BUCKET: options.bucket,
        MEDIA_S3_ENDPOINT: options.endpoint ?? "",
        MEDIA_S3_ACCESS_KEY_ID: credentials.accessKeyId,
        MEDIA_S3_SECRET_ACCESS_KEY: Redacted.value(credentials.secretAccessKey)
      }
      assert.deepStrictEqual(states(yield* examined(env)), ["bucket: ok"])
      assert.deepStrictEqual(keys(), [])
      assert.deepStrictEqual(states(yield* examined({ ...env, MEDIA_S3_BUCKET: "others" })), ["bucket: problem"])
    }).pipe(Effect.scoped)
  )

  it.live("doctor: key set, identity provider and collector are called as the service calls them", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* answering({
        "/jwks.json": [200, '{"keys":[{"kty":"RSA"},{"kty":"EC"}]}'],
        "/auth/v1/health": [200, "{}"],
        "/v1/traces": [200, ""],
        "/v1/metrics": [401, ""]
      })
      const findings = yield* examined({
        AUTH_JWKS_URL: `${url}/jwks.json`,
        CONSOLE_AUTH_URL: `${url}/auth/v1/`,
        PUBLIC_APP_KEY: "public",
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_LOGS_EXPORTER: "none"
      })
      assert.deepStrictEqual(states(findings), [
        "keys of session tokens: ok",
        "identity provider of the console: ok",
        "collector of traces: ok",
        "collector of metrics: problem"
      ])
      assert.sameMembers(requests, [
        "GET /jwks.json -",
        "GET /auth/v1/health public",
        "POST /v1/traces application/x-protobuf",
        "POST /v1/metrics application/x-protobuf"
      ])
    }).pipe(Effect.scoped)
  )

  it.live("doctor: an empty key set, a page without a key set, and a wrong path of the provider are found", () =>
    Effect.gen(function* () {
      const { url } = yield* answering({ "/none": [200, '{"keys":[]}'], "/page": [200, "<html>"] })
      const keys = (path: string) => examined({ AUTH_JWKS_URL: url + path })
      for (const path of ["/none", "/page", "/missing"]) {
        assert.deepStrictEqual(states(yield* keys(path)), ["keys of session tokens: problem"], path)
      }
      assert.deepStrictEqual(states(yield* examined({ CONSOLE_AUTH_URL: url })), [
        "identity provider of the console: warning"
      ])
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!isRedisInstalled)("doctor: a Redis server runs the script of the counters", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      assert.deepStrictEqual(states(yield* examined({ REDIS_URL: url })), ["Redis: ok"])
    }).pipe(Effect.scoped)
  )

  it.live("doctor: settings of production without GRAPH_URL are a problem, and the servers are checked too", () =>
    Effect.gen(function* () {
      const { checks } = yield* Doctor
      const findings = (yield* Effect.forEach(checks, (check) => check.findings)).flat()
      assert.deepStrictEqual(states(findings), ["settings: problem", "database: problem"])
      assert.include(findings[0]?.found, "DATABASE_URL is set, and GRAPH_URL is not")
    }).pipe(
      Effect.provide(here),
      Effect.provideServiceEffect(
        ConfigProvider.ConfigProvider,
        Effect.map(temporaryFolder, (DATA_DIR) =>
          ConfigProvider.fromUnknown({ DATA_DIR, DATABASE_URL: "postgres://user@127.0.0.1:1/parley" })
        )
      ),
      Effect.provide(NodeServices.layer),
      Effect.scoped
    )
  )
})
