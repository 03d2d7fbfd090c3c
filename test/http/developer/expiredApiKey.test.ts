import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { developer } from "../../../src/adapters/http/routes.ts"
import { fastRoutes } from "../../../src/adapters/http/fastpath/fastRoutes.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import * as ApiKeyToken from "../../../src/adapters/identity/ApiKeyToken.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const served = HttpRouter.serve(developer, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(ServiceServer.layer({ host: "127.0.0.1", port: 0 }, fastRoutes)),
  Layer.provideMerge(httpWorld)
)

/** Two endpoints with a direct route, and two without one. */
const calls = [
  ["GET", "/v1/contacts", null],
  ["POST", "/v1/send-message", { to: "15551234567", type: "text", text: "hi" }],
  ["GET", "/v1/webhooks", null],
  ["POST", "/v1/contacts", { phone: "15557654321" }]
] as const

const answerTo = Effect.fnUntraced(function* ([method, path, body]: (typeof calls)[number], key: string) {
  const { address } = yield* HttpServer.HttpServer
  return yield* Effect.promise(async () => {
    const response = await fetch(new URL(`/api/developer${path}`, HttpServer.formatAddress(address)), {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === null ? {} : { body: JSON.stringify(body) })
    })
    const { "x-request-id": _id, date: _date, ...headers } = Object.fromEntries(response.headers)
    return { status: response.status, headers, body: await response.text() }
  })
})

describe("an API key that has expired", () => {
  it.effect.each(calls)("has the same response as an unknown key from its expiry on: %j", (call) =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id)
      const { create } = yield* ApiKeys
      const key = Redacted.value((yield* create(id, "short", DateTime.add(yield* DateTime.now, { hours: 1 }))).key)
      const unknown = Redacted.value(yield* ApiKeyToken.make((size) => Effect.succeed(new Uint8Array(size).fill(7))))
      assert.notStrictEqual((yield* answerTo(call, key)).status, 401)
      yield* TestClock.adjust("1 hour")
      const refused = yield* answerTo(call, key)
      assert.strictEqual(refused.status, 401)
      assert.deepStrictEqual(refused, yield* answerTo(call, unknown))
    }).pipe(Effect.provide(served), Effect.scoped)
  )
})
