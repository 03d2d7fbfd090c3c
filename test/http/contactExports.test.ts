import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { givenContact } from "../../testing/given/givenContact.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { ask, askText } from "../support/http/requests.ts"
import { signedIn } from "./session/sessionDashboard.ts"

const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const { access } = yield* givenMember(id, { role: "owner" })
  const contact = yield* givenContact(id, { name: "Ada" })
  const sides = {
    developer: { path: "/api/developer/v1", headers: { "x-api-key": Redacted.value(key) } },
    session: { path: "/api/whatsapp", headers: yield* signedIn(id, access.caller) }
  }
  return { contact, sides }
})

describe("exports of contacts over HTTP", () => {
  for (const side of ["developer", "session"] as const) {
    it.effect(`an export is an archive, and leaves an entry in the audit log (${side})`, () =>
      Effect.gen(function* () {
        const { contact, sides } = yield* given
        const { headers, path } = sides[side]
        const answer = yield* askText(`${path}/contacts/${contact.id}/export`, { headers })
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.headers.get("content-type"), "application/zip")
        assert.strictEqual(
          answer.headers.get("content-disposition"),
          `attachment; filename="contact-${contact.id}.zip"`
        )
        assert.match(answer.text, /^PK/)
        assert.include(answer.text, '"name": "Ada"')
        assert.include(answer.text, "manifest.json")
        const { body } = yield* ask(`${path}/audit-log?action=contact.exported`, { headers })
        assert.include(JSON.stringify(body), contact.id)
      }).pipe(Effect.provide(httpWorld))
    )

    it.effect(`an unknown contact and an erased one are refused with different texts (${side})`, () =>
      Effect.gen(function* () {
        const { contact, sides } = yield* given
        const { headers, path } = sides[side]
        const exported = (id: string) => ask(`${path}/contacts/${id}/export`, { headers })
        const unknown = yield* exported("00000000-0000-4000-8000-000000000000")
        assert.strictEqual(unknown.status, 404)
        assert.include(JSON.stringify(unknown.body), "Contact not found")
        yield* ask(`${path}/contacts/${contact.id}/erase`, { headers, method: "POST", body: { confirm: true } })
        const erased = yield* exported(contact.id)
        assert.strictEqual(erased.status, 404)
        assert.include(JSON.stringify(erased.body), "The contact was erased")
      }).pipe(Effect.provide(httpWorld))
    )
  }
})
