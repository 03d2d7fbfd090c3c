import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { certificateFor } from "../network/certificate.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { testSecretsKey } from "../support/database/testSealer.ts"
import { Doctor, type Finding, doctorCommand, ok, problem } from "../../src/adapters/cli/operator/doctorCommand.ts"
import { exitCodeOf } from "../../src/adapters/cli/operator/OperatorError.ts"
import { Json } from "../../src/adapters/cli/output/answer.ts"
import { here } from "../../src/service/doctor/doctor.ts"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { temporaryFolder } from "../support/processes/service.ts"

/** The findings of a process with these variables, by what they are about. */
const examined = (env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { checks } = yield* Doctor
    const findings = (yield* Effect.forEach(checks, (check) => check.findings)).flat()
    return new Map(findings.map((finding) => [finding.what, finding]))
  }).pipe(
    Effect.provide(here),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)),
    Effect.provide(NodeServices.layer)
  )

const stateOf = (findings: ReadonlyMap<string, Finding>, what: string) => findings.get(what)?.state

describe("the checks of parley doctor", () => {
  it.live("all run if the database is wrong, and print the remedy", () =>
    Effect.gen(function* () {
      const findings = yield* examined({
        DEMO: "1",
        DATA_DIR: yield* temporaryFolder,
        DATABASE_URL: "postgres://user@127.0.0.1:1/parley"
      })
      assert.strictEqual(stateOf(findings, "settings"), "ok")
      assert.notStrictEqual(stateOf(findings, "disk"), undefined)
      assert.strictEqual(stateOf(findings, "database"), "problem")
      assert.include(findings.get("database")?.found, "Nothing listens there. Start the database")
      assert.strictEqual(stateOf(findings, "stores"), "warning")
      assert.match(findings.get("platform")?.found ?? "", /^http:\/\/127\.0\.0\.1:9: connection refused: connect/)
      assert.strictEqual(findings.get("platform")?.remedy, "Start the demo: `parley demo`")
    }).pipe(Effect.scoped)
  )

  it.live("doctor: an ended version of the Graph API is a problem, and an unknown version a warning", () =>
    Effect.gen(function* () {
      const version = (value: string) =>
        Effect.map(
          Effect.flatMap(temporaryFolder, (DATA_DIR) => examined({ DATA_DIR, GRAPH_VERSION: value })),
          (found) => stateOf(found, "GRAPH_VERSION")
        )
      assert.strictEqual(yield* version("v19.0"), "problem")
      assert.strictEqual(yield* version("v99.0"), "warning")
    }).pipe(Effect.scoped)
  )

  it.live("doctor: a read-only server is a problem, and its stores are not opened", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      yield* Effect.scoped(Layer.build(Layer.fresh(Database.server(Redacted.make(url)))))
      const sql = yield* PgClient.make({ url: Redacted.make(url) }).pipe(Effect.provide(Reactivity.layer))
      yield* sql.unsafe(`alter database "${new URL(url).pathname.slice(1)}" set default_transaction_read_only = on`)
      const findings = yield* examined({ DEMO: "1", DATA_DIR: yield* temporaryFolder, DATABASE_URL: url })
      assert.strictEqual(stateOf(findings, "database"), "ok")
      assert.strictEqual(stateOf(findings, "schema"), "ok")
      assert.strictEqual(stateOf(findings, "writes"), "problem")
      assert.include(findings.get("writes")?.found, "read-only")
      assert.include(findings.get("writes")?.remedy, "default_transaction_read_only")
      assert.strictEqual(stateOf(findings, "stores"), "warning")
    }).pipe(Effect.scoped)
  )

  it.live("leave a server without tables unchanged", () =>
    Effect.gen(function* () {
      const env = { DEMO: "1", DATA_DIR: yield* temporaryFolder, DATABASE_URL: yield* serverDatabase() }
      for (const _ of [1, 2]) {
        const findings = yield* examined(env)
        assert.strictEqual(stateOf(findings, "database"), "ok")
        assert.strictEqual(stateOf(findings, "writes"), "ok")
        assert.strictEqual(stateOf(findings, "pooler"), "ok")
        assert.strictEqual(stateOf(findings, "schema"), "warning")
        assert.strictEqual(stateOf(findings, "connections"), "ok")
        assert.strictEqual(findings.get("stores")?.found, "not looked at")
      }
    }).pipe(Effect.scoped)
  )

  it.live("compare the connection limit of the server with that of the process", () =>
    Effect.gen(function* () {
      const env = { DEMO: "1", DATA_DIR: yield* temporaryFolder, DATABASE_URL: yield* serverDatabase() }
      const allowed = (yield* examined(env)).get("connections")?.found
      const findings = yield* examined({ ...env, DATABASE_CONNECTIONS: "100000" })
      assert.deepStrictEqual(
        { ...findings.get("connections") },
        {
          what: "connections",
          state: "warning",
          found: allowed,
          remedy: "Raise max_connections: a process uses up to 100000"
        }
      )
    }).pipe(Effect.scoped)
  )

  it.live("exclude connections that the server reserves for superusers", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const sql = yield* Effect.provide(PgClient.make({ url: Redacted.make(url) }), Reactivity.layer)
      const [row] = yield* sql<{ readonly usable: number }>`select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as usable`
      const findings = yield* examined({ DEMO: "1", DATA_DIR: yield* temporaryFolder, DATABASE_URL: url })
      assert.strictEqual(findings.get("connections")?.found, `the server allows ${row?.usable}`)
    }).pipe(Effect.scoped)
  )

  it.live("name a folder that cannot be created", () =>
    Effect.gen(function* () {
      const found = (yield* examined({ DATA_DIR: "/dev/null/data" })).get("settings")?.found ?? ""
      assert.match(found, /^The folder \/dev\/null\/data of DATA_DIR cannot be made \(ENOTDIR/)
      const proc = (yield* examined({ DATA_DIR: "/proc/x" })).get("settings")?.found ?? ""
      assert.match(proc, /^The folder \/proc\/x of DATA_DIR cannot be made \(ENOENT/)
      const file = (yield* examined({ DATA_DIR: "/dev/null" })).get("settings")?.found ?? ""
      assert.match(file, /^The folder \/dev\/null of DATA_DIR cannot be made \(EEXIST/)
      assert.notInclude(found, "BadResource")
    }).pipe(Effect.scoped)
  )

  it.live("distinguish a refused token, an unreachable platform and an untrusted certificate", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const receiver = createServer(yield* certificateFor("localhost"))
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))),
        () => Effect.promise(() => new Promise((resolve) => receiver.close(resolve)))
      )
      const { port } = receiver.address() as AddressInfo
      yield* Effect.gen(function* () {
        const { id } = yield* givenOrganization({ webhook: { url: `https://localhost:${port}/hook` } })
        yield* givenAccount(id, { token: Redacted.make("a token") })
      }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(url)))))
      const env = {
        DATA_DIR: yield* temporaryFolder,
        DATABASE_URL: url,
        GRAPH_URL: "http://127.0.0.1:1",
        PUBLIC_URL: "http://127.0.0.1",
        META_APP_SECRET: "7488c9a94e9d44a0bf2bbafcee4adfaf",
        META_VERIFY_TOKEN: "db2e5c5be3e1f99492918a773733a3db",
        SECRETS_KEY: testSecretsKey,
        AUTH_JWT_SECRET: "d8458b1daa56885e7eb7e2e0e06f0b5ec77e6f129f4c260f74d21fa7e398c940",
        SERVICE_ROLE_KEY: "sb_secret_0723d9bb02533c8dcb99d668f84596f5be56abe9072295e8"
      }
      const remedyOf = (findings: ReadonlyMap<string, Finding>, what: string) =>
        Array.from(findings.values()).find((finding) => finding.what.startsWith(what))?.remedy ?? ""
      const trusting = yield* examined({ ...env, WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8,::1/128" })
      assert.include(remedyOf(trusting, "WhatsApp "), "Check GRAPH_URL")
      assert.include(remedyOf(trusting, "webhook of "), "NODE_EXTRA_CA_CERTS")
      assert.include(remedyOf(yield* examined(env), "webhook of "), "WEBHOOK_ALLOWED_CIDRS")
    }).pipe(Effect.scoped)
  )

  it.live("name the invalid variable", () =>
    Effect.gen(function* () {
      const findings = yield* examined({ DATA_DIR: yield* temporaryFolder, PORT: "many" })
      assert.include(findings.get("settings")?.found, "PORT: Expected")
    }).pipe(Effect.scoped)
  )
})

