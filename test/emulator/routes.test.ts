import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Emulator } from "../../emulator/Emulator.ts"
import * as EmulatorWorld from "../../emulator/EmulatorWorld.ts"
import { Ledger } from "../../emulator/Ledger.ts"
import * as Routes from "../../emulator/routes.ts"
import { accessToken, emulated, request, seed, wabaId } from "./platform.ts"

const below = (prefix: string) =>
  Layer.effect(
    HttpRouter.HttpRouter,
    Effect.map(HttpRouter.HttpRouter, (router) => router.prefixed(prefix))
  )

describe("the routes of the emulator", () => {
  it.effect("emulator routes: can be mounted below a prefix of another server", () =>
    Effect.gen(function* () {
      const app = yield* HttpRouter.toHttpEffect(Routes.layer.pipe(Layer.provide(below("/graph"))))
      const get = (path: string) =>
        app.pipe(
          Effect.provideService(
            HttpServerRequest.HttpServerRequest,
            HttpServerRequest.fromWeb(new Request(`http://parley.test${path}`, { headers: { host: "parley.test" } }))
          ),
          Effect.flatMap((response) => Effect.promise(() => HttpServerResponse.toWeb(response).json()))
        )
      const path = `/graph/v23.0/${wabaId}/message_templates?limit=1&fields=id&access_token=${accessToken}`
      assert.deepStrictEqual(yield* get(path), {
        data: [{ id: "1192339204654487" }],
        paging: {
          cursors: { before: "MAZDZD", after: "MAZDZD" },
          next: `http://parley.test${path}&after=MAZDZD`
        }
      })
      assert.deepStrictEqual(
        (yield* (yield* Ledger).calls).map((call) => call.path),
        [path.replace(accessToken, "REDACTED")]
      )
    }).pipe(Effect.provide(EmulatorWorld.layer(seed, Option.none())))
  )

  it.effect.each([
    `/${"9".repeat(500)}/messages`,
    "/%zz/messages",
    "/v23.0//",
    "/v23.0/%00",
    "/?",
    "//",
    "/v23.0/1?a=%zz"
  ])("emulator routes: the response to %s is JSON", (path) =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      assert.isTrue(url.startsWith("http://127.0.0.1:"))
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const { body } = yield* request(path, { method })
        assert.hasAllKeys(body, ["error"])
      }
    }).pipe(Effect.provide(emulated()))
  )
})
