import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { readableUrl } from "../../../src/adapters/http/server/requestPath.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

describe("a readable URL", () => {
  it.prop(
    "can be decoded, whatever its path is, and preserves its query",
    { path: Schema.String, query: Schema.String },
    ({ path, query }) => {
      const before = `/${path.replaceAll("?", "").toWellFormed()}`
      const url = readableUrl(`${before}?${query}`)
      assert.isTrue(url.endsWith(`?${query}`))
      assert.doesNotThrow(() => decodeURIComponent(url.slice(0, url.length - query.length - 1)))
    }
  )

  it.prop("is unchanged if it is already readable", { path: Schema.String }, ({ path }) => {
    const url = `/api/developer/${encodeURIComponent(path.toWellFormed())}`
    assert.strictEqual(readableUrl(url), url)
  })

  it.each([
    ["/a", "/a"],
    ["/%41?%", "/%2541?%"],
    ["/%", "/%25"],
    ["/%4", "/%254"],
    ["/a/b/%zz%41/%41", "/a/b/%25zz%2541/%41"],
    ["/a/b/%E0%A4%A", "/a/b/%25E0%25A4%25A"],
    ["/a/b/%E0%A4%A4/%FF", "/a/b/%E0%A4%A4/%25FF"],
    ["/%61pi/developer/%41", "/%2561pi/developer/%41"],
    ["/api/%64eveloper/%41", "/api/%2564eveloper/%41"]
  ])("of %s is %s", (url, readable) => {
    assert.strictEqual(readableUrl(url), readable)
  })
})

describe("an id with invalid percent-encoding", () => {
  const broken = ["%E0%A4%A", "%", "%FF", "a%2"]
  const contact = { success: false, message: "Contact not found", code: "NOT_FOUND" }

  it.effect.each(broken)("%s is not found in the Developer interface", (id) =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* givenDashboard()
      const { key } = yield* (yield* ApiKeys).create(organizationId, "broken ids")
      const headers = { "x-api-key": Redacted.value(key) }
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const asked = method === "PATCH" ? { method, headers, body: { name: "Ada" } } : { method, headers }
        const { body, status } = yield* ask(`/api/developer/v1/contacts/${id}`, asked)
        assert.deepStrictEqual({ status, body }, { status: 404, body: contact })
      }
      const replay = yield* ask(`/api/developer/v1/webhooks/deliveries/${id}/replay`, { method: "POST", headers })
      assert.deepInclude(replay.body, { message: "Delivery not found", code: "NOT_FOUND" })
      assert.strictEqual((yield* ask(`/api/developer/v1/contacts/${id}`)).status, 401)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(broken)("%s is not found in the Session interface", (id) =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      const answered = (path: string) =>
        Effect.map(ask(`/api/whatsapp${path}`, { headers }), ({ body, status }) => ({ status, body }))
      const refusal = (status: number, error: string) => ({ status, body: { success: false, error } })
      assert.deepStrictEqual(yield* answered(`/contacts/${id}`), refusal(404, "Contact not found"))
      assert.deepStrictEqual(yield* answered(`/media/${id}`), refusal(404, "Media not found"))
      assert.deepStrictEqual(yield* answered(`/conversations/${id}`), refusal(400, "Invalid conversation ID"))
      assert.strictEqual((yield* ask(`/api/whatsapp/contacts/${id}`)).status, 401)
    }).pipe(Effect.provide(httpWorld))
  )
})
