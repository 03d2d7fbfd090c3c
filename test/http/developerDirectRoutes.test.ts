import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Effect, Layer, Redacted, Ref } from "effect"
import { HttpRouter, HttpServer, type HttpServerResponse } from "effect/http"
import { DeveloperApi } from "../../src/adapters/http/developer/Api.ts"
import { ContactPage } from "../../src/adapters/http/developer/ContactViews.ts"
import { directRoutes } from "../../src/adapters/http/developer/directRoutes.ts"
import * as Developer from "../../src/adapters/http/developer/routes.ts"
import { SendMessageResponse } from "../../src/adapters/http/developer/SendMessage.ts"
import { requestHeaders } from "../../src/adapters/http/requestHeaders.ts"
import * as ProcessRateLimits from "../../src/adapters/limits/ProcessRateLimits.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { newContact } from "../../src/domain/Contact.ts"
import { ContactId } from "../../src/domain/Ids.ts"
import { loggedAnswer } from "../../src/domain/loggedBody.ts"
import { PhoneNumber } from "../../src/domain/PhoneNumber.ts"
import { rateTable } from "../../src/domain/RateTier.ts"
import { ApiKeys } from "../../src/ports/ApiKeys.ts"
import { ContactStore } from "../../src/ports/ContactStore.ts"
import { IdSource } from "../../src/ports/IdSource.ts"
import { type FuzzedRequest, requestsTo } from "../support/fuzz.ts"
import { givenAccount, givenOrganization } from "../support/given.ts"
import { askOf } from "../support/http.ts"
import { httpWorld } from "../support/httpWorld.ts"

const contract = Developer.layer
const named = HttpRouter.middleware(
  Effect.map(requestHeaders, (around) => (answer) => around(answer)),
  { global: true }
)
const directly = HttpRouter.middleware(
  Effect.gen(function* () {
    const [around, direct] = yield* Effect.all([requestHeaders, directRoutes])
    return (answer) => around(direct(answer))
  }),
  { global: true }
)

/** The interface by its contract alone, with the direct routes before it, and nothing but those. */
const byContract = HttpRouter.toHttpEffect(
  Layer.mergeAll(contract, named).pipe(Layer.provide(HttpServer.layerServices))
)
const before = HttpRouter.toHttpEffect(Layer.mergeAll(contract, directly).pipe(Layer.provide(HttpServer.layerServices)))
const alone = HttpRouter.toHttpEffect(directly.pipe(Layer.provide(HttpServer.layerServices)))

/** Two calls pass, the third does not. */
const narrow = ProcessRateLimits.layer(rateTable({ standardPerMinute: 2, messagingPerSecond: 2, bulkPerMinute: 2 }))
const world = Layer.merge(httpWorld, narrow)

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

/** What a world answers, and what is left in it: the log of requests, messages, counters, events. */
const run = <E, R, R2>(
  app: Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>, never, R2>,
  { path, ...asked }: FuzzedRequest,
  headers: (key: string) => object
) =>
  Effect.gen(function* () {
    const key = yield* givenKey
    const answer = yield* app
    const answers = yield* Effect.forEach([1, 2, 3], () =>
      Effect.map(
        askOf(answer, path, { ...asked, from: "203.0.113.7", headers: { ...asked.headers, ...headers(key) } }),
        ({ headers, status, text }) => ({ status, text, headers: Object.fromEntries(headers) })
      )
    )
    return { answers, state: yield* state }
  }).pipe(Effect.scoped, Effect.provide(world))

const direct = (group: keyof typeof DeveloperApi.groups, endpoint: string) => {
  const { endpoints } = DeveloperApi.groups[group]
  return { endpoints: Object.fromEntries(Object.entries(endpoints).filter(([name]) => name === endpoint)) }
}

describe("the direct routes", () => {
  it.effect.each([
    ["contacts", "list"],
    ["whatsapp", "sendMessage"]
  ] as const)(
    "answer %s.%s as the contract does, and leave the same behind",
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
        const result = yield* Arbitrary.checkEffect(requests, property, { runs: 250, seed: 20_261_121 })
        assert.isUndefined(Arbitrary.formatCheckFailure(result))
        const seen = new Set(yield* Ref.get(statuses))
        assert.includeMembers([...seen], [endpoint === "list" ? 200 : 201, 400, 429])
      }),
    120_000
  )

  it.effect.each([
    {},
    { "x-api-key": "" },
    { "x-api-key": "pk_live_x" },
    { "x-request-id": "mine", "x-api-key": "no" }
  ])("answer callers with %j as the contract does", (headers) =>
    Effect.gen(function* () {
      const request = { path: "/api/developer/v1/contacts", method: "GET" }
      const ours = yield* run(before, request, () => headers)
      assert.deepStrictEqual(ours, yield* run(byContract, request, () => headers))
      assert.deepStrictEqual(new Set(ours.answers.map(({ status }) => status)), new Set([401]))
    })
  )

  it.effect("answer good requests themselves, and nothing else", () =>
    Effect.gen(function* () {
      const headers = (key: string) => ({ "x-api-key": key })
      const statuses = (request: FuzzedRequest) =>
        Effect.map(run(alone, request, headers), ({ answers }) => answers.map(({ status }) => status))
      const path = "/api/developer/v1/send-message"
      const body = { to: "15551234567", template: { name: "hello_world", language: { code: "en_US" } } }
      const contacts = "/api/developer/v1/contacts"
      assert.deepStrictEqual(yield* statuses({ path: contacts, method: "GET" }), [200, 200, 404])
      assert.deepStrictEqual(yield* statuses({ path: `${contacts}?limit=5&page=2`, method: "GET" }), [200, 200, 404])
      assert.deepStrictEqual(yield* statuses({ path, method: "POST", body }), [201, 201, 404])
      // A send that cannot be: its failure is answered directly too.
      assert.deepStrictEqual(yield* statuses({ path, method: "POST", body: { ...body, to: "1" } }), [400, 400, 404])
      assert.deepStrictEqual(yield* statuses({ path, method: "POST", body: { to: "1" } }), [400, 400, 404])
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

  it.prop(
    "answer nothing that the log would look for by its name",
    { contacts: ContactPage, sent: SendMessageResponse },
    ({ contacts, sent }) => {
      for (const answer of [contacts, sent]) {
        const text = JSON.stringify(answer)
        assert.strictEqual(loggedAnswer(text, true), loggedAnswer(text))
      }
    }
  )
})
