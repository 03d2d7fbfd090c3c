import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { Doctor, type Finding, ok, problem } from "../../src/adapters/cli/operator/Doctor.ts"
import { doctorCommand } from "../../src/adapters/cli/operator/doctorCommand.ts"
import { exitCodeOf } from "../../src/adapters/cli/exitCodeOf.ts"
import { Json } from "../../src/adapters/cli/output/answer.ts"
import { here } from "../../src/service/doctor/doctor.ts"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { serverDatabase } from "../support/serverDatabase.ts"
import { temporaryFolder } from "../support/service.ts"

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
  it.live("are all made where the database is wrong, and say what to do about it", () =>
    Effect.gen(function* () {
      const findings = yield* examined({
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

  it.live("leave a server as it is that has no tables yet", () =>
    Effect.gen(function* () {
      const env = { DATA_DIR: yield* temporaryFolder, DATABASE_URL: yield* serverDatabase() }
      for (const _ of [1, 2]) {
        const findings = yield* examined(env)
        assert.strictEqual(stateOf(findings, "database"), "ok")
        assert.strictEqual(stateOf(findings, "pooler"), "ok")
        assert.strictEqual(stateOf(findings, "schema"), "warning")
        assert.strictEqual(stateOf(findings, "connections"), "ok")
        assert.strictEqual(findings.get("stores")?.found, "not looked at")
      }
    }).pipe(Effect.scoped)
  )

  it.live("compare the connections of the server with those that the process may open", () =>
    Effect.gen(function* () {
      const env = { DATA_DIR: yield* temporaryFolder, DATABASE_URL: yield* serverDatabase() }
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

  it.live("name the variable that is wrong", () =>
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

  it.effect("shows each finding with its remedy, and fails where there is a problem", () =>
    Effect.gen(function* () {
      const { code, printed } = yield* run(ok("disk", "much space"), problem("database", "is down", "Start it"))
      assert.strictEqual(code, 1)
      assert.match(printed, /^ok {7}disk {6}much space {2}-$/m)
      assert.match(printed, /^problem {2}database {2}is down {5}Start it$/m)
    })
  )

  it.effect("shows statements of a finding to their end", () =>
    Effect.gen(function* () {
      const found = `${"create role x; ".repeat(60)}or set ROW_SECURITY=off`
      assert.include((yield* run(problem("stores", found, "Mend it"))).printed, found)
    })
  )

  it.effect("succeeds where there is none", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run(ok("disk", "much space"))).code, 0)
    })
  )
})
