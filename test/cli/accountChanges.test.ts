import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { AccountChanges } from "../../src/ports/inbound/Inbox.ts"
import { givenAccount, givenOrganization, uuid } from "../../testing/given/given.ts"
import { operateInWords, operatorWorld } from "./operatorScene.ts"

const run = (...args: ReadonlyArray<string>) =>
  Effect.map(operateInWords(["channel", "changes", ...args]), ({ printed }) => printed)

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
  it.effect("lists changes of platforms, newest first, each on its own line", () =>
    Effect.gen(function* () {
      const { id, values } = yield* given
      assert.deepStrictEqual((yield* run()).split("\n").slice(1), [
        `2026-11-16T07:09:09.123Z  whatsapp  4711         ${id}  account_alerts  ${JSON.stringify(values).slice(0, 299)}…`,
        `2026-11-16T07:08:09.123Z  whatsapp  4711         ${id}  account_update  {"event":"BAN\\u001b[31m\\n"}`
      ])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("prints all fields for scripts", () =>
    Effect.gen(function* () {
      const { account, id, values } = yield* given
      const [first] = JSON.parse(yield* run("--json")).changes
      assert.deepStrictEqual(first, {
        at: "2026-11-16T07:09:09.123Z",
        organizationId: id,
        accountId: account.id,
        channel: "whatsapp",
        externalId: "4711",
        change: "account_alerts",
        values
      })
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("lists changes of one organization", () =>
    Effect.gen(function* () {
      const { id } = yield* given
      const other = (yield* givenOrganization()).id
      const account = yield* givenAccount(other, { externalId: "31" })
      const values = { event: "FLAGGED" }
      yield* (yield* AccountChanges).add(other, {
        account,
        key: "three",
        what: "phone_number_quality_update",
        values,
        at
      })
      assert.lengthOf(JSON.parse(yield* run("--organization", id, "--json")).changes, 2)
      assert.deepStrictEqual((yield* run("--organization", other)).split("\n").slice(1), [
        `2026-11-16T07:08:09.123Z  whatsapp  31           ${other}  phone_number_quality_update  {"event":"FLAGGED"}`
      ])
      const unknown = yield* uuid
      const { code, error } = yield* operateInWords(["channel", "changes", "--organization", unknown])
      assert.deepStrictEqual([code, error.includes(unknown)], [3, true])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("prints a line if there are no changes", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* run(), "No platform reported a change of an account.")
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})
