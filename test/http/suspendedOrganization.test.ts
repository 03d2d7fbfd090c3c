import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { fastRoutes } from "../../src/adapters/http/fastpath/fastRoutes.ts"
import * as ServiceServer from "../../src/adapters/http/server/serviceServer.ts"
import * as Routes from "../../src/adapters/http/routes.ts"
import { emailAddressOf } from "../../src/domain/access/Member.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { ApiKeys, RequestLogs } from "../../src/ports/access/ApiKeys.ts"
import { Memberships } from "../../src/ports/access/Memberships.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import { givenAccount, givenOrganization, uuid } from "../../testing/given/given.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { listener } from "../support/http/listener.ts"
import { call, givenDashboard, signedIn } from "./session/sessionDashboard.ts"

const refusal = {
  success: false,
  message: "The organization is suspended",
  code: "ORGANIZATION_SUSPENDED",
  fix: "Ask the operator of this service to resume the organization"
}

const sessionRefusal = {
  success: false,
  error: "The organization is suspended. Ask the operator of this service to resume it"
}

const address = { host: "127.0.0.1", port: 0 }
const served = HttpRouter.serve(Routes.layer, { disableLogger: true, disableListenLog: true })

/** The routes with a server of their own, and behind the fast path. */
const servers = {
  "the contract's server": served.pipe(Layer.provideMerge(NodeHttpServer.layer(listener, address))),
  "the fast path": served.pipe(Layer.provideMerge(ServiceServer.layer(address, fastRoutes)))
}

describe("a suspended organization", () => {
  it.effect("is refused with 403 over both interfaces until it is resumed, and other organizations are not", () =>
    Effect.gen(function* () {
      const { headers, id } = yield* givenDashboard()
      const other = yield* givenDashboard()
      const { key } = yield* (yield* ApiKeys).create(id, "Shop")
      const developer = { "x-api-key": Redacted.value(key) }
      const service = yield* signedIn(id, { _tag: "Service" })
      const calls = Effect.all([
        Effect.map(ask("/api/developer/v1/contacts", { headers: developer }), ({ body, status }) => [status, body]),
        Effect.map(ask("/api/developer/v1/nowhere", { headers: developer }), ({ status }) => [status, null]),
        Effect.map(call(headers, "/contacts"), ({ body, status }) => [status, body]),
        Effect.map(call(service, "/contacts"), ({ body, status }) => [status, body])
      ])
      const active = yield* calls
      const { suspend } = yield* Organizations
      yield* suspend(id, yield* DateTime.now, "Unpaid invoice")

      assert.deepStrictEqual<unknown>(yield* calls, [
        [403, refusal],
        [404, null],
        [403, sessionRefusal],
        [403, sessionRefusal]
      ])
      assert.deepStrictEqual(yield* call(headers, "/events/stream"), { status: 403, body: sessionRefusal })
      assert.strictEqual((yield* other.get("/contacts")).status, 200)
      const own = yield* call({ authorization: headers.authorization }, "/organizations")
      assert.include(JSON.stringify(own.body), id)

      yield* (yield* Organizations).resume(id)
      assert.deepStrictEqual(
        (yield* calls).map(([status]) => status),
        active.map(([status]) => status)
      )
    }).pipe(Effect.scoped, Effect.provide(httpWorld))
  )

  it.effect("has no log entries of its refused requests", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { key } = yield* (yield* ApiKeys).create(id, "Shop")
      const headers = { "x-api-key": Redacted.value(key) }
      yield* (yield* Organizations).suspend(id, yield* DateTime.now, null)
      for (const path of ["contacts", "nowhere"]) yield* ask(`/api/developer/v1/${path}`, { headers })
      const page = yield* (yield* RequestLogs).list(id, { page: 1, limit: 10 })
      assert.deepStrictEqual(page.rows, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts no invitation", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { findInvitation, invite } = yield* Memberships
      const email = Option.getOrThrow(emailAddressOf("ada@example.com"))
      const createdAt = yield* DateTime.now
      const permissions = { role: "agent", conversationScope: "all" } as const
      yield* invite(id, { organizationId: id, email, name: "Ada", ...permissions, createdAt })
      const userId = UserId.make(yield* uuid)
      const headers = yield* signedIn(id, { _tag: "User", userId, email, isEmailVerified: true })
      yield* (yield* Organizations).suspend(id, createdAt, null)
      assert.deepStrictEqual(yield* call(headers, "/contacts"), { status: 403, body: sessionRefusal })
      assert.isTrue(Option.isSome(yield* findInvitation(id, email)))
      yield* (yield* Organizations).resume(id)
      assert.strictEqual((yield* call(headers, "/contacts")).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )

  it.live.each(Object.entries(servers))("cannot send by %s, and its idempotency key stays free", ([, server]) =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id)
      const key = Redacted.value((yield* (yield* ApiKeys).create(id, "Shop")).key)
      const { address: own } = yield* HttpServer.HttpServer
      const url = new URL("/api/developer/v1/send-message", HttpServer.formatAddress(own))
      const headers = { "content-type": "application/json", "x-api-key": key, "idempotency-key": "one" }
      const send = Effect.promise(async () => {
        const body = JSON.stringify({ to: "15551234567", type: "text", text: "hi" })
        const response = await fetch(url, { method: "POST", headers, body })
        return { status: response.status, body: await response.json() }
      })
      yield* (yield* Organizations).suspend(id, yield* DateTime.now, null)
      assert.deepStrictEqual(yield* send, { status: 403, body: refusal })
      yield* (yield* Organizations).resume(id)
      assert.strictEqual((yield* send).status, 201)
    }).pipe(Effect.provide(Layer.fresh(server.pipe(Layer.provideMerge(httpWorld)))))
  )
})
