import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import * as CloudWhatsApp from "../../src/adapters/meta/client/CloudWhatsApp.ts"
import { retryAfterOf } from "../../src/adapters/meta/client/GraphAnswer.ts"
import { accountsInMemory } from "./accountsInMemory.ts"
import { answeredBy } from "./cannedAgent.ts"
import { account, sendId, text, to } from "./graph.ts"

const usage = (...minutes: ReadonlyArray<number>) =>
  JSON.stringify({
    "102290129340398": minutes.map((estimated) => ({
      type: "whatsapp",
      call_count: 100,
      total_cputime: 25,
      total_time: 25,
      estimated_time_to_regain_access: estimated
    }))
  })

describe("retry-after of the platform", () => {
  it.each([
    ["minutes of the business", { "x-business-use-case-usage": usage(0, 5, 2) }, 300],
    ["the business before the seconds", { "x-business-use-case-usage": usage(1), "retry-after": "2" }, 60],
    ["seconds, if no business has to wait", { "x-business-use-case-usage": usage(0), "retry-after": "2" }, 2],
    ["nothing, if nothing is told", { "x-app-usage": '{"call_count":100}' }, null],
    ["nothing that cannot be read", { "x-business-use-case-usage": "{", "retry-after": "soon" }, null],
    ["nothing of several headers", { "retry-after": ["1", "2"] }, null]
  ] as const)("retry-after: is %s", (_, headers, expected) => {
    assert.strictEqual(retryAfterOf(headers), expected)
  })

  it.effect("retry-after: is part of a send's rejection", () => {
    const body = { error: { code: 80007, message: "(#80007) Rate limit issues" } }
    const answer = Effect.succeed({
      status: 429,
      headers: { "x-business-use-case-usage": usage(7) },
      body: new TextEncoder().encode(JSON.stringify(body)),
      truncated: false
    })
    const graph = CloudWhatsApp.layer({ graphUrl: "https://graph.example", version: "v23.0" })
    return Effect.gen(function* () {
      const { send } = yield* WhatsApp
      const failure = yield* Effect.flip(send(account, to, text, sendId))
      assert.deepInclude(failure, { _tag: "PlatformRejected", code: 80007, retryAfterSeconds: 420 })
    }).pipe(Effect.provide(Layer.provide(graph, [answeredBy(() => answer).layer, accountsInMemory])))
  })
})
