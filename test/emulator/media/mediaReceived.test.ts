import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as EmulatorWorld from "../../../emulator/EmulatorWorld.ts"
import { MediaVault } from "../../../emulator/media/MediaVault.ts"
import * as Routes from "../../../emulator/routes.ts"
import { pixel } from "./media.ts"
import { accessToken, phoneNumberId, seed, stranger } from "../platform.ts"

const prefixed = Layer.effect(
  HttpRouter.HttpRouter,
  Effect.map(HttpRouter.HttpRouter, (router) => router.prefixed("/graph"))
)

const decodeUrl = Schema.decodeUnknownSync(Schema.Struct({ url: Schema.String }))

/** The routes below a prefix of another server, as a function from request to response. */
const server = Effect.map(HttpRouter.toHttpEffect(Routes.layer.pipe(Layer.provide(prefixed))), (app) => {
  return (url: string, token = accessToken) => {
    const headers = { authorization: `Bearer ${token}`, host: "parley.test", "user-agent": "test" }
    return app.pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request(url, { headers }))
      ),
      Effect.map((response) => HttpServerResponse.toWeb(response))
    )
  }
})

describe("a file that somebody sent to a number", () => {
  it.effect("is got from below the prefix that the emulator is mounted at", () =>
    Effect.gen(function* () {
      const get = yield* server
      const { id } = yield* (yield* MediaVault).keep({ mimeType: "image/png", bytes: pixel, owner: phoneNumberId })
      const described = yield* get(`http://parley.test/graph/v23.0/${id}`)
      const { url } = decodeUrl(yield* Effect.promise(() => described.json()))
      assert.isTrue(url.startsWith("http://parley.test/graph/whatsapp_business/attachments?"), url)
      const file = yield* get(url)
      assert.deepStrictEqual(new Uint8Array(yield* Effect.promise(() => file.arrayBuffer())), pixel)
      assert.strictEqual((yield* get(url, stranger.accessToken)).status, 404)
    }).pipe(Effect.provide(EmulatorWorld.layer(seed, Option.none())))
  )

  it.effect("was uploaded to no number, so that naming one is refused", () =>
    Effect.gen(function* () {
      const get = yield* server
      const { id } = yield* (yield* MediaVault).keep({ mimeType: "image/png", bytes: pixel, owner: phoneNumberId })
      const answer = yield* get(`http://parley.test/graph/${id}?phone_number_id=${phoneNumberId}`)
      assert.strictEqual(answer.status, 400)
      assert.deepNestedPropertyVal(
        yield* Effect.promise(() => answer.json()),
        "error.message",
        "(#100) Param phone_number_id is not a valid whatsapp business phone number id ID"
      )
    }).pipe(Effect.provide(EmulatorWorld.layer(seed, Option.none())))
  )

  it.effect("is nobody's without an owner", () =>
    Effect.gen(function* () {
      const get = yield* server
      const { id } = yield* (yield* MediaVault).keep({ mimeType: "image/png", bytes: pixel })
      assert.strictEqual((yield* get(`http://parley.test/graph/${id}`)).status, 400)
      assert.strictEqual((yield* get(`http://parley.test/graph/_emulator/files/${id}`)).status, 200)
    }).pipe(Effect.provide(EmulatorWorld.layer(seed, Option.none())))
  )
})
