import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { createServer } from "node:http"
import * as Door from "../../../src/adapters/http/console/EmulatorDoor.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import * as Emulated from "../../../emulator/Emulator.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { seed } from "../../emulator/pages.ts"
import { type Asked, askOf } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { signedIn } from "../session/sessionDashboard.ts"

const world = Layer.merge(
  httpWorld,
  Emulated.layer({ host: "127.0.0.1", port: 0, seed, statuses: "none", delivery: "manual" })
)

/** The routes of the service with the door to the target, and how they answer. */
const served = (target: Door.DoorTarget | null) =>
  Effect.gen(function* () {
    const door = Layer.provide(Door.layer, Layer.succeed(Door.EmulatorDoor, target))
    const app = yield* HttpRouter.toHttpEffect(
      Layer.merge(Routes.layer, door).pipe(Layer.provide(HttpServer.layerServices))
    )
    return (path: string, asked: Asked = {}) =>
      Effect.map(askOf(app, path, asked), ({ headers, status, text }) => ({
        status,
        headers,
        body: text.startsWith("{") ? (JSON.parse(text) as unknown) : text
      }))
  })

const memberOf = (organizationId: OrganizationId, role: "admin" | "agent" | "owner") =>
  Effect.flatMap(givenMember(organizationId, { role, name: role }), ({ access }) =>
    signedIn(organizationId, access.caller)
  )

/** The door of a demo, with the headers of its owner. */
const opened = Effect.gen(function* () {
  const { id } = yield* givenOrganization({})
  const { url } = yield* Emulated.Emulator
  const ask = yield* served({ emulatorUrl: url, organizationId: id })
  return { id, ask, owner: yield* memberOf(id, "owner") }
})

