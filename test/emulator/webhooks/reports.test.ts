import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Option, Queue, Ref, Schema } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import * as Faults from "../../../emulator/Faults.ts"
import * as Deliveries from "../../../emulator/webhooks/Deliveries.ts"
import type { PlatformReport } from "../../../emulator/webhooks/PlatformReport.ts"
import * as Subscriptions from "../../../emulator/webhooks/Subscriptions.ts"
import { webhookBody } from "../../../emulator/webhooks/composeWebhook.ts"
import * as Webhooks from "../../../emulator/webhooks/Webhooks.ts"

const appSecret = "app-secret"

const about = (text: string, at = 0): PlatformReport => ({
  object: "page",
  entryId: "7",
  at: DateTime.makeUnsafe(at),
  body: { _tag: "Messaging", list: "messaging", item: { text } }
})
const bodyAbout = (text: string, at = 0) =>
  JSON.stringify({ object: "page", entry: [{ id: "7", time: at, messaging: [{ text }] }] })

/** Reports to an app that is this client. */
const reporting = (client: HttpClient.HttpClient, mode: Webhooks.DeliveryMode = "timed") =>
  Webhooks.layer(Option.some({ url: "http://127.0.0.1:1/webhook", appSecret }), mode).pipe(
    Layer.provideMerge(Layer.mergeAll(Faults.layer(), Deliveries.layer, Subscriptions.layer)),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, client))
  )

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
      yield* Effect.gen(function* () {
        yield* (yield* Webhooks.Webhooks).report(about("Hi"))
        yield* TestClock.adjust("1 day")
        assert.strictEqual(yield* (yield* Webhooks.Webhooks).undelivered, 0)
      }).pipe(Effect.provide(reporting(refusing)))

      const signature = `sha256=${createHmac("sha256", appSecret).update(bodyAbout("Hi")).digest("hex")}`
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
      yield* Effect.gen(function* () {
        const { report } = yield* Webhooks.Webhooks
        yield* report(about("bad"))
        yield* report(about("good"))
        assert.strictEqual(yield* Queue.take(delivered), bodyAbout("good"))
      }).pipe(Effect.provide(reporting(picky)))
    })
  )
})

describe("the body of a report", () => {
  it.prop("is ASCII, and the same JSON", { value: Schema.Json }, ({ value }) => {
    const body = webhookBody(value)
    assert.match(body, /^[\0-~]*$/)
    assert.deepStrictEqual(JSON.parse(body), JSON.parse(JSON.stringify(value)))
  })
})
