import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as GraphAccountCheck from "../../src/adapters/meta/client/GraphAccountCheck.ts"
import { AccountCheck } from "../../src/ports/platforms/AccountCheck.ts"
import type { ConnectedAccount } from "../../src/ports/stores/ChannelAccounts.ts"
import { type Answer, answeredInTurn, refuses, says } from "./cannedAgent.ts"
import { account, instagramAccount, pageAccount } from "./graph.ts"

/** The check on a platform that answers so. */
const asking = (answer: Answer) => {
  const { asked, layer: agent } = answeredInTurn(answer)
  const layer = GraphAccountCheck.layer({
    graphUrl: "https://graph.facebook.com",
    instagramGraphUrl: "https://graph.instagram.com",
    version: "v23.0"
  }).pipe(Layer.provide(agent), Layer.provideMerge(Memory.layer()))
  const check = (from: ConnectedAccount) =>
    Effect.flatMap(AccountCheck, (checks) => checks.check(from)).pipe(Effect.provide(layer))
  return { asked, check }
}

describe("a check of an account", () => {
  it.effect.each([
    [account, "graph.facebook.com"],
    [pageAccount, "graph.facebook.com"],
    [instagramAccount("1"), "graph.facebook.com"],
    [instagramAccount(null), "graph.instagram.com"]
  ] as const)("reads the account itself over the way by which it is reached (%#)", ([from, host]) =>
    Effect.gen(function* () {
      const { asked, check } = asking(says({ id: from.account.externalId }))
      yield* check(from)
      assert.deepStrictEqual(asked(), [`GET https://${host}/v23.0/${from.account.externalId}?fields=id`])
    })
  )

  it.effect("fails as the platform refuses the token", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(asking(refuses(190, "Session has expired")).check(account))
      assert.strictEqual(failure._tag, "PlatformRejected")
    })
  )
})
