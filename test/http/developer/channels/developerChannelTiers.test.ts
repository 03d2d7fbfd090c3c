import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { rateTable, usualRates } from "../../../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../../../src/ports/limits/RateLimits.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenBackend } from "./developerChannelBackend.ts"

describe("the rate tier", () => {
  it.effect.each([
    ["/v1/send-message", { to: "15551234567", type: "text", text: "hi" }, "messaging"],
    ["/v1/messenger/send-message", { recipientId: "24", text: "hi" }, "messaging"],
    ["/v1/instagram/send-message", { participantId: "24", text: "hi" }, "messaging"],
    ["/v1/templates", undefined, "standard"],
    ["/v1/conversations/whatsapp", undefined, "standard"],
    ["/v1/conversations/messenger", undefined, "standard"],
    ["/v1/conversations/instagram", undefined, "standard"]
  ] as const)("the rate tier of %j is that of the contract (contract: Rate tiers)", ([path, body, tier]) =>
    Effect.gen(function* () {
      const taken = yield* Ref.make<ReadonlyArray<unknown>>([])
      const counting = RateLimits.of({
        table: rateTable(usualRates),
        take: (organizationId, rated, asked) =>
          Effect.as(
            Ref.update(taken, (all) => [...all, { organizationId, rated, tier: asked }]),
            null
          )
      })
      const { id, post } = yield* givenBackend("whatsapp")
      yield* post(path, body).pipe(Effect.provideService(RateLimits, counting))
      assert.deepStrictEqual(yield* Ref.get(taken), [{ organizationId: id, rated: "developer", tier }])
    }).pipe(Effect.provide(httpWorld))
  )
})
