import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Layer, Option, Redacted, Ref, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import { Receivers } from "../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { WhatsAppPlatform } from "../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { createContact, listContacts } from "../../src/app/contacts/contacts.ts"
import { readEvents } from "../../src/app/webhooks/eventFeed.ts"
import { VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { OrganizationId, PlatformMessageId } from "../../src/domain/Ids.ts"
import { maxPageSize } from "../../src/domain/text/Page.ts"
import { type AcceptedSend, WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import * as Service from "../../src/service/library/Service.ts"
import type { ServiceOptions } from "../../src/service/library/ServiceOptions.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { strongSecret } from "../support/strongSecret.ts"

const options: ServiceOptions = {
  metaAppSecret: strongSecret("app"),
  metaVerifyToken: strongSecret("verify"),
  authJwtSecret: Redacted.make(strongSecret("jwt")),
  serviceRoleKey: strongSecret("service")
}

const embedded = (more: ServiceOptions = {}) =>
  Service.layer({ ...options, ...more, overrides: MemoryPlatforms.layer }).pipe(Layer.provideMerge(Memory.layer()))

/** A caller of an organization's Developer interface. */
const givenKey = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  return Redacted.value((yield* (yield* ApiKeys).create(id, "test")).key)
})

const handlerOf = (
  routes: Layer.Layer<
    never,
    Service.OptionsRefused,
    HttpRouter.HttpRouter | Service.Service | Service.Ports | Service.Stores
  >
) =>
  Effect.map(Effect.context<Service.Service | Service.Ports | Service.Stores>(), (context) => {
    const { handler } = HttpRouter.toWebHandler(Layer.provide(routes, Layer.succeedContext(context)), {
      disableLogger: true
    })
    return (path: string, init: RequestInit = {}) =>
      Effect.promise(async () => {
        const response = await handler(new Request(`http://host.example${path}`, init))
        return { status: response.status, headers: response.headers, text: await response.text() }
      })
  })

const hosts = HttpRouter.add("GET", "/orders/:id", HttpServerResponse.text("an order"))

describe("the service in the router of an application", () => {
  it.effect("responds to its paths below the prefix, and to no others", () =>
    Effect.gen(function* () {
      const key = yield* givenKey
      const ask = yield* handlerOf(Layer.merge(Service.http({ prefix: "/messaging" }), hosts))
      const listed = yield* ask("/messaging/api/developer/v1/contacts?limit=5", { headers: { "x-api-key": key } })
      assert.strictEqual(listed.status, 200)
      assert.match(listed.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      assert.strictEqual((yield* ask("/messaging/health")).text, '{"status":"ok"}')
      assert.strictEqual((yield* ask("/messaging/ready")).text, '{"status":"ready"}')

      const refused = yield* ask("/messaging/api/developer/v1/contacts")
      assert.strictEqual(refused.status, 401)
      assert.include(refused.text, "INVALID_API_KEY")
      const unknown = yield* ask("/messaging/api/whatsapp/nothing")
      assert.strictEqual(unknown.status, 404)
      assert.include(unknown.text, '"success":false')
      const method = yield* ask("/messaging/api/developer/v1/contacts", { method: "DELETE" })
      assert.deepStrictEqual([method.status, method.headers.get("allow")], [405, "GET, HEAD, POST"])
      assert.strictEqual((yield* ask("/messaging/webhooks/meta", { method: "POST", body: "{}" })).status, 401)
      const head = yield* ask("/messaging/api/developer/v1/contacts", { method: "HEAD", headers: { "x-api-key": key } })
      assert.deepStrictEqual([head.status, head.text], [200, ""])

      const order = yield* ask("/orders/1")
      assert.deepStrictEqual([order.text, order.headers.get("x-request-id")], ["an order", null])
      for (const path of ["/api/developer/v1/contacts", "/messaging/other", "/health"]) {
        const { status, text } = yield* ask(path)
        assert.deepStrictEqual([path, status, text], [path, 404, ""])
      }
    }).pipe(Effect.provide(embedded()))
  )

  it.effect("responds to every other path below the prefix too, if configured", () =>
    Effect.gen(function* () {
      const ask = yield* handlerOf(Layer.merge(Service.http({ prefix: "/messaging", catchAll: true }), hosts))
      const unknown = yield* ask("/messaging/other")
      assert.strictEqual(unknown.status, 404)
      assert.notStrictEqual(unknown.text, "")
      assert.strictEqual((yield* ask("/orders/1")).text, "an order")
      assert.strictEqual((yield* ask("/elsewhere")).text, "")
    }).pipe(Effect.provide(embedded()))
  )

  it.effect("is refused below an invalid prefix", () =>
    Effect.gen(function* () {
      const ask = (prefix: string) =>
        Effect.gen(function* () {
          // A program without types, or one that reads its environment, may give anything.
          const mount: Service.Mount = JSON.parse(JSON.stringify({ prefix }))
          const router = Layer.effect(HttpRouter.HttpRouter, HttpRouter.make)
          return yield* Effect.exit(Layer.build(Layer.provide(Service.http(mount), router)))
        })
      for (const prefix of ["messaging", "/a b", "/:id", "/*", "//x", "/a?b"]) {
        const exit = yield* ask(prefix)
        assert.include(String(exit), "prefix: Expected a path such as /messaging", prefix)
      }
      for (const prefix of ["/messaging", "/v1/messaging/", "/"]) {
        assert.isTrue(Exit.isSuccess(yield* ask(prefix)), prefix)
      }
    }).pipe(Effect.provide(embedded()))
  )

  it.live("accepts ids of any length in its paths", () =>
    Effect.gen(function* () {
      const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(Service.http(), embedded()), {
        disableLogger: true
      })
      const path = `/api/developer/v1/media/${"a".repeat(3_000)}`
      const { status } = yield* Effect.promise(() => handler(new Request(`http://host.example${path}`)))
      assert.strictEqual(status, 401)
      yield* Effect.promise(dispose)
    })
  )

  it.effect.each([
    [["api"], [200, 200, 404, 401]],
    [["inbound"], [200, 200, 401, 404]],
    [["worker"], [200, 200, 404, 404]]
  ] as const)("responds as its roles do: %o", ([roles, statuses]) =>
    Effect.gen(function* () {
      const ask = yield* handlerOf(Service.http({ prefix: "/m" }))
      const answers = yield* Effect.all([
        ask("/m/health"),
        ask("/m/ready"),
        ask("/m/webhooks/meta", { method: "POST", body: "{}" }),
        ask("/m/api/developer/v1/contacts")
      ])
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [...statuses]
      )
    }).pipe(Effect.provide(embedded({ roles })))
  )
})

