import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as GraphAccountCheck from "../../src/adapters/meta/client/GraphAccountCheck.ts"
import { AccountCheck, type ConnectedAccount } from "../../src/ports/access/ChannelAccounts.ts"
import { type Answer, answeredInTurn, refuses, says } from "./cannedAgent.ts"
import { account, instagramAccount, pageAccount } from "./graph.ts"

/** The check on a platform that answers so. */
const asking = (...answers: ReadonlyArray<Answer>) => {
  const { asked, layer: agent } = answeredInTurn(...answers)
  const layer = GraphAccountCheck.layer({
    graphUrl: "https://graph.facebook.com",
    instagramGraphUrl: "https://graph.instagram.com",
    version: "v23.0"
  }).pipe(Layer.provide(agent), Layer.provideMerge(Memory.layer()))
  const check = (from: ConnectedAccount) =>
    Effect.flatMap(AccountCheck, (checks) => checks.check(from)).pipe(Effect.provide(layer))
  const otherIds = (from: ConnectedAccount) =>
    Effect.flatMap(AccountCheck, (checks) => checks.otherWebhookIds(from)).pipe(Effect.provide(layer))
  return { asked, check, otherIds }
}

describe("account check", () => {
  it.effect.each([
    [account, "graph.facebook.com"],
    [pageAccount, "graph.facebook.com"],
    [instagramAccount("1"), "graph.facebook.com"],
    [instagramAccount(null), "graph.instagram.com"]
  ] as const)("account check: reads the account itself on its own host (%#)", ([from, host]) =>
    Effect.gen(function* () {
      const { asked, check } = asking(says({ id: from.account.externalId }))
      yield* check(from)
      assert.deepStrictEqual(asked(), [`GET https://${host}/v23.0/${from.account.externalId}?fields=id`])
    })
  )

  it.effect("account check: a refused token is a rejection", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(asking(refuses(190, "Session has expired")).check(account))
      assert.strictEqual(failure._tag, "PlatformRejected")
    })
  )
})

const noObject = refuses(100, "Unsupported get request. Object with ID does not exist")
const noField = refuses(100, "(#100) Tried accessing nonexisting field (display_phone_number)")
const named = account.account.externalId
const pageNamed = pageAccount.account.externalId
const login = instagramAccount(null)
const linked = instagramAccount("1")
const numbers = (...all: ReadonlyArray<readonly [string, string]>) =>
  says({ data: all.map(([id, display_phone_number]) => ({ id, display_phone_number })) })

describe("account ids", () => {
  it.effect.each<readonly [string, ConnectedAccount, ReadonlyArray<Answer>, ReadonlyArray<string>]>([
    ["the user_id of Instagram Login", login, [says({ id: "9", user_id: login.account.externalId })], []],
    ["the login-scoped id", login, [says({ id: login.account.externalId, user_id: "178414" })], ["178414"]],
    ["an id of another kind, by Instagram Login", login, [noObject, says({ id: "9", user_id: "178414" })], ["178414"]],
    ["the same, in the documented form", login, [noObject, says({ data: [{ user_id: "178414" }] })], ["178414"]],
    ["an Instagram platform without user_id", login, [says({ id: login.account.externalId })], []],
    ["the linked account", linked, [says({ instagram_business_account: { id: linked.account.externalId } })], []],
    ["another id than the linked account's", linked, [says({ instagram_business_account: { id: "17" } })], ["17"]],
    ["a Page without a linked account", linked, [says({ id: "1" })], []],
    ["a Page", pageAccount, [says({ id: pageNamed, category: "x" })], []],
    ["an id that is no Page", pageAccount, [noField, says({ id: "21", category: "x" })], ["21"]],
    ["a phone number", account, [says({ id: named, display_phone_number: "+1 555" })], []],
    ["a business account", account, [noField, numbers(["4711", "+1 555"])], ["4711"]],
    ["a display number", account, [noObject, numbers(["1", "+1 555"], ["2", named])], ["2"]],
    ["a number of the business account that is read by the list only", account, [noObject, numbers([named, "+1"])], []]
  ])("account id: %s is compared with the ids of webhooks", ([, from, answers, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* asking(...answers).otherIds(from), expected)
    })
  )
})