describe("parley doctor", () => {
  const run = (...findings: ReadonlyArray<Finding>) =>
    Effect.gen(function* () {
      const doctor = Doctor.of({ checks: [{ name: "everything", findings: Effect.succeed(findings) }] })
      const exit = yield* Effect.exit(
        Command.runWith(Command.withGlobalFlags(doctorCommand, [Json]), { version: "0.0.0" })([]).pipe(
          Effect.provide([Layer.succeed(Doctor, doctor), NodeServices.layer])
        )
      )
      const printed = (yield* TestConsole.logLines).join("\n")
      return { code: exit._tag === "Success" ? 0 : exitCodeOf(exit.cause), printed }
    })

  it.effect("shows each finding with its remedy, and fails if there is a problem", () =>
    Effect.gen(function* () {
      const { code, printed } = yield* run(ok("disk", "much space"), problem("database", "is down", "Start it"))
      assert.strictEqual(code, 1)
      assert.match(printed, /^ok {7}disk {6}much space {2}-$/m)
      assert.match(printed, /^problem {2}database {2}is down {5}Start it$/m)
    })
  )

  it.effect("shows statements of a finding in full", () =>
    Effect.gen(function* () {
      const found = `${"create role x; ".repeat(60)}or set ROW_SECURITY=off`
      assert.include((yield* run(problem("stores", found, "Mend it"))).printed, found)
    })
  )

  it.effect("succeeds if there is no problem", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run(ok("disk", "much space"))).code, 0)
    })
  )
})
