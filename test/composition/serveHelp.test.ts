import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readFileSync } from "node:fs"
import { settingTable } from "../../src/adapters/settings/settingTable.ts"
import { serveHelp, variables } from "../../src/service/serveHelp.ts"

const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8")

/** Documented variables that the settings do not read: their own readers do. */
const readElsewhere = /^OTEL_/

/** The names in the first column of the tables. */
const documented = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => (line.split(" | ")[0] ?? "").match(/[A-Z][A-Z0-9_]+/g) ?? [])
  .filter((name) => !readElsewhere.test(name))

describe("parley serve --help", () => {
  it.effect("serve --help: the rows of docs/configuration.md are those of the table of settings", () =>
    Effect.gen(function* () {
      const rows = page.split("\n").filter((line) => line.startsWith("| `"))
      const cells = rows.map((line) => line.slice(2, -2).split(" | "))
      assert.deepStrictEqual(
        settingTable.map(({ defaults, meaning, names }) => [names, defaults, meaning]),
        cells.map(([names = "", defaults = "", meaning = ""]) => [
          names.match(/[A-Z][A-Z0-9_]+/g) ?? [],
          defaults,
          meaning
        ])
      )
      const text = yield* serveHelp
      assert.include(
        text,
        "  PORT\n  HOST\n      Default: 8080, 127.0.0.1. Address of the service. Port 0 selects a free port.\n"
      )
      for (const line of text.split("\n")) assert.isAtMost(line.length, 110)
    }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})))
  )

  it.effect("lists every variable of docs/configuration.md, and no other", () =>
    Effect.gen(function* () {
      const listed = yield* variables
      assert.deepStrictEqual([...new Set(listed)].sort(), [...new Set(documented)].sort())
      const text = yield* serveHelp
      for (const name of listed) assert.match(text, new RegExp(`^ {2}${name}$`, "m"))
    }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})))
  )

  it.effect("marks the variables that are set, without their values", () =>
    Effect.gen(function* () {
      const text = yield* serveHelp
      assert.match(text, /^ {2}SECRETS_KEY \(set\)$/m)
      assert.notInclude(text, "not to be shown")
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ SECRETS_KEY: "not to be shown" })
      )
    )
  )
})
