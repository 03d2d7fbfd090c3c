import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Deferred, Effect, Layer, Redacted, Ref } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { ContactPage } from "../../../src/adapters/http/contacts/DeveloperContactViews.ts"
import { fastRoutes } from "../../../src/adapters/http/fastpath/fastRoutes.ts"
import { developer } from "../../../src/adapters/http/routes.ts"
import { SendMessageResponse } from "../../../src/adapters/http/sends/developerWhatsApp.ts"
import { TrustedProxies } from "../../../src/adapters/http/server/clientOf.ts"
import { routerConfig } from "../../../src/adapters/http/server/listener.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import { limitsOfTests, listener } from "../../support/http/listener.ts"
import { requestHeaders } from "../../../src/adapters/http/server/requestHeaders.ts"
import * as ProcessRateLimits from "../../../src/adapters/limits/ProcessRateLimits.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { ContactId } from "../../../src/domain/Ids.ts"
import { loggedAnswer } from "../../../src/adapters/http/requestlog/loggedBody.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { rateTable, usualRates } from "../../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../../src/ports/limits/RateLimits.ts"
import { IdSource } from "../../../src/ports/process/IdSource.ts"
import { type FuzzedRequest, requestsTo } from "../fuzz.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import type { Asked } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { cases } from "../../support/effort.ts"

const named = HttpRouter.middleware(
  Effect.map(requestHeaders, (around) => (answer) => around(answer)),
  { global: true }
)
const contract = Layer.merge(developer, named)
const address = { host: "127.0.0.1", port: 0 }
const served = { disableLogger: true, disableListenLog: true, routerConfig }

/** The interface by its contract alone, with the direct routes before it, and nothing but those. */
const byContract = HttpRouter.serve(contract, served).pipe(Layer.provideMerge(NodeHttpServer.layer(listener, address)))
const before = HttpRouter.serve(contract, served).pipe(Layer.provideMerge(ServiceServer.layer(address, fastRoutes)))
const alone = HttpRouter.serve(named, served).pipe(Layer.provideMerge(ServiceServer.layer(address, fastRoutes)))

/** Two calls pass, the third does not. */
const narrow = ProcessRateLimits.layer(
  rateTable({ standardPerMinute: 2, messagingPerSecond: 2, bulkPerMinute: 2, consolePerMinute: 2 })
)
const world = Layer.mergeAll(httpWorld, narrow, Layer.succeed(ServiceServer.Limits, limitsOfTests))

/** An organization that can send to anybody, and a key of it. */
const givenKey = Effect.gen(function* () {
  const { id } = yield* givenOrganization({ webhook: {} })
  yield* givenAccount(id)
  const vendorContactId = yield* (yield* IdSource).vendorContactId
  const draft = { id: ContactId.make("00000000-0000-4000-8000-0000000000aa"), vendorContactId, organizationId: id }
  const contact = newContact({ ...draft, source: "api" as const }, DateTime.makeUnsafe("2026-11-20T12:00:00.000Z"))
  yield* (yield* ContactStore).insert({ ...contact, phone: PhoneNumber.make("15551234567"), name: "Ada" })
  return Redacted.value((yield* (yield* ApiKeys).create(id, "direct")).key)
})

const state = Effect.flatMap(World, ({ state }) => Effect.map(state, (all) => JSON.stringify(all)))

