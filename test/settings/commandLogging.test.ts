import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestConsole } from "effect/testing"
import { commandLogging } from "../../src/adapters/settings/logging.ts"

describe("log lines of commands", () => {
  it.effect("do not use standard output, which has the output for scripts", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Effect.logError("a key is missing"), commandLogging)
      assert.deepStrictEqual(yield* TestConsole.logLines, [])
      assert.include((yield* TestConsole.errorLines).join("\n"), "a key is missing")
    })
  )
})