describe("a web handler", () => {
  const Listed = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ data: Schema.Array(Schema.Any) }) }))

  it.live("responds to requests, uses the address from the application, and ends with its work", () =>
    Effect.gen(function* () {
      const stores = yield* Layer.build(Memory.layer())
      const key = yield* Effect.provideContext(givenKey, stores)
      const parley = Service.layer({ ...options, trustedProxies: ["10.0.0.0/8"], overrides: MemoryPlatforms.layer })
      const { dispose, handler } = Service.toWebHandler(Layer.provideMerge(parley, Layer.succeedContext(stores)), {
        prefix: "/messaging"
      })
      const ask = (path: string, headers: Record<string, string> = {}, address?: string) =>
        Effect.promise(() =>
          handler(
            new Request(`http://host.example/messaging${path}`, { headers }),
            address === undefined ? {} : { address }
          )
        )
      assert.strictEqual((yield* ask("/nothing")).status, 404)
      const developer = { "x-api-key": key, "x-forwarded-for": "203.0.113.7" }
      yield* ask("/api/developer/v1/contacts", developer, "10.1.2.3")
      yield* ask("/api/developer/v1/contacts", developer, "192.0.2.1")
      yield* ask("/api/developer/v1/contacts", developer)
      const logged = yield* Effect.promise(async () =>
        (await ask("/api/developer/v1/logs", developer).pipe(Effect.runPromise)).text()
      )
      const { data } = yield* Schema.decodeUnknownEffect(Listed)(logged)
      assert.deepStrictEqual(
        data.data.map((log: { ip_address: string }) => log.ip_address),
        ["", "192.0.2.1", "203.0.113.7"]
      )
      yield* Effect.promise(dispose)
    })
  )

  it.live("responds to requests that run before it ends, and to none later", () =>
    Effect.gen(function* () {
      const stores = yield* Layer.build(Memory.layer())
      const { organization, key } = yield* Effect.provideContext(
        Effect.gen(function* () {
          const { id } = yield* givenOrganization()
          yield* givenAccount(id)
          return { organization: id, key: Redacted.value((yield* (yield* ApiKeys).create(id, "test")).key) }
        }),
        stores
      )
      const called = yield* Deferred.make<void>()
      const accepted = yield* Deferred.make<AcceptedSend>()
      const platform = Layer.succeed(
        WhatsApp,
        WhatsApp.of({ send: () => Effect.andThen(Deferred.succeed(called, undefined), Deferred.await(accepted)) })
      )
      const parley = Service.layer({ ...options, overrides: Layer.mergeAll(MemoryPlatforms.layer, platform) })
      const { dispose, handler } = Service.toWebHandler(Layer.provideMerge(parley, Layer.succeedContext(stores)))
      const send = () =>
        handler(
          new Request("http://host.example/api/developer/v1/send-message", {
            method: "POST",
            headers: { "x-api-key": key, "content-type": "application/json" },
            body: JSON.stringify({ to: "15551234567", type: "text", text: "Hello" })
          })
        )
      const running = send()
      yield* Deferred.await(called)
      const ended = dispose().then(() => "ended")
      const late = yield* Effect.promise(send)
      assert.deepStrictEqual([late.status, late.headers.get("retry-after")], [503, "1"])
      yield* Deferred.succeed(accepted, { platformMessageId: PlatformMessageId.make("wamid.1"), waId: null })
      const { status } = yield* Effect.promise(() => running)
      assert.deepStrictEqual([status, yield* Effect.promise(() => ended)], [201, "ended"])
      const listed = yield* Effect.provideContext(listContacts(organization, { page: 1, limit: 20 }, null), stores)
      assert.strictEqual(listed.total, 1)
    })
  )

  it.live("rejects with the failure of its layer", () =>
    Effect.gen(function* () {
      const { dispose, handler } = Service.toWebHandler(
        Layer.provideMerge(Service.layer({ ...options, publicUrl: "parley.example.com" }), Memory.layer())
      )
      const failure = yield* Effect.flip(
        Effect.tryPromise({ try: () => handler(new Request("http://host.example/health")), catch: (error) => error })
      )
      assert.instanceOf(failure, Service.OptionsRefused)
      yield* Effect.promise(() => dispose().catch(() => undefined))
    })
  )
})