/** What is answered over a connection, but for what no two answers share. */
const call = Effect.fnUntraced(function* (path: string, { body, headers = {}, method = "GET" }: Asked) {
  const { address } = yield* HttpServer.HttpServer
  const content = body === undefined ? {} : { "content-type": "application/json" }
  const response = yield* Effect.promise(() =>
    fetch(new URL(path, HttpServer.formatAddress(address)), {
      method,
      headers: { ...content, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
  )
  const { date: _, ...shown } = Object.fromEntries(response.headers)
  return { status: response.status, headers: shown, text: yield* Effect.promise(() => response.text()) }
})

/** What a world answers, and what is left in it: the log of requests, messages, counters, events. */
const run = (
  server: typeof before | typeof byContract | typeof alone,
  { path, ...asked }: FuzzedRequest,
  headers: (key: string) => object
) =>
  Effect.gen(function* () {
    const key = yield* givenKey
    const answers = yield* Effect.forEach([1, 2, 3], () =>
      call(path, { ...asked, headers: { ...asked.headers, ...headers(key) } })
    )
    return { answers, state: yield* state }
  }).pipe(Effect.provide(Layer.fresh(server.pipe(Layer.provideMerge(world)))))

const direct = (group: keyof typeof DeveloperApi.groups, endpoint: string) => {
  const { endpoints } = DeveloperApi.groups[group]
  return { endpoints: Object.fromEntries(Object.entries(endpoints).filter(([name]) => name === endpoint)) }
}

describe("the fast routes", () => {
  it.effect.each([
    ["contacts", "list"],
    ["whatsapp", "sendMessage"]
  ] as const)(
    "respond to %s.%s as the contract's router does, and leave the same state",
    ([group, endpoint]) =>
      Effect.gen(function* () {
        const statuses = yield* Ref.make<ReadonlyArray<number>>([])
        const property = Effect.fnUntraced(function* (request: FuzzedRequest) {
          const headers = (key: string) => ({ "x-api-key": key })
          const ours = yield* run(before, request, headers)
          assert.deepStrictEqual(ours, yield* run(byContract, request, headers))
          yield* Ref.update(statuses, (seen) => [...seen, ...ours.answers.map(({ status }) => status)])
          return true
        })
        const requests = requestsTo(direct(group, endpoint), [], { limit: ["1", "20"], search: ["ada", "555"] })
        const result = yield* Arbitrary.checkEffect(requests, property, { runs: cases(12, 150), seed: 20_261_121 })
        assert.isUndefined(Arbitrary.formatCheckFailure(result))
        const seen = new Set(yield* Ref.get(statuses))
        assert.includeMembers([...seen], [endpoint === "list" ? 200 : 201, 400, 429])
      }),
    120_000
  )

  it.effect.each(["order 17", "", "k".repeat(256), "schl\u00fcssel"])(
    "respond to sends with the key %j as the contract's router does, and leave the same state",
    (key) =>
      Effect.gen(function* () {
        const headers = (apiKey: string) => ({ "x-api-key": apiKey, "idempotency-key": key })
        const path = "/api/developer/v1/send-message"
        const body = { to: "15551234567", type: "text", text: "hi" }
        for (const request of [
          { path, method: "POST", body },
          { path: `${path}?x=1`, method: "POST", body },
          { path, method: "POST", body: { ...body, to: "1" } },
          { path, method: "POST", body: "{" }
        ]) {
          const ours = yield* run(before, request, headers)
          assert.deepStrictEqual(ours, yield* run(byContract, request, headers))
        }
        const { answers } = yield* run(alone, { path, method: "POST", body }, headers)
        const [first, second] = answers
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          key === "order 17" ? [201, 201, 429] : [404, 404, 404]
        )
        if (key !== "order 17") return
        assert.strictEqual(second?.text, first?.text)
        assert.deepStrictEqual(
          answers.map(({ headers }) => headers["idempotent-replayed"]),
          [undefined, "true", undefined]
        )
      }),
    180_000
  )

  it.effect.each([
    {},
    { "x-api-key": "" },
    { "x-api-key": "pk_live_x" },
    { "x-request-id": "mine", "x-api-key": "no" }
  ])("respond to callers with %j as the contract's router does", (headers) =>
    Effect.gen(function* () {
      const request = { path: "/api/developer/v1/contacts", method: "GET" }
      const ours = yield* run(before, request, () => headers)
      assert.deepStrictEqual(ours, yield* run(byContract, request, () => headers))
      assert.deepStrictEqual(new Set(ours.answers.map(({ status }) => status)), new Set([401]))
    })
  )

  it.effect("pass calls that a trusted proxy received over plain HTTP to the router, which refuses them", () =>
    Effect.gen(function* () {
      const headers = (key: string) => ({ "x-api-key": key, "x-forwarded-proto": "http" })
      const { answers } = yield* run(before, { path: "/api/developer/v1/contacts", method: "GET" }, headers)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [403, 403, 403]
      )
    }).pipe(Effect.provideService(TrustedProxies, ["127.0.0.0/8", "::1/128"].map(IpNetwork.fromStringUnsafe)))
  )

  it.effect("respond to paths in another letter case and with empty segments as the router does", () =>
    Effect.gen(function* () {
      const headers = (key: string) => ({ "x-api-key": key })
      for (const [path, status] of [
        ["/api/developer/V1/contacts", 404],
        ["/api/developer//v1/contacts", 404],
        ["/api/developer/v1/contacts/", 200],
        ["/api/developer/v1/contacts?limit=1000", 200]
      ] as const) {
        const request = { path, method: "GET" }
        const ours = yield* run(before, request, headers)
        assert.deepStrictEqual(ours, yield* run(byContract, request, headers))
        assert.strictEqual(ours.answers[0]?.status, status, path)
      }
    })
  )

  it.effect("respond to valid requests themselves, and to no others", () =>
    Effect.gen(function* () {
      const headers = (key: string) => ({ "x-api-key": key })
      const statuses = (request: FuzzedRequest) =>
        Effect.map(run(alone, request, headers), ({ answers }) => answers.map(({ status }) => status))
      const path = "/api/developer/v1/send-message"
      const body = { to: "15551234567", template: { name: "hello_world", language: { code: "en_US" } } }
      const contacts = "/api/developer/v1/contacts"
      assert.deepStrictEqual(yield* statuses({ path: contacts, method: "GET" }), [200, 200, 429])
      assert.deepStrictEqual(yield* statuses({ path: `${contacts}?limit=5&page=2`, method: "GET" }), [200, 200, 429])
      assert.deepStrictEqual(yield* statuses({ path, method: "POST", body }), [201, 201, 429])
      // A send that cannot be: its failure is answered directly too.
      assert.deepStrictEqual(yield* statuses({ path, method: "POST", body: { ...body, to: "1" } }), [400, 400, 429])
      assert.deepStrictEqual(yield* statuses({ path, method: "POST", body: { to: "1" } }), [400, 400, 429])
      for (const request of [
        { path: `${contacts}?limit=x`, method: "GET" },
        { path: `${contacts}?search=%41da`, method: "GET" },
        { path: contacts, method: "POST", body: { phone: "15551234567" } },
        { path: contacts, method: "HEAD" },
        { path, method: "POST", body: { ...body, to: 1 } },
        { path, method: "POST", body: "{" }
      ]) {
        assert.deepStrictEqual(yield* statuses(request), [404, 404, 404], JSON.stringify(request))
      }
    })
  )

  it.effect.each([
    { keys: Effect.die("no"), tiers: Effect.succeed(null), contacts: Effect.die("not asked") },
    { keys: null, tiers: Effect.die("no"), contacts: Effect.die("not asked") },
    { keys: null, tiers: Effect.succeed(null), contacts: Effect.die("no") }
  ])("respond as the contract's router does if a service behind them has a defect", ({ contacts, keys, tiers }) =>
    Effect.gen(function* () {
      const broken = Layer.mergeAll(
        Layer.effect(
          ApiKeys,
          Effect.map(ApiKeys, (all) => ({ ...all, authenticate: (key: string) => keys ?? all.authenticate(key) }))
        ),
        Layer.effect(
          ContactStore,
          Effect.map(ContactStore, (all) => ({ ...all, list: () => contacts }))
        ),
        Layer.succeed(RateLimits, RateLimits.of({ table: rateTable(usualRates), take: () => tiers }))
      )
      const answered = (server: typeof before | typeof byContract) =>
        Effect.gen(function* () {
          const headers = { "x-api-key": yield* givenKey }
          return { answer: yield* call("/api/developer/v1/contacts", { headers }), state: yield* state }
        }).pipe(Effect.provide(Layer.fresh(server.pipe(Layer.provideMerge(broken), Layer.provideMerge(world)))))
      const ours = yield* answered(before)
      assert.deepStrictEqual(ours, yield* answered(byContract))
      assert.deepStrictEqual(
        [ours.answer.status, ours.answer.text],
        [500, JSON.stringify({ success: false, message: "Internal server error" })]
      )
    })
  )

  it.live.each([
    ["directly", before],
    ["by the contract", byContract]
  ] as const)("log a request whose caller disconnected as 499, %s", ([, server]) =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const slow = Layer.effect(
        ContactStore,
        Effect.map(ContactStore, (store) => ({
          ...store,
          list: () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
        }))
      )
      yield* Effect.gen(function* () {
        const headers = { "x-api-key": yield* givenKey }
        const { address } = yield* HttpServer.HttpServer
        const url = new URL("/api/developer/v1/contacts", HttpServer.formatAddress(address))
        const caller = new AbortController()
        const given = fetch(url, { headers, signal: caller.signal }).catch(() => null)
        yield* Deferred.await(begun)
        caller.abort()
        assert.isNull(yield* Effect.promise(() => given))
        const logged = Effect.flatMap(World, ({ state }) => Effect.map(state, ({ requestLogs }) => requestLogs))
        const [request] = yield* Effect.repeat(logged, { until: (logs) => logs.length > 0 })
        assert.deepStrictEqual([request?.status, request?.responseBody], [499, {}])
      }).pipe(Effect.provide(Layer.fresh(server.pipe(Layer.provideMerge(slow), Layer.provideMerge(world)))))
    })
  )

  it.prop(
    "responses contain no name that the log redacts",
    { contacts: ContactPage, sent: SendMessageResponse },
    ({ contacts, sent }) => {
      for (const answer of [contacts, sent]) {
        const text = JSON.stringify(answer)
        assert.strictEqual(loggedAnswer(text, true), loggedAnswer(text))
      }
    }
  )
})
