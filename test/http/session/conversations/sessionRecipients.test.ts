import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TemplatePlatform } from "../../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { WhatsAppPlatform } from "../../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { userContactIdentity } from "../../../../src/domain/contacts/ContactIdentity.ts"
import { sendIntent } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenDashboard, kept, refused } from "../sessionDashboard.ts"
import { sendOff } from "../../../../testing/given/sendOff.ts"

const to = "+15551234567"
const hello = { to, type: "text", text: "hi" }
const userId = "US.13491208655302741918"
const asked = Effect.flatMap(WhatsAppPlatform, ({ requests }) =>
  Effect.map(requests, (all) => all.map((one) => String(one.to)))
)

describe("POST /messages/send", () => {
  it.effect("sends nothing to a blocked contact", () =>
    Effect.gen(function* () {
      const { added, patch, post } = yield* givenDashboard()
      const id = yield* added({ userNumber: to })
      yield* patch(`/contacts/${id}`, { is_blocked: true })
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post("/messages/send", hello),
        refused(409, "The recipient is blocked; nothing was sent")
      )
      assert.deepStrictEqual([yield* kept, yield* asked], [before, []])
      yield* patch(`/contacts/${id}`, { is_blocked: false })
      assert.strictEqual((yield* post("/messages/send", hello)).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends no marketing template to a contact who opted out, until the contact opts in again", () =>
    Effect.gen(function* () {
      const { account, added, patch, post } = yield* givenDashboard()
      const { setTemplates } = yield* TemplatePlatform
      const listed = { id: "1", name: "offer", language: "en_US", status: "APPROVED", category: "MARKETING" }
      yield* setTemplates(account?.id ?? assert.fail(), [{ ...listed, components: [] }])
      const offer = { to, type: "template", template: { name: "offer", language: "en_US" } }
      const id = yield* added({ userNumber: to })
      assert.strictEqual((yield* post("/messages/send", offer)).status, 200)
      yield* patch(`/contacts/${id}`, { opted_in: false })
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post("/messages/send", offer),
        refused(409, "The recipient opted out of marketing messages; nothing was sent")
      )
      assert.strictEqual(yield* kept, before)
      assert.strictEqual((yield* post("/messages/send", hello)).status, 200)
      yield* patch(`/contacts/${id}`, { opted_in: true })
      assert.strictEqual((yield* post("/messages/send", offer)).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends to a known contact by the business-scoped user id, and to no unknown one", () =>
    Effect.gen(function* () {
      const { account, id, post } = yield* givenDashboard()
      const intent = yield* sendIntent(id, account?.id ?? assert.fail(), {
        at: account?.createdAt ?? assert.fail(),
        phone: null,
        identity: userContactIdentity(userId)
      })
      yield* sendOff(id, intent)
      const { body, status } = yield* post("/messages/send", { ...hello, to: userId })
      assert.strictEqual(status, 200)
      assert.include(JSON.stringify(body), `"contactId":"${intent.contact.id}"`)
      assert.deepStrictEqual(yield* asked, [userId])
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post("/messages/send", { ...hello, to: "US.1" }),
        refused(404, "Contact not found for the given phone number")
      )
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})
