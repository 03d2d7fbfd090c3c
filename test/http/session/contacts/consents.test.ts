import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { ask, askText } from "../../../support/http/requests.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, givenDashboard, refused } from "../sessionDashboard.ts"

const noon = "2026-11-20T12:00:00.000Z"
const unknown = (channel: string) => ({ channel, state: "unknown", since: null, source: null, by: null, history: [] })

/** A dashboard and a backend of one organization, with a contact. */
const givenBoth = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const { id: apiKeyId, key: secret } = yield* (yield* ApiKeys).create(dashboard.id, "test")
  const contactId = yield* dashboard.added({ userNumber: "+15551234567", userName: '=Ada "A", L.' })
  const headers = { "x-api-key": Redacted.value(secret) }
  const developer = (path: string, asked: { readonly method?: string; readonly body?: unknown } = {}) =>
    ask(`/api/developer/v1${path}`, { ...asked, headers })
  return { ...dashboard, apiKeyId, contactId, developer, key: headers }
})

describe("consents", () => {
  it.effect("consents: both interfaces record and show the choices of a contact", () =>
    Effect.gen(function* () {
      const { apiKeyId, contactId, developer, get, patch, user } = yield* givenBoth
      const path = `/contacts/${contactId}/consents`
      const channels = ["whatsapp", "messenger", "instagram"]
      assert.deepStrictEqual(yield* get(path), answered(200, { consents: channels.map(unknown) }))
      const first = { state: "opted_in", at: noon, source: "member", by: user.id }
      const own = {
        channel: "whatsapp",
        state: "opted_in",
        since: noon,
        source: "member",
        by: user.id,
        history: [first]
      }
      assert.deepStrictEqual(yield* patch(path, { channel: "whatsapp", state: "opted_in" }), answered(200, own))
      yield* TestClock.adjust("1 minute")
      const later = "2026-11-20T12:01:00.000Z"
      const second = { state: "opted_out", at: later, source: "api", by: apiKeyId }
      const { body, status } = yield* developer(path, {
        method: "PATCH",
        body: { channel: "whatsapp", state: "opted_out" }
      })
      const consent = {
        channel: "whatsapp",
        state: "opted_out",
        since: later,
        source: "api",
        by: apiKeyId,
        history: [second, first]
      }
      assert.deepStrictEqual({ status, body }, answered(200, consent))
      const rest = channels.slice(1).map(unknown)
      assert.deepStrictEqual((yield* developer(path)).body, answered(200, { consents: [consent, ...rest] }).body)
      assert.deepInclude((yield* get(`/contacts/${contactId}`)).body, { success: true })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("consents: a change of a contact records its author", () =>
    Effect.gen(function* () {
      const { apiKeyId, contactId, developer, get, patch, user } = yield* givenBoth
      yield* patch(`/contacts/${contactId}`, { opted_in: false })
      yield* TestClock.adjust("1 minute")
      yield* developer(`/contacts/${contactId}`, { method: "PATCH", body: { optedIn: true } })
      const { body } = yield* get(`/contacts/${contactId}/consents`)
      const text = JSON.stringify(body)
      assert.include(text, JSON.stringify({ state: "opted_out", at: noon, source: "member", by: user.id }))
      assert.include(text, `"source":"api","by":"${apiKeyId}"`)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("consents: the list has the newest first, in pages, and the export has all as CSV", () =>
    Effect.gen(function* () {
      const { added, contactId, developer, get, headers, key, patch, user } = yield* givenBoth
      const bob = yield* added({ userNumber: "+15557654321", userName: "Bob" })
      yield* patch(`/contacts/${contactId}/consents`, { channel: "whatsapp", state: "opted_out" })
      yield* TestClock.adjust("1 minute")
      yield* patch(`/contacts/${bob}/consents`, { channel: "instagram", state: "opted_in" })
      const [first, second] = [yield* get("/consents?limit=1"), (yield* developer("/consents?limit=1")).body]
      assert.deepStrictEqual(first.body, second)
      const next = /"nextAfter":"([^"]+)"/.exec(JSON.stringify(first.body))?.[1] ?? assert.fail("there is no next part")
      const rest = JSON.stringify((yield* get(`/consents?limit=1&after=${encodeURIComponent(next)}`)).body)
      assert.include(rest, contactId)
      assert.include(rest, '"nextAfter":null')
      const only = JSON.stringify(
        (yield* developer("/consents?state=opted_out&channel=whatsapp&since=2020-01-01T00:00:00Z")).body
      )
      assert.include(only, contactId)
      assert.notInclude(only, bob)
      const csv = (yield* askText("/api/whatsapp/consents/export", { headers })).text
      const lines = csv.split("\r\n")
      assert.strictEqual(lines[0], "contactId,vendorContactId,phone,name,channel,state,since,source,by")
      assert.match(lines[1] ?? "", new RegExp(`^${bob},ct_[a-z2-7]{24},15557654321,Bob,instagram,opted_in,`))
      assert.match(
        lines[2] ?? "",
        new RegExp(
          `^${contactId},ct_[a-z2-7]{24},15551234567,"'=Ada ""A"", L.",whatsapp,opted_out,${noon},member,${user.id}$`
        )
      )
      assert.deepStrictEqual(lines.slice(3), [""])
      assert.strictEqual((yield* askText("/api/developer/v1/consents/export", { headers: key })).text, csv)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("consents: unknown contacts, channels, states and positions are refused, with the field", () =>
    Effect.gen(function* () {
      const { contactId, developer, get, patch } = yield* givenBoth
      const path = `/contacts/${contactId}/consents`
      for (const other of ["x", "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e21"]) {
        assert.deepStrictEqual(yield* get(`/contacts/${other}/consents`), refused(404, "Contact not found"))
        assert.strictEqual((yield* developer(`/contacts/${other}/consents`)).status, 404)
      }
      for (const [body, field] of [
        [{ channel: "whatsapp" }, "state"],
        [{ channel: "whatsapp", state: "unknown" }, "state"],
        [{ channel: "telegram", state: "opted_in" }, "channel"]
      ] as const) {
        const answer = yield* patch(path, body)
        assert.strictEqual(answer.status, 400)
        assert.include(JSON.stringify(answer.body), field)
      }
      const unknownAfter = "Invalid field after: Expected nextAfter of an answer of this list"
      for (const after of ["x", "2026-11-20T12:00:00.000Z~x~whatsapp", "a~b"]) {
        assert.deepStrictEqual(yield* get(`/consents?after=${after}`), refused(400, unknownAfter))
        assert.strictEqual((yield* developer(`/consents?after=${after}`)).status, 400)
      }
    }).pipe(Effect.provide(httpWorld))
  )
})
