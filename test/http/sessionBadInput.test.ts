import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SessionApi } from "../../src/adapters/http/session/Api.ts"
import { ask, type Asked } from "../support/http.ts"
import { httpWorld } from "../support/httpWorld.ts"
import { givenDashboard, kept } from "./sessionDashboard.ts"

/** Every endpoint of the contract, at a path that can be asked for. */
const endpoints = Object.values(SessionApi.groups)
  .flatMap((group) => Object.values(group.endpoints))
  .map(({ method, path, payload }) => ({
    method,
    path: path.replaceAll(/:[^/]+/g, "00000000-0000-4000-8000-000000000001"),
    takesBody: payload.size > 0 && method !== "GET"
  }))

/** An import is limited differently and comes in other forms too; to close a conversation needs no body. */
const isImport = (path: string) => path.endsWith("/bulk")
const mayBeEmpty = (path: string) => path.endsWith("/close")

const withBody = endpoints.filter(({ takesBody }) => takesBody).map(({ method, path }) => [method, path] as const)
const small = withBody.filter(([, path]) => !isImport(path))
const paths = Array.from(new Set(endpoints.map(({ path }) => path)))

/** Asks as the owner, and shows that nothing was left behind. */
const refused = Effect.fnUntraced(function* (path: string, asked: Asked) {
  const { headers: owner } = yield* givenDashboard()
  const before = yield* kept
  const { body, headers, status } = yield* ask(path, { ...asked, headers: { ...owner, ...asked.headers } })
  assert.strictEqual(yield* kept, before)
  return { status, body, allow: headers.get("allow") }
}, Effect.provide(httpWorld))

const answer = (status: number, error: string) => ({ status, body: { success: false, error }, allow: null })
const notFound = { status: 404, body: { success: false, error: "Not found" } }

describe("bodies that no endpoint can read", () => {
  it.effect.each(withBody)("are refused by %s %s when they are no JSON", ([method, path]) =>
    Effect.gen(function* () {
      for (const body of ["", "{", "{'a':1}", '{"to":"15551234567"', "\u0000"]) {
        if (body === "" && mayBeEmpty(path)) continue
        assert.deepStrictEqual(yield* refused(path, { method, body }), answer(400, "Request body is not valid JSON"))
      }
      for (const body of ["null", "[]", '"text"', "7"]) {
        if (body === "null" && mayBeEmpty(path)) continue
        assert.deepStrictEqual(
          yield* refused(path, { method, body }),
          answer(400, "Request body must be a JSON object")
        )
      }
    })
  )

  it.effect.each(small)(
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
      for (const media of ["application/x-www-form-urlencoded", "text/plain", "application/vnd.api+json"]) {
        const asked = { method, body: "{}", headers: { "content-type": media } }
        assert.deepStrictEqual(yield* refused(path, asked), answer(415, "Unsupported media type"), media)
      }
    })
  )
})

describe("requests that reach no endpoint", () => {
  it.effect.each(paths.map((path) => [path] as const))("at %s name the methods that there are", ([path]) =>
    Effect.gen(function* () {
      const methods = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method)
      const { allow, ...told } = yield* refused(path, { method: "PUT" })
      assert.deepStrictEqual(told, { status: 405, body: { success: false, error: "Method not allowed" } })
      // The path of the import is also that of a contact.
      assert.includeMembers((allow ?? "").split(", "), methods)
      assert.notInclude(allow ?? "", "PUT")
    })
  )

  it.effect.each([
    ["/api/whatsapp/%E0%A4%A"],
    ["/api/whatsapp/%00"],
    ["/api/whatsapp/..%2f"],
    ["/api/whatsapp/%"],
    ["/api/whatsapp/"],
    ["/api/whatsapp/contacts/x/y"],
    ["/api/whatsapp/conversations/x/close/y"],
    ["/api/whatsapp/messages/send/x"]
  ] as const)("at %s are answered in the envelope, whoever asks", ([path]) =>
    Effect.gen(function* () {
      const { body, headers, status } = yield* ask(path)
      assert.deepStrictEqual({ status, body }, notFound)
      assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      assert.strictEqual(headers.get("cache-control"), "no-store")
    }).pipe(Effect.provide(httpWorld))
  )
})
