import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { ChannelAccounts, maxListedAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization, uuid } from "../../testing/given/given.ts"
import { operateInWords, operatorWorld } from "./operatorScene.ts"

/** What the command prints. */
const run = (...args: ReadonlyArray<string>) =>
  Effect.map(operateInWords(["channel", "list", ...args]), ({ printed }) => printed)

/** An account that works, one without a token, and one whose token is refused in these words. */
const givenThree = Effect.fnUntraced(function* (message: string) {
  const acme = (yield* givenOrganization()).id
  const globex = (yield* givenOrganization()).id
  const number = yield* givenAccount(acme, { externalId: "4711" })
  const page = yield* givenAccount(globex, { channel: "messenger", externalId: "31", displayName: "Page", token: null })
  const shop = yield* givenAccount(acme, {
    channel: "instagram",
    externalId: "178",
    displayName: "shop",
    token: Redacted.make("IGAA")
  })
  const at = DateTime.makeUnsafe("2026-11-16T07:08:09.123Z")
  const { markReconnect } = yield* ChannelAccounts
  yield* markReconnect(acme, shop.id, Redacted.make("IGAA"), { code: 190, message, at })
  return { acme, globex, number, page, shop }
})

describe("parley channel list", () => {
  it.effect("lists all accounts with the problems of their tokens, the worst first", () =>
    Effect.gen(function* () {
      const { acme, globex } = yield* givenThree("Session has expired")
      assert.deepStrictEqual((yield* run()).split("\n"), [
        `TOKEN      SINCE                     ORGANIZATION ID                       CHANNEL    EXTERNAL ID  NAME             PROBLEM`,
        `reconnect  2026-11-16T07:08:09.123Z  ${acme}  instagram  178          shop             190 Session has expired`,
        `missing    -                         ${globex}  messenger  31           Page             -`,
        `ok         -                         ${acme}  whatsapp   4711         +1 555-000-1111  -`
      ])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("prints each account on one line, whatever its texts contain", () =>
    Effect.gen(function* () {
      yield* givenThree("one\ntwo\r\n\u001b[31mred\u202eback\u2028end")
      const lines = (yield* run()).split(/[\n\r\u2028]/)
      assert.strictEqual(lines.length, 4)
      assert.match(lines[1] ?? "", / {2}190 one two \[31mred back end$/)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("prints the same as JSON for scripts", () =>
    Effect.gen(function* () {
      const { acme, globex, number, page, shop } = yield* givenThree("Session has\nexpired")
      const fine = { since: null, problem: null }
      assert.deepStrictEqual(JSON.parse(yield* run("--json")), {
        channels: [
          {
            organizationId: acme,
            id: shop.id,
            channel: "instagram",
            externalId: "178",
            name: "shop",
            token: "reconnect",
            since: "2026-11-16T07:08:09.123Z",
            problem: "190 Session has\nexpired"
          },
          {
            organizationId: globex,
            id: page.id,
            channel: "messenger",
            externalId: "31",
            name: "Page",
            token: "missing",
            ...fine
          },
          {
            organizationId: acme,
            id: number.id,
            channel: "whatsapp",
            externalId: "4711",
            name: "+1 555-000-1111",
            token: "ok",
            ...fine
          }
        ],
        hasMore: false
      })
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("lists the accounts of one organization, however many others exist", () =>
    Effect.gen(function* () {
      const { globex } = yield* givenThree("expired")
      const { id } = yield* givenOrganization()
      yield* Effect.forEach(Array.from({ length: maxListedAccounts }), () => givenAccount(id, { token: null }), {
        discard: true
      })
      const late = (yield* givenOrganization()).id
      yield* givenAccount(late, { externalId: "4712" })
      assert.deepStrictEqual((yield* run("--organization", globex)).split("\n").slice(1), [
        `missing  -      ${globex}  messenger  31           Page  -`
      ])
      assert.deepStrictEqual((yield* run("--organization", late)).split("\n").slice(1), [
        `ok     -      ${late}  whatsapp  4712         +1 555-000-1111  -`
      ])
      const unknown = yield* uuid
      const { code, error } = yield* operateInWords(["channel", "list", "--organization", unknown])
      assert.deepStrictEqual([code, error.includes(unknown)], [3, true])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("prints a line if there is no account", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* run(), "No account is connected. `parley channel connect` connects one.")
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("prints a line if there may be more accounts than it lists", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* Effect.forEach(Array.from({ length: maxListedAccounts }), () => givenAccount(id), { discard: true })
      const lines = (yield* run()).split("\n")
      assert.strictEqual(lines.length, maxListedAccounts + 2)
      assert.strictEqual(lines.at(-1), "These are the first 1000; there are more.")
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("shows no token", () =>
    Effect.gen(function* () {
      yield* givenThree("expired")
      assert.notMatch((yield* run()) + (yield* run("--json")), /IGAA|token of/)
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})
