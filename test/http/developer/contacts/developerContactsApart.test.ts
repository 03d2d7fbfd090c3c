import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ask } from "../../../support/http/requests.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, bare, givenBackend, notFound } from "./developerContactsBackend.ts"

const phone = "15551234567"

describe("an id", () => {
  it.effect("that is unknown, malformed or of another organization is not found", () =>
    Effect.gen(function* () {
      const { get, patch, remove } = yield* givenBackend
      const other = yield* givenBackend
      const theirs = yield* other.added({ phone, name: "Ada" })
      const unknown = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"
      for (const id of [
        unknown,
        theirs,
        "1",
        "nobody",
        `${unknown}0`,
        "%00",
        "%F0%9F%98%80",
        "a%2Fb",
        "x".repeat(100)
      ]) {
        assert.deepStrictEqual(yield* get(id), notFound)
        assert.deepStrictEqual(yield* patch(id, { name: "Eve" }), notFound)
        assert.deepStrictEqual(yield* remove(id), notFound)
      }
      assert.deepStrictEqual(
        (yield* other.kept).map(({ name }) => name),
        ["Ada"]
      )
      assert.lengthOf(yield* other.events, 1)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("organizations", () => {
  it.effect("may both have a contact with the same number, and see only their own contact", () =>
    Effect.gen(function* () {
      const one = yield* givenBackend
      const other = yield* givenBackend
      const ada = yield* one.added({ phone: "5511987654321", name: "Ada" })
      const eve = yield* other.added({ phone: "551187654321", name: "Eve" })
      assert.notStrictEqual(ada, eve)
      for (const { backend, id, name } of [
        { backend: one, id: ada, name: "Ada" },
        { backend: other, id: eve, name: "Eve" }
      ]) {
        for (const query of ["", "?search=87654321", "?search=e", "?search=a"]) {
          const { data } = JSON.parse(JSON.stringify((yield* backend.list(query)).body))
          const all = query.length === 0 || query.includes("8") || name.toLowerCase().includes(query.slice(-1))
          assert.deepStrictEqual(
            data.data.map((row: { id: string }) => row.id),
            all ? [id] : []
          )
          assert.strictEqual(data.meta.total, all ? 1 : 0)
        }
      }
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("every endpoint of contacts", () => {
  const id = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"
  const endpoints = [
    ["GET", "/contacts"],
    ["POST", "/contacts"],
    ["GET", `/contacts/${id}`],
    ["PATCH", `/contacts/${id}`],
    ["DELETE", `/contacts/${id}`]
  ] as const

  it.effect.each(endpoints)("%s %s checks the API key first", ([method, path]) =>
    Effect.gen(function* () {
      const { body, status } = yield* ask(`/api/developer/v1${path}?page=0`, {
        method,
        ...(method === "POST" || method === "PATCH" ? { body: "{not json" } : {})
      })
      assert.strictEqual(status, 401)
      assert.deepStrictEqual(body, {
        success: false,
        message: "Invalid or missing API key",
        code: "INVALID_API_KEY",
        fix: "Send a key of your organization in the header x-api-key"
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns 500 in the envelope if the database fails", () =>
    Effect.gen(function* () {
      const { added, get, list, patch, post, remove } = yield* givenBackend
      const { failNext } = yield* World
      const contact = yield* added({ phone })
      for (const [call, request] of [
        ["ContactStore.list", list()],
        ["ContactStore.lockByPhone", post({ phone, name: "Ada" })],
        ["ContactStore.save", post({ phone, name: "Ada" })],
        ["ContactStore.insert", post({ phone: "442079460958" })],
        ["ContactStore.findOverview", get(contact)],
        ["ContactStore.lock", patch(contact, { name: "Ada" })],
        ["EventLog.append", patch(contact, { name: "Ada" })],
        ["ContactStore.remove", remove(contact)]
      ] as const) {
        yield* failNext(call)
        assert.deepStrictEqual(yield* request, {
          status: 500,
          body: { success: false, message: "Internal server error" }
        })
      }
      assert.deepStrictEqual(
        yield* get(contact),
        answered(200, {
          ...bare.details,
          id: contact,
          userNumber: phone,
          countryCode: "1"
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("an existing path with another method has 405, an unknown path has 404", () =>
    Effect.gen(function* () {
      const { call } = yield* givenBackend
      const notAllowed = { status: 405, body: { success: false, message: "Method not allowed" } }
      assert.deepStrictEqual(yield* call("/contacts", { method: "DELETE" }), notAllowed)
      assert.deepStrictEqual(yield* call(`/contacts/${id}`, { method: "PUT", body: {} }), notAllowed)
      assert.deepStrictEqual(yield* call(`/contacts/${id}/tags`), {
        status: 404,
        body: { success: false, message: "Not found" }
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
