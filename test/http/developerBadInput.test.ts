import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { DeveloperApi } from "../../src/adapters/http/developer/Api.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../src/ports/ApiKeys.ts"
import { givenOrganization } from "../support/given.ts"
import { ask } from "../support/http.ts"
import { httpWorld } from "../support/httpWorld.ts"

/** Every endpoint of the contract, at a path that can be asked for. */
const endpoints = Object.values(DeveloperApi.groups)
  .flatMap((group) => Object.values(group.endpoints))
  .map(({ method, path, payload }) => ({
    method,
    path: path.replaceAll(/:[^/]+/g, "00000000-0000-4000-8000-000000000001"),
    takesBody: payload.size > 0 && method !== "GET"
  }))

const withBody = endpoints.filter(({ takesBody }) => takesBody).map(({ method, path }) => [method, path] as const)
const paths = Array.from(new Set(endpoints.map(({ path }) => path)))

/** Asks with a key that is good, and shows that nothing was left behind but the key. */
const refused = Effect.fnUntraced(function* (path: string, asked: NonNullable<Parameters<typeof ask>[1]>) {
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "bad input")
  const { body, headers, status } = yield* ask(path, {
    ...asked,
    headers: { "x-api-key": Redacted.value(key), ...asked.headers }
  })
  const { contacts, events, messages, usage, webhooks } = yield* (yield* World).state
  assert.deepStrictEqual([contacts, events, messages, usage, webhooks], [[], [], [], [], []])
  return { status, body, allow: headers.get("allow") }
}, Effect.provide(httpWorld))

const answer = (status: number, message: string) => ({ status, body: { success: false, message }, allow: null })

describe("bodies that no endpoint can read", () => {
  it.effect.each(withBody)("are refused by %s %s when they are no JSON", ([method, path]) =>
    Effect.gen(function* () {
      for (const body of ["", "{", "{'a':1}", '{"to":"15551234567"', "\u0000"]) {
        assert.deepStrictEqual(yield* refused(path, { method, body }), answer(400, "Request body is not valid JSON"))
      }
      for (const body of ["null", "[]", '"text"', "7"]) {
        assert.deepStrictEqual(
          yield* refused(path, { method, body }),
          answer(400, "Request body must be a JSON object")
        )
      }
    })
  )

  it.effect.each(withBody)(
    "are refused by %s %s when they are larger than 1 MiB, or nested without end",
    ([method, path]) =>
      Effect.gen(function* () {
        const large = JSON.stringify({ padding: "x".repeat(1024 * 1024) })
        assert.deepStrictEqual(yield* refused(path, { method, body: large }), answer(413, "Request body is too large"))
        const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`
        assert.deepStrictEqual(
          yield* refused(path, { method, body: deep }),
          answer(400, "Request body is nested too deeply")
        )
      })
  )

  it.effect.each(withBody)("are refused by %s %s when they are sent as something else", ([method, path]) =>
    Effect.gen(function* () {
      const asked = { method, body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } }
      assert.deepStrictEqual(yield* refused(path, asked), answer(415, "Unsupported media type"))
    })
  )
})

describe("requests that reach no endpoint", () => {
  it.effect.each(paths.map((path) => [path] as const))("at %s name the methods that there are", ([path]) =>
    Effect.gen(function* () {
      const methods = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method)
      const { allow, ...told } = yield* refused(path, { method: "PUT" })
      assert.deepStrictEqual(told, { status: 405, body: { success: false, message: "Method not allowed" } })
      assert.sameMembers((allow ?? "").split(", "), methods)
    })
  )

  it.effect.each(["/api/developer/%E0%A4%A", "/api/developer/v1/%00", "/api/developer/v1/..%2f", "/api/developer/%"])(
    "at %s are answered in the envelope",
    (path) =>
      Effect.gen(function* () {
        const { body, headers, status } = yield* ask(path)
        assert.deepStrictEqual({ status, body }, { status: 404, body: { success: false, message: "Not found" } })
        assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("outside of the interfaces are answered plainly", () =>
    Effect.gen(function* () {
      const { body, status } = yield* ask("/%")
      assert.deepStrictEqual({ status, body }, { status: 404, body: { error: "Not found" } })
    }).pipe(Effect.provide(httpWorld))
  )
})
