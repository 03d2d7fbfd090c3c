import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Option, Queue, Ref, Schema } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import * as Webhooks from "../../src/adapters/emulator/Webhooks.ts"

const appSecret = "app-secret"

describe("a report that the app does not take", () => {
  it.effect("comes again with growing waits, the same bytes, until it is given up", () =>
    Effect.gen(function* () {
      const attempts = yield* Ref.make<ReadonlyArray<readonly [seconds: number, signature: string | undefined]>>([])
      const refusing = HttpClient.make((request) =>
        Effect.gen(function* () {
          const seconds = (yield* Clock.currentTimeMillis) / 1000
          yield* Ref.update(attempts, (all) => [...all, [seconds, request.headers["x-hub-signature-256"]] as const])
          return HttpClientResponse.fromWeb(request, new Response("", { status: seconds < 10 ? 500 : 404 }))
        })
      )
      const webhooks = Webhooks.layer(Option.some({ url: "http://127.0.0.1:1/webhook", appSecret })).pipe(
        Layer.provide(Layer.succeed(HttpClient.HttpClient, refusing))
      )
      yield* Effect.gen(function* () {
        yield* (yield* Webhooks.Webhooks).owe({ object: "test" })
        yield* TestClock.adjust("1 day")
      }).pipe(Effect.provide(webhooks))

      const signature = `sha256=${createHmac("sha256", appSecret).update('{"object":"test"}').digest("hex")}`
      assert.deepStrictEqual(
        yield* Ref.get(attempts),
        [0, 1, 11, 71, 671].map((seconds) => [seconds, signature] as const)
      )
    })
  )

  it.effect("does not hold up the others", () =>
    Effect.gen(function* () {
      const delivered = yield* Queue.unbounded<string>()
      const picky = HttpClient.make((request) => {
        const body = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
        return Effect.as(
          body.includes("bad") ? Effect.void : Queue.offer(delivered, body),
          HttpClientResponse.fromWeb(request, new Response("", { status: body.includes("bad") ? 500 : 200 }))
        )
      })
      const webhooks = Webhooks.layer(Option.some({ url: "http://127.0.0.1:1/webhook", appSecret })).pipe(
        Layer.provide(Layer.succeed(HttpClient.HttpClient, picky))
      )
      yield* Effect.gen(function* () {
        const { owe } = yield* Webhooks.Webhooks
        yield* owe("bad")
        yield* owe("good")
        assert.strictEqual(yield* Queue.take(delivered), '"good"')
      }).pipe(Effect.provide(webhooks))
    })
  )
})

describe("the body of a report", () => {
  it.prop("is ASCII, and the same JSON", { value: Schema.Json }, ({ value }) => {
    const body = Webhooks.webhookBody(value)
    assert.match(body, /^[\0-~]*$/)
    assert.deepStrictEqual(JSON.parse(body), JSON.parse(JSON.stringify(value)))
  })
})
