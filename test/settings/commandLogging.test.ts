import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestConsole } from "effect/testing"
import { commandLogging } from "../../src/adapters/settings/logging.ts"

describe("log lines of commands", () => {
  it.effect("leave standard output to the answer, which scripts read", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Effect.logError("a key is missing"), commandLogging)
      assert.deepStrictEqual(yield* TestConsole.logLines, [])
      assert.include((yield* TestConsole.errorLines).join("\n"), "a key is missing")
    })
  )
})
