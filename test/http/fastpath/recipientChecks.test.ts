import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { World } from "../../../src/adapters/memory/World.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import { fastRoutes } from "../../../src/adapters/http/fastpath/fastRoutes.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { RecipientChecks } from "../../../src/ports/sends/SendLedger.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { listener } from "../../support/http/listener.ts"

const address = { host: "127.0.0.1", port: 0 }
const served = HttpRouter.serve(Routes.layer, { disableLogger: true, disableListenLog: true })

/** The routes with their own server, and behind the direct routes, each with the setting. */
const servers = {
  "the contract's server": served.pipe(Layer.provideMerge(NodeHttpServer.layer(listener, address))),
  "the direct routes": served.pipe(Layer.provideMerge(ServiceServer.layer(address, fastRoutes)))
}

const post = Effect.fnUntraced(function* (key: string, body: object) {
  const { address: own } = yield* HttpServer.HttpServer
  const url = new URL("/api/developer/v1/send-message", HttpServer.formatAddress(own))
  const headers = { "content-type": "application/json", "x-api-key": key }
  const { status } = yield* Effect.promise(() => fetch(url, { method: "POST", headers, body: JSON.stringify(body) }))
  return status
})

describe("the setting of recipient checks", () => {
  it.live.each(
    Object.entries(servers).flatMap(([name, server]) =>
      (["refuse", "warn"] as const).map((checks) => [checks, name, server] as const)
    )
  )("the setting %s applies to sends %s", ([checks, , server]) =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id)
      const key = Redacted.value((yield* (yield* ApiKeys).create(id, "checks")).key)
      const body = { to: "15551234567", type: "text", text: "hi" }
      assert.strictEqual(yield* post(key, body), 201)
      yield* (yield* World).update((state) => ({
        ...state,
        contacts: state.contacts.map((contact) => ({ ...contact, isBlocked: true }))
      }))
      assert.strictEqual(yield* post(key, body), checks === "warn" ? 201 : 409)
    }).pipe(
      Effect.provide(
        Layer.fresh(server.pipe(Layer.provide(Layer.succeed(RecipientChecks, checks)), Layer.provideMerge(httpWorld)))
      )
    )
  )
})
