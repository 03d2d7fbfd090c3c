import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Layer, Option } from "effect"
import { logging } from "../../src/adapters/settings/logging.ts"
import { DeliveryRefused } from "../../src/domain/webhooks/afterRefusal.ts"
import { printed } from "./printed.ts"

const needle = "n33dle"
const address = `https://example.com/hook?tenant=7&token=${needle}`

const refused = new DeliveryRefused({
  status: 302,
  detail: `redirects are not followed; this one leads to ${address}`,
  durationMillis: 1,
  response: null,
  retryAfterMillis: null
})

const invalid = Object.assign(new TypeError("Invalid URL"), { input: address })

describe("a log line", () => {
  it.live.each(["pretty", "json"] as const)("contains no secret of an address, in any position (%s)", (format) =>
    Effect.gen(function* () {
      const text = yield* printed(
        Effect.gen(function* () {
          yield* Effect.logWarning("delivery refused", { eventId: "17", detail: refused.detail })
          yield* Effect.logWarning(`in a message: ${address}`)
          yield* Effect.logWarning("in lists", { urls: [[address], { url: address }] })
          yield* Effect.logWarning("bare", refused)
          yield* Effect.logWarning("in an error", new Error(`no answer from ${address}`))
          yield* Effect.logWarning("in a field of an error", invalid)
          yield* Effect.logWarning("below another", new Error("no luck", { cause: invalid }))
          yield* Effect.logWarning("in a cause", Cause.die(invalid))
          yield* Effect.logWarning("expected", Cause.fail(refused))
          yield* Effect.logWarning("with a user", `https://ada:${needle}@example.com/`)
          for (const name of ["key", "secret", "sig", "code", "api_key", "X-Amz-Signature"]) {
            yield* Effect.logWarning("other names", `https://example.com/?${name}=${needle}`)
          }
        }).pipe(Effect.provide(Layer.fresh(logging({ logFormat: Option.some(format), logLevel: "Trace" }, false))))
      )
      assert.notInclude(text, needle)
      for (const kept of ["tenant=7", "token=[redacted]", "Invalid URL", "no luck", "eventId"]) {
        assert.include(text, kept)
      }
    })
  )

  it.live("leaves errors without a secret unchanged", () =>
    Effect.gen(function* () {
      const failure = Object.assign(new TypeError("odd"), { code: "E_ODD", at: { page: 1 } })
      const text = yield* printed(
        Effect.logWarning("failed", failure, Cause.die(failure)).pipe(
          Effect.provide(Layer.fresh(logging({ logFormat: Option.some("pretty"), logLevel: "Trace" }, false)))
        )
      )
      for (const kept of ["TypeError", "odd", "E_ODD", "page", "withoutSecrets.test.ts"]) assert.include(text, kept)
    })
  )
})
