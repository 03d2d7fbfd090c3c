import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { NodeServices } from "@effect/platform-node"
import { answer, type Fields, Json } from "../../src/adapters/cli/output/answer.ts"

/** The lines that a command with this answer prints. */
const printed = Effect.fnUntraced(function* (fields: Fields, ...args: ReadonlyArray<string>) {
  const command = Command.make("parley", {}, () => answer(fields)).pipe(Command.withGlobalFlags([Json]))
  yield* Command.runWith(command, { version: "0.0.0" })(args)
  return (yield* TestConsole.logLines).join("\n").split("\n")
})

const rotated = {
  key: "1f",
  kinds: [
    { kind: "hash_keys.sealed_key", resealed: 0, unreadable: 0 },
    { kind: "webhooks.sealed_secret", resealed: 12, unreadable: 1 }
  ],
  removableKeys: ["a0", "b1"],
  neededKeys: []
}

describe("the output of a command", () => {
  it.effect("is a line for each field, and a table for each list of objects", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* printed(rotated), [
        "key             1f",
        "removable keys  a0, b1",
        "needed keys     -",
        "",
        "kinds",
        "KIND                    RESEALED  UNREADABLE",
        "hash_keys.sealed_key    0         0",
        "webhooks.sealed_secret  12        1"
      ])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("has an empty list on the line of its field", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* printed({ attempts: [] }), ["attempts  -"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("prints each row on one line, whatever a receiver returned", () =>
    Effect.gen(function* () {
      const attempts = [{ statusCode: 500, response: "one\ntwo\u001b[31m", error: null }]
      assert.deepStrictEqual((yield* printed({ attempts })).slice(-2), [
        "STATUS CODE  RESPONSE      ERROR",
        "500          one two [31m  -"
      ])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("is the whole object for scripts", () =>
    Effect.gen(function* () {
      const lines = yield* printed(rotated, "--json")
      assert.deepStrictEqual(JSON.parse(lines.join("\n")), rotated)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
