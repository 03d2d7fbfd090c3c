import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { spawn } from "node:child_process"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { signedBy } from "../support/http/metaPost.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, type Running, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"
import { type Deployed, healthCheck, ofCompose, ofManifests } from "./processes.ts"

const appSecret = strongSecret("app")
const verifyToken = strongSecret("verify")

/** What `.env` of docs/deployment.md holds. */
const secrets = {
  POSTGRES_PASSWORD: "ofthedatabase",
  SECRETS_KEY: strongSecret("key"),
  AUTH_JWT_SECRET: strongSecret("jwt"),
  SERVICE_ROLE_KEY: strongSecret("service"),
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: verifyToken,
  PUBLIC_URL: "https://parley.example.com"
}

/** No call of a test reaches the platform. */
const nowhere = "http://127.0.0.1:9"

interface Started {
  readonly name: string
  readonly url: string
  readonly adminUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly running: Running
}

const Made = Schema.fromJsonString(Schema.Struct({ organizationId: Schema.String, apiKey: Schema.String }))

/** Runs a program of Node to its end, with these variables only. */
const exitCode = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  Effect.promise(
    () =>
      new Promise<number | null>((resolve) => {
        spawn(process.execPath, args, { env, stdio: "ignore" }).once("close", resolve)
      })
  )

const got = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers })
    return { status: response.status, text: await response.text() }
  })

/**
 * Starts the processes in their order. On one machine they need a port and an address each, and share one folder;
 * everything else is as the files have it.
 */
const startAll = Effect.fnUntraced(function* (processes: ReadonlyArray<Deployed>) {
  const DATABASE_URL = yield* serverDatabase()
  const DATA_DIR = yield* temporaryFolder
  const started: Array<Started> = []
  for (const { args, copies, env, isOnce, name } of processes) {
    for (let copy = 0; copy < copies; copy++) {
      const [PORT, ADMIN_PORT] = [String(yield* freePort), String(yield* freePort)]
      const own = { ...env, DATABASE_URL, DATA_DIR, GRAPH_URL: nowhere, HOST: "127.0.0.1", PORT, ADMIN_PORT }
      const running = yield* startInstalled(own, args)
      const [url, adminUrl] = [`http://127.0.0.1:${PORT}`, `http://127.0.0.1:${ADMIN_PORT}`]
      if (isOnce) assert.strictEqual(yield* running.ended, 0, running.output())
      else started.push({ name, url, adminUrl, env: own, running })
    }
  }
  yield* Effect.forEach(started, ({ adminUrl, running }) => ready(running, adminUrl), { concurrency: "unbounded" })
  return started
})

/** The service works over all of the processes: a webhook of the platform becomes an event that the interface lists. */
const works = Effect.fnUntraced(function* (started: ReadonlyArray<Started>) {
  const of = (role: string) => {
    const found = started.filter(({ env }) => env["PARLEY_ROLES"] === role)
    assert.isAbove(found.length, 0, role)
    return found[0] ?? assert.fail(role)
  }
  for (const { adminUrl, env, name } of started) {
    assert.strictEqual(yield* exitCode(healthCheck, env), 0, `health of ${name}`)
    assert.include((yield* got(`${adminUrl}/metrics`)).text, "nodejs_eventloop_utilization_ratio")
  }
  const [api, inbound] = [of("api"), of("inbound")]
  const create = ["organization", "create", "--name", "Acme", "--email", "owner@acme.example", "--json"]
  const creation = yield* startInstalled(api.env, create)
  assert.strictEqual(yield* creation.ended, 0, creation.output())
  const { apiKey, organizationId } = yield* Schema.decodeUnknownEffect(Made)(creation.output())
  const connect = ["channel", "connect", "--organization", organizationId, "--channel", "messenger", "--id", "4711"]
  const connection = yield* startInstalled(api.env, [...connect, "--name", "Page", "--skip-check"], "a token")
  assert.strictEqual(yield* connection.ended, 0, connection.output())

  const handshake = `hub.mode=subscribe&hub.verify_token=${verifyToken}&hub.challenge=42`
  assert.deepStrictEqual(yield* got(`${inbound.url}/webhooks/meta?${handshake}`), { status: 200, text: "42" })
  assert.strictEqual((yield* got(`${api.url}/webhooks/meta?${handshake}`)).status, 404)
  const item = {
    sender: { id: "31" },
    recipient: { id: "4711" },
    timestamp: 1_790_000_000_000,
    message: { mid: "m_1", text: "Hi" }
  }
  const body = JSON.stringify({ object: "page", entry: [{ id: "4711", time: 1_790_000_000_000, messaging: [item] }] })
  const { status } = yield* Effect.promise(() =>
    fetch(`${inbound.url}/webhooks/meta`, { method: "POST", headers: signedBy(appSecret, body), body })
  )
  assert.strictEqual(status, 200)
  const listed = got(`${api.url}/api/developer/v1/events`, { "x-api-key": apiKey })
  const { text } = yield* Effect.repeat(listed, {
    schedule: Schedule.spaced("500 millis"),
    until: ({ text }) => text.includes("message.received"),
    times: 60
  })
  assert.include(text, '"text":"Hi"')
  assert.strictEqual((yield* got(`${inbound.url}/api/developer/v1/contacts`, { "x-api-key": apiKey })).status, 404)
  for (const { name, running } of started) assert.strictEqual(yield* running.stop, 0, `${name}: ${running.output()}`)
})

describe("the processes of the service on this machine", () => {
  it.live(
    "work as in compose.yaml: one migration, then a process of each role and two workers",
    () =>
      Effect.gen(function* () {
        const processes = ofCompose(secrets)
        assert.deepStrictEqual(
          processes.map(({ args, copies, name }) => [name, args, copies]),
          [
            ["migrate", ["migrate"], 1],
            ["api", ["serve"], 1],
            ["inbound", ["serve"], 1],
            ["worker", ["serve"], 2]
          ]
        )
        assert.throws(() => ofCompose({ ...secrets, META_APP_SECRET: "" }), /META_APP_SECRET is not set/)
        yield* works(yield* startAll(processes))
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "work as in the manifests of Kubernetes: a Job, then two pods of each role",
    () =>
      Effect.gen(function* () {
        const { POSTGRES_PASSWORD: _, ...secret } = secrets
        const bucket = { MEDIA_S3_ACCESS_KEY_ID: "id", MEDIA_S3_SECRET_ACCESS_KEY: "secret" }
        const processes = ofManifests({ ...secret, ...bucket })
        assert.deepStrictEqual(
          processes.map(({ args, copies, name }) => [name, args, copies]),
          [
            ["parley-migrate", ["migrate"], 1],
            ["parley-api", ["serve"], 2],
            ["parley-inbound", ["serve"], 2],
            ["parley-worker", ["serve"], 2]
          ]
        )
        yield* works(yield* startAll(processes))
      }).pipe(Effect.scoped),
    120_000
  )
})