describe("the listener of the command in an application", () => {
  it.live("responds at a free port with the same stores", () =>
    Effect.gen(function* () {
      const key = yield* givenKey
      const url = yield* Effect.map(Layer.build(Service.listen({ port: 0 })), (built) =>
        Context.get(built, HttpServer.HttpServer)
      )
      const base = HttpServer.formatAddress(url.address)
      const ask = (path: string) => Effect.promise(() => fetch(`${base}${path}`, { headers: { "x-api-key": key } }))
      const answers = yield* Effect.all([ask("/ready"), ask("/api/developer/v1/contacts"), ask("/webhooks/meta")])
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 400]
      )
    }).pipe(Effect.scoped, Effect.provide(embedded()))
  )

  it.live("refuses an invalid port", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(Layer.build(Service.listen({ port: 70_000 })))
      assert.instanceOf(refused, Service.OptionsRefused)
    }).pipe(Effect.scoped, Effect.provide(embedded()))
  )
})

describe("replaced ports", () => {
  const organizationId = OrganizationId.make("01890a5d-ac96-774b-bcce-b302099a8057")

  it.effect("are used by use cases, and the default adapter is not built", () =>
    Effect.gen(function* () {
      const created = yield* createContact(organizationId, "+49 151 12345678", { name: "Ada" })
      assert.strictEqual(created.id, "00000000-0000-7000-8000-000000000001")
      assert.deepStrictEqual(yield* (yield* WhatsAppPlatform).requests, [])
    }).pipe(
      Effect.provide(
        Service.layer({
          ...options,
          roles: [],
          // A folder that cannot be made: the usual media store would fail.
          mediaDir: "/dev/null/media",
          overrides: Layer.merge(
            MemoryPlatforms.layer,
            Layer.effect(
              IdSource,
              Effect.map(Ref.make(0), (count) =>
                IdSource.of({
                  uuid: Effect.map(
                    Ref.updateAndGet(count, (n) => n + 1),
                    (n) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
                  ),
                  vendorContactId: Effect.succeed(VendorContactId.make(`ct_${"a".repeat(24)}`)),
                  signingSecret: Effect.succeed("whsec_")
                })
              )
            )
          )
        }).pipe(Layer.provideMerge(Memory.layer()))
      )
    )
  )

  it.effect("may be stores", () =>
    Effect.gen(function* () {
      const ask = yield* handlerOf(Service.http())
      const key = yield* givenKey
      const { status } = yield* ask("/api/developer/v1/contacts", { headers: { "x-api-key": key } })
      assert.strictEqual(status, 500)
    }).pipe(
      Effect.provide(
        Service.layer({
          ...options,
          overrides: Layer.merge(
            MemoryPlatforms.layer,
            Layer.effect(
              ContactStore,
              Effect.map(ContactStore, (usual) => ContactStore.of({ ...usual, list: () => Effect.die("replaced") }))
            )
          )
        }).pipe(Layer.provideMerge(Memory.layer()))
      )
    )
  )

  it.effect("leave the other platforms unchanged", () =>
    Effect.gen(function* () {
      assert.isFunction((yield* WhatsApp).send)
    }).pipe(Effect.provide(Service.layer({ ...options, roles: [] }).pipe(Layer.provideMerge(Memory.layer()))))
  )
})

describe("a service in memory with the role worker", () => {
  it.effect("delivers its events, and preserves them in the feed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      const delivered = Effect.gen(function* () {
        const { id } = yield* givenOrganization({ webhook: {} })
        yield* createContact(id, "+49 151 12345678", { name: "Ada" })
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(yield* (yield* Receivers).received, 1)
        yield* TestClock.adjust("2 hours")
        const { events } = yield* readEvents(id, Option.none(), maxPageSize)
        assert.deepStrictEqual(
          events.map(({ type }) => type),
          ["contact.created"]
        )
      })
      yield* Effect.provide(delivered, embedded({ roles: ["worker"] }))
    })
  )
})