describe("the emulator at the address of the service", () => {
  it.effect("does not exist outside of demo mode", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization({})
      const ask = yield* served(null)
      const headers = yield* memberOf(id, "owner")
      for (const method of ["GET", "POST", "DELETE"]) {
        const { body, status } = yield* ask("/_emulator/ledger", { method, headers })
        assert.deepStrictEqual([status, body], [404, { error: "Not found" }])
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("requires a member who manages the organization of the demo", () =>
    Effect.gen(function* () {
      const { ask, id, owner } = yield* opened
      const other = yield* givenOrganization({})
      const refusals: ReadonlyArray<readonly [number, string, Record<string, string>]> = [
        [401, "Unauthorized", {}],
        [401, "Unauthorized", { "x-org-id": id }],
        [401, "Unauthorized", { ...owner, authorization: "Bearer forged" }],
        [400, "x-org-id header is required", { authorization: owner.authorization }],
        [403, "Forbidden", { ...owner, "x-org-id": "demo" }],
        [403, "Forbidden", { ...owner, "x-org-id": other.id }],
        [403, "Forbidden", yield* memberOf(id, "agent")],
        [403, "Forbidden", yield* memberOf(other.id, "owner")]
      ]
      for (const [status, error, headers] of refusals) {
        for (const asked of [{ headers }, { headers, body: { channel: "whatsapp" } }]) {
          const answer = yield* ask(asked.body === undefined ? "/_emulator/ledger" : "/_emulator/inbound", asked)
          assert.deepStrictEqual(
            [answer.status, answer.body],
            [status, { success: false, error }],
            JSON.stringify(headers)
          )
        }
      }
      const admin = yield* memberOf(id, "admin")
      assert.strictEqual((yield* ask("/_emulator/ledger", { headers: admin })).status, 200)
      assert.strictEqual((yield* ask("/_emulator/ledger", { headers: owner })).status, 200)
    }).pipe(Effect.provide(world))
  )

  it.effect("responds as the emulator does, and its files never become pages of this origin", () =>
    Effect.gen(function* () {
      const { ask, owner: headers } = yield* opened
      const from = "16505551234"
      const page = { mimeType: "text/html", text: "<script>alert(1)</script>" }
      const wrote = yield* ask("/_emulator/inbound", {
        headers,
        body: { channel: "whatsapp", from, type: "document", media: page }
      })
      assert.strictEqual(wrote.status, 200)
      const { body } = yield* ask("/_emulator/threads?", { headers })
      const [id] = /\b4\d{15}\b/.exec(JSON.stringify(body)) ?? []
      const file = yield* ask(`/_emulator/files/${id}`, { headers })
      assert.strictEqual(file.status, 200)
      assert.strictEqual(file.headers.get("content-type"), "text/html")
      assert.strictEqual(file.headers.get("content-security-policy"), "sandbox; default-src 'none'")
      assert.strictEqual(file.headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(file.headers.get("cache-control"), "no-store")

      const bad = yield* ask("/_emulator/faults/armed", { headers, body: { mode: "sync" } })
      assert.deepStrictEqual([bad.status, bad.body], [400, { error: "code: is required when mode is sync" }])
      yield* ask("/_emulator/faults/armed", { headers, body: { mode: "split" } })
      assert.strictEqual((yield* ask("/_emulator/faults/armed/1", { headers, method: "DELETE" })).status, 200)
      const limited = yield* ask("/_emulator/ledger?limit=0", { headers })
      assert.strictEqual(limited.status, 400)
    }).pipe(Effect.provide(world))
  )

  it.effect("exposes only the controls, not the callback, the tokens or the Graph API", () =>
    Effect.gen(function* () {
      const { ask, owner: headers } = yield* opened
      for (const path of [
        "/_emulator/webhook",
        "/_emulator/tokens",
        "/_emulator/",
        "/_emulator/files/../tokens",
        "/_emulator/threads/..%2f..%2fv23.0",
        "/_emulator/ledger/a/b/c"
      ]) {
        const answer = yield* ask(path, { headers, body: { url: "http://127.0.0.1:1", appSecret: "x" } })
        assert.strictEqual(answer.status, 404, path)
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("forwards no header of the caller", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization({})
      const owner = yield* memberOf(id, "owner")
      const server = yield* HttpServer.HttpServer
      yield* server.serve(
        Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => HttpServerResponse.jsonUnsafe({ headers }))
      )
      const ask = yield* served({ emulatorUrl: HttpServer.formatAddress(server.address), organizationId: id })
      const Told = Schema.Struct({ headers: Schema.Record(Schema.String, Schema.String) })
      const { body } = yield* ask("/_emulator/inbound", {
        headers: { ...owner, cookie: "a=b", origin: "https://app.example", "x-forwarded-for": "1.2.3.4" },
        body: {}
      })
      const { headers } = Schema.decodeUnknownSync(Told)(body)
      assert.notInclude(JSON.stringify(headers), owner.authorization)
      for (const name of ["authorization", "cookie", "origin", "x-forwarded-for", "x-org-id"]) {
        assert.isUndefined(headers[name], name)
      }
      assert.strictEqual(headers["content-type"], "application/json")
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(world, NodeHttpServer.layerServer(createServer, { host: "127.0.0.1", port: 0 })))
    )
  )

  it.effect("refuses bodies that are too large, and responds with an error if the emulator does not respond", () =>
    Effect.gen(function* () {
      const { ask, id, owner: headers } = yield* opened
      const large = { headers, body: { text: "x".repeat(1_100_000) } }
      assert.strictEqual((yield* ask("/_emulator/inbound", large)).status, 413)
      assert.strictEqual((yield* ask("/_emulator/state", large)).status, 400)
      const lost = yield* served({ emulatorUrl: "http://127.0.0.1:1", organizationId: id })
      const answer = yield* lost("/_emulator/ledger", { headers })
      assert.deepStrictEqual(
        [answer.status, answer.body],
        [502, { success: false, error: "The emulator does not answer" }]
      )
    }).pipe(Effect.provide(world))
  )
})
