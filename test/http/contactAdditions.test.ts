import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { givenDashboard } from "./session/sessionDashboard.ts"

const Id = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })

/** A contact with every field of the contract, who opted out. */
const givenContact = Effect.gen(function* () {
  const { headers: session, id: organizationId, patch } = yield* givenDashboard()
  const { key } = yield* (yield* ApiKeys).create(organizationId, "additions")
  const headers = { ...session, "x-api-key": Redacted.value(key) }
  const call = (path: string, request: { readonly body?: object; readonly method?: string } = {}) =>
    Effect.map(ask(`/api${path}`, { headers, ...request }), ({ body, status }) => ({ status, body }))
  const body = {
    phone: "15551234567",
    name: "Ada",
    email: "ada@example.com",
    tags: ["vip"],
    attributes: { plan: "gold" }
  }
  const created = yield* call("/developer/v1/contacts", { body })
  const { data } = yield* Schema.decodeUnknownEffect(Id)(created.body)
  yield* patch(`/contacts/${data.id}`, { opted_in: false })
  return { call, id: data.id }
})

const at = "2026-11-20T12:00:00.000Z"
const channels = [{ channel: "whatsapp", accountId: null, personId: "15551234567" }]
const developerItem = (id: string) => ({
  id,
  name: "Ada",
  phone: "15551234567",
  email: "ada@example.com",
  tags: ["vip"],
  created_at: at
})
const developerDetails = (id: string) => ({
  id,
  userNumber: "15551234567",
  userName: "Ada",
  countryCode: "1",
  tags: ["vip"],
  params: { plan: "gold" }
})
const sessionItem = (id: string) => ({
  id,
  name: "Ada",
  phone: "+15551234567",
  email: "ada@example.com",
  countryCode: "US",
  tags: ["vip"],
  labels: [],
  source: "api",
  optedIn: false,
  isBlocked: false,
  lastMessageAt: null,
  conversationCount: 0,
  createdAt: at,
  updatedAt: at
})

const answers = [
  { include: "", added: {} },
  { include: "?include=", added: {} },
  { include: "?include=channels", added: { channels } },
  { include: "?include=optedOut", added: { optedOut: true } },
  { include: "?include=channels,optedOut", added: { channels, optedOut: true } },
  { include: "?include=optedOut%2C%20channels,channels", added: { channels, optedOut: true } }
]

describe("additional fields of contacts", () => {
  it.effect.each(answers)(
    "additional fields of contacts in the Developer interface with $include",
    ({ added, include }) =>
      Effect.gen(function* () {
        const { call, id } = yield* givenContact
        const listed = yield* call(`/developer/v1/contacts${include}`)
        const data = { data: [{ ...developerItem(id), ...added }], meta: { page: 1, limit: 20, total: 1 } }
        assert.deepStrictEqual(listed, { status: 200, body: { success: true, data } })
        const one = yield* call(`/developer/v1/contacts/${id}${include}`)
        assert.deepStrictEqual(one, {
          status: 200,
          body: { success: true, data: { ...developerDetails(id), ...added } }
        })
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(answers)(
    "additional fields of contacts in the Session interface with $include",
    ({ added, include }) =>
      Effect.gen(function* () {
        const { call, id } = yield* givenContact
        const listed = yield* call(`/whatsapp/contacts${include}`)
        const data = { contacts: [{ ...sessionItem(id), ...added }], total: 1, page: 1, limit: 20, hasNext: false }
        assert.deepStrictEqual(listed, { status: 200, body: { success: true, data } })
        const { body, status } = yield* call(`/whatsapp/contacts/${id}${include}`)
        const vendorContactId: unknown = JSON.parse(JSON.stringify(body)).data.vendorContactId
        const expected = { ...sessionItem(id), vendorContactId, params: { plan: "gold" }, ...added }
        assert.deepStrictEqual(
          { status, body },
          { status: 200, body: JSON.parse(JSON.stringify({ success: true, data: expected })) }
        )
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("an unknown additional field is refused by both interfaces and named", () =>
    Effect.gen(function* () {
      const { call, id } = yield* givenContact
      const text = "Invalid field include: Unknown name phones; use channels, optedOut"
      for (const path of ["/developer/v1/contacts", `/developer/v1/contacts/${id}`]) {
        const refused = { status: 400, body: { success: false, message: text } }
        assert.deepStrictEqual(yield* call(`${path}?include=channels,phones`), refused)
      }
      for (const path of ["/whatsapp/contacts", `/whatsapp/contacts/${id}`]) {
        const refused = { status: 400, body: { success: false, error: text } }
        assert.deepStrictEqual(yield* call(`${path}?include=phones`), refused)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("responses for created and changed contacts have only the fields of the contract", () =>
    Effect.gen(function* () {
      const { call, id } = yield* givenContact
      const body = { phone: "15551234567" }
      const { created_at: _, ...upserted } = developerItem(id)
      assert.deepStrictEqual(yield* call("/developer/v1/contacts?include=channels", { body }), {
        status: 201,
        body: { success: true, data: upserted }
      })
      const { countryCode: _code, params: _params, ...patched } = developerDetails(id)
      const change = { method: "PATCH", body: { name: "Ada" } }
      assert.deepStrictEqual(yield* call(`/developer/v1/contacts/${id}?include=channels`, change), {
        status: 200,
        body: { success: true, data: patched }
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
