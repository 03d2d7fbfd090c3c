import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { type Answer, answered, call, givenDashboard, kept, refused, signedIn } from "./sessionDashboard.ts"

const unauthorized = refused(401, "Unauthorized")
const expired = refused(401, "Token expired. Please refresh your session.")
const unnamed = refused(400, "x-org-id header is required")
const notAMember = refused(403, "User is not a member of this organization")
const nothing = answered(200, { contacts: [], total: 0, page: 1, limit: 20, hasNext: false })

const conversation = "/conversations/00000000-0000-4000-8000-0000000000aa"

/** Every endpoint, with what would be wrong with the request if its caller were let in. */
const endpoints: ReadonlyArray<readonly [method: string, path: string, body?: string]> = [
  ["GET", "/contacts?limit=0"],
  ["POST", "/contacts", "{"],
  ["GET", "/contacts/x"],
  ["PATCH", "/contacts/x", "{"],
  ["POST", "/contacts/bulk", "{"],
  ["GET", "/conversations?limit=0"],
  ["GET", conversation],
  ["POST", `${conversation}/close`, "{"],
  ["POST", `${conversation}/assign`, "{"],
  ["GET", "/messages"],
  ["POST", "/messages/send", "{"],
  ["GET", "/media/x"]
]

const everywhere = Effect.fnUntraced(function* (headers: Record<string, string>, answer: Answer) {
  const before = yield* kept
  for (const [method, path, body] of endpoints) {
    assert.deepStrictEqual(yield* call(headers, path, { method, body }), answer, `${method} ${path}`)
  }
  assert.strictEqual(yield* kept, before)
})

describe("the session token", () => {
  it.effect("is required at every endpoint, before anything else", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      yield* everywhere({}, unauthorized)
      yield* everywhere({ "x-org-id": headers["x-org-id"] }, unauthorized)
      yield* everywhere({ ...headers, authorization: "Bearer of another house" }, unauthorized)
      yield* everywhere({ authorization: "Bearer of another house", "x-org-id": "nowhere" }, unauthorized)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has an error of its own if it cannot be verified, before anything else is checked", () =>
    Effect.gen(function* () {
      const { id } = yield* givenDashboard()
      const { authorization } = yield* signedIn(id, "no keys")
      const unverifiable = refused(503, "Session tokens cannot be verified now; try again later")
      yield* everywhere({ authorization, "x-org-id": id }, unverifiable)
      yield* everywhere({ authorization }, unverifiable)
      const { headers } = yield* ask("/api/whatsapp/contacts", { headers: { authorization, "x-org-id": id } })
      assert.strictEqual(new Headers(headers).get("retry-after"), "5")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("that has expired returns an error, before anything else", () =>
    Effect.gen(function* () {
      const { id } = yield* givenDashboard()
      const { authorization } = yield* signedIn(id, "expired")
      yield* everywhere({ authorization, "x-org-id": id }, expired)
      yield* everywhere({ authorization, "x-org-id": "nowhere" }, expired)
      yield* everywhere({ authorization }, expired)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is a bearer token, with the scheme in any letter case", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      const token = headers.authorization.slice("Bearer ".length)
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`]) {
        assert.deepStrictEqual(yield* call({ ...headers, authorization }, "/contacts"), nothing)
      }
      for (const authorization of ["", "Bearer", "Bearer ", token, `Basic ${token}`, `Bearer${token}`, "Bearer x"]) {
        assert.deepStrictEqual(yield* call({ ...headers, authorization }, "/contacts"), unauthorized, authorization)
      }
      const { "x-org-id": organization } = headers
      const asKey = { "x-org-id": organization, "x-api-key": token }
      assert.deepStrictEqual(yield* call(asKey, "/contacts"), unauthorized)
      assert.deepStrictEqual(yield* call(asKey, `/contacts?access_token=${token}`), unauthorized)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("the organization of a Session request", () => {
  it.effect("has to be named", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      const { authorization } = headers
      yield* everywhere({ authorization }, unnamed)
      yield* everywhere({ authorization, "x-org-id": "" }, unnamed)
      yield* everywhere({ authorization, "x-org-id": " " }, unnamed)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has to be one of the user's", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      const { id: another } = yield* givenOrganization()
      for (const named of [another, "00000000-0000-4000-8000-0000000000bb", "nowhere", "11111111", "*"]) {
        yield* everywhere({ ...headers, "x-org-id": named }, notAMember)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("may be any existing organization for the service role", () =>
    Effect.gen(function* () {
      const { id } = yield* givenDashboard()
      const { id: another } = yield* givenOrganization()
      const service = yield* signedIn(id, { _tag: "Service" })
      assert.deepStrictEqual(yield* call(service, "/contacts"), nothing)
      assert.deepStrictEqual(yield* call({ ...service, "x-org-id": another }, "/contacts"), nothing)
      yield* everywhere({ authorization: service.authorization }, unnamed)
      yield* everywhere({ ...service, "x-org-id": "00000000-0000-4000-8000-0000000000bb" }, notAMember)
      yield* everywhere({ ...service, "x-org-id": "nowhere" }, notAMember)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("admits each of its members, whatever their role", () =>
    Effect.gen(function* () {
      const { id } = yield* givenDashboard()
      for (const role of ["owner", "admin", "agent"] as const) {
        const { access } = yield* givenMember(id, { role, conversationScope: "assigned" })
        assert.deepStrictEqual(yield* call(yield* signedIn(id, access.caller), "/contacts"), nothing)
      }
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("a request that fails unexpectedly", () => {
  it.effect("has a response in the envelope without details if the caller cannot be identified", () =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      yield* (yield* World).failNext("Memberships.find")
      assert.deepStrictEqual(yield* get("/contacts"), refused(500, "Internal server error"))
      assert.deepStrictEqual(yield* get("/contacts"), nothing)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has a request id, and is not cached", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      for (const authorization of [headers.authorization, "Bearer x"]) {
        const answer = yield* ask("/api/whatsapp/contacts", {
          headers: { ...headers, authorization, "x-request-id": "mine-1" }
        })
        assert.strictEqual(answer.headers.get("x-request-id"), "mine-1")
        assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      }
    }).pipe(Effect.provide(httpWorld))
  )
})
