import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { givenContact } from "../../testing/given/givenContact.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { ask } from "../support/http/requests.ts"
import { signedIn } from "./session/sessionDashboard.ts"

const now = "2026-11-20T12:00:00.000Z"

const given = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse(now))
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const { access } = yield* givenMember(id, { role: "owner" })
  const contact = yield* givenContact(id, {})
  const headers = {
    developer: { "x-api-key": Redacted.value(key) },
    session: yield* signedIn(id, access.caller)
  }
  const call = (side: keyof typeof headers, method: string, path: string, body?: unknown) =>
    Effect.map(
      ask(`${side === "developer" ? "/api/developer/v1" : "/api/whatsapp"}/contacts/${path}`, {
        headers: headers[side],
        method,
        ...(body === undefined ? {} : { body })
      }),
      (answer) => ({ status: answer.status, body: answer.body })
    )
  return { contactId: contact.id, call }
})

describe("erasures over HTTP", () => {
  it.effect("a request without the confirmation is refused with its field, and erases nothing", () =>
    Effect.gen(function* () {
      const { call, contactId } = yield* given
      for (const [confirm, expectation] of [
        [false, "Expected true"],
        ["true", "Expected boolean"]
      ] as const) {
        assert.deepStrictEqual(yield* call("session", "POST", `${contactId}/erase`, { confirm }), {
          status: 400,
          body: { success: false, error: `Invalid field confirm: ${expectation}` }
        })
      }
      assert.deepStrictEqual(yield* call("session", "POST", `${contactId}/erase`, {}), {
        status: 400,
        body: { success: false, error: "Missing required field: confirm" }
      })
      const { body, status } = yield* call("developer", "POST", `${contactId}/erase`, { confirm: false })
      assert.deepInclude(body, { success: false, message: "Invalid field confirm: Expected true" })
      assert.strictEqual(status, 400)
      assert.strictEqual((yield* call("developer", "GET", contactId)).status, 200)
      assert.strictEqual((yield* call("developer", "GET", `${contactId}/erasure`)).status, 404)
    }).pipe(Effect.provide(httpWorld))
  )

  for (const side of ["developer", "session"] as const) {
    it.effect(`an erased contact is gone, and has the progress of its erasure (${side})`, () =>
      Effect.gen(function* () {
        const { call, contactId } = yield* given
        const erased = { messages: 0, files: 0, records: 0 }
        const progress = { contactId, status: "running", requestedAt: now, finishedAt: null, erased }
        assert.deepStrictEqual(yield* call(side, "POST", `${contactId}/erase`, { confirm: true }), {
          status: 202,
          body: { success: true, data: progress }
        })
        assert.strictEqual((yield* call(side, "GET", contactId)).status, 404)
        assert.deepStrictEqual(yield* call(side, "GET", `${contactId}/erasure`), {
          status: 200,
          body: { success: true, data: progress }
        })
      }).pipe(Effect.provide(httpWorld))
    )
  }
})
