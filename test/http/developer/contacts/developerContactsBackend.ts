import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { ask, type Asked } from "../../../support/http/requests.ts"
import { eventsOf } from "../../../../testing/given/seen.ts"

const api = "/api/developer/v1"

const WithId = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })

/** A backend with a key of its own organization, at noon of 20 November 2026. */
export const givenBackend = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  const call = (path: string, asked: Asked = {}) =>
    Effect.map(ask(`${api}${path}`, { headers, ...asked }), ({ body, status }) => ({ status, body }))
  const post = (body: unknown) => call("/contacts", { body })
  return {
    id,
    call,
    post,
    list: (query = "") => call(`/contacts${query}`),
    get: (contactId: string) => call(`/contacts/${contactId}`),
    patch: (contactId: string, body: unknown) => call(`/contacts/${contactId}`, { method: "PATCH", body }),
    remove: (contactId: string) => call(`/contacts/${contactId}`, { method: "DELETE" }),
    /** Adds a contact, and gives back its id. */
    added: Effect.fnUntraced(function* (body: unknown) {
      return (yield* Schema.decodeUnknownEffect(WithId)((yield* post(body)).body)).data.id
    }),
    events: Effect.map(eventsOf(id), (events) => events.map(({ data, type }) => ({ type, data }))),
    /** What is kept of contacts. */
    kept: Effect.map(
      Effect.flatMap(World, ({ state }) => state),
      ({ contacts }) => contacts.filter(({ organizationId }) => organizationId === id)
    )
  }
})

/** A contact with no more than a number, as each answer shows it. A new field of answers is added here. */
export const bare = {
  listed: { name: "", email: null, tags: [] },
  upserted: { name: "", email: null, tags: [] },
  patched: { userName: "", tags: [] },
  details: { userName: "", countryCode: "", tags: [], params: {} }
}

export const answered = (status: number, data: Schema.Json) => ({ status, body: { success: true, data } })
export const refused = (message: string, fix?: string) => ({
  status: 400,
  body: { success: false, message, ...(fix === undefined ? {} : { fix }) }
})
export const missingPhone = {
  status: 400,
  body: {
    success: false,
    message: "Missing required field: phone",
    code: "MISSING_FIELD",
    fix: "Add the contact's phone number in E.164 without +, for example 15551234567"
  }
}
export const notFound = {
  status: 404,
  body: { success: false, message: "Contact not found", code: "NOT_FOUND" }
}
