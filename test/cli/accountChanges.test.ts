import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { accountChanges } from "../../src/adapters/cli/accountChangesCommand.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { AccountChanges } from "../../src/ports/stores/AccountChanges.ts"
import { givenAccount, givenOrganization } from "../../src/testing/given/given.ts"

const run = (...args: ReadonlyArray<string>) =>
  Command.runWith(accountChanges, { version: "0.0.0" })(args).pipe(
    Effect.andThen(TestConsole.logLines),
    Effect.map((lines) => lines.join("\n")),
    Effect.provide(NodeServices.layer)
  )

const at = DateTime.makeUnsafe("2026-11-16T07:08:09.123Z")

/** Two changes of a number. */
const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const account = yield* givenAccount(id, { externalId: "4711" })
  const { add } = yield* AccountChanges
  yield* add(id, { account, key: "one", what: "account_update", values: { event: "BAN\u001b[31m\n" }, at })
  const later = DateTime.add(at, { minutes: 1 })
  const values = { long: "x".repeat(400) }
  yield* add(id, { account, key: "two", what: "account_alerts", values, at: later })
  return { id, account, values }
})

describe("parley channel changes", () => {
  it.effect("lists what platforms changed, the newest first, each on its line", () =>
    Effect.gen(function* () {
      const { id, values } = yield* given
      assert.strictEqual(
        yield* run(),
        [
          `2026-11-16T07:09:09.123Z  whatsapp 4711  organization ${id}  account_alerts  ${JSON.stringify(values).slice(0, 300)}`,
          `2026-11-16T07:08:09.123Z  whatsapp 4711  organization ${id}  account_update  {"event":"BAN\\u001b[31m\\n"}`
        ].join("\n")
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("gives scripts everything", () =>
    Effect.gen(function* () {
      const { account, id, values } = yield* given
      const [first = ""] = (yield* run("--json")).split("\n")
      assert.deepStrictEqual(JSON.parse(first), {
        at: "2026-11-16T07:09:09.123Z",
        organizationId: id,
        accountId: account.id,
        channel: "whatsapp",
        externalId: "4711",
        change: "account_alerts",
        values
      })
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("says that there is nothing", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* run(), "Nothing: no platform reported a change of an account")
    }).pipe(Effect.provide(Memory.layer()))
  )
})
