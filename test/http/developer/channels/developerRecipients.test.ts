import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TemplatePlatform } from "../../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { WhatsAppPlatform } from "../../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import type { Contact } from "../../../../src/domain/contacts/Contact.ts"
import type { Channel } from "../../../../src/domain/conversations/Channel.ts"
import { ContactId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenBackend, refused } from "./developerChannelBackend.ts"

const userId = "US.13491208655302741918"

/** A send on each channel, to somebody who may be new. */
const sends: Readonly<Record<Channel, readonly [path: string, body: object]>> = {
  whatsapp: ["/v1/send-message", { to: "15551234567", type: "text", text: "hi" }],
  messenger: ["/v1/messenger/send-message", { recipientId: "5275811702471834", text: "hi" }],
  instagram: ["/v1/instagram/send-message", { participantId: "6742963515757843", text: "hi" }]
}

const kept = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ contacts, conversations, events, messages, usage }) => ({ contacts, conversations, events, messages, usage })
)

/** Changes the only contact there is. */
const change = Effect.fnUntraced(function* (id: OrganizationId, changes: Partial<Contact>) {
  const { find, save } = yield* ContactStore
  const [only] = (yield* kept).contacts
  const contact = yield* find(id, only?.id ?? assert.fail())
  yield* save({ ...Option.getOrThrow(contact), ...changes })
  return Option.getOrThrow(contact).id
})

const blocked = (id: ContactId) =>
  refused(409, "The recipient is blocked; nothing was sent", {
    code: "RECIPIENT_BLOCKED",
    fix: `If the contact agreed, change it with PATCH /api/developer/v1/contacts/${id} {"isBlocked": false}`
  })

describe("a blocked contact", () => {
  it.effect.each(["whatsapp", "messenger", "instagram"] as const)("receives no message over %s", (channel) =>
    Effect.gen(function* () {
      const { id, post } = yield* givenBackend(channel)
      const [path, body] = sends[channel]
      assert.strictEqual((yield* post(path, body)).status, 201)
      const contactId = yield* change(id, { isBlocked: true })
      const before = yield* kept
      assert.deepStrictEqual(yield* post(path, body), blocked(contactId))
      assert.deepStrictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("PATCH /v1/contacts/{id}", () => {
  it.effect("blocks a contact, and the call named in `fix` of a refusal unblocks the contact", () =>
    Effect.gen(function* () {
      const { patch, post } = yield* givenBackend("whatsapp")
      const [path, body] = sends.whatsapp
      assert.strictEqual((yield* post(path, body)).status, 201)
      const [contact] = (yield* kept).contacts
      const id = contact?.id ?? assert.fail()
      assert.strictEqual((yield* patch(`/v1/contacts/${id}`, { isBlocked: true })).status, 200)
      assert.deepStrictEqual(yield* post(path, body), blocked(id))
      assert.strictEqual((yield* patch(`/v1/contacts/${id}`, { isBlocked: null })).status, 200)
      assert.deepStrictEqual(yield* post(path, body), blocked(id))
      assert.strictEqual((yield* patch(`/v1/contacts/${id}`, { isBlocked: false })).status, 200)
      assert.strictEqual((yield* post(path, body)).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("records whether the contact opted in", () =>
    Effect.gen(function* () {
      const { patch, post } = yield* givenBackend("whatsapp")
      yield* post(...sends.whatsapp)
      const [contact] = (yield* kept).contacts
      for (const optedIn of [false, true]) {
        assert.strictEqual((yield* patch(`/v1/contacts/${contact?.id ?? ""}`, { optedIn })).status, 200)
        assert.strictEqual((yield* kept).contacts[0]?.optedIn, optedIn)
      }
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("a contact who opted out", () => {
  it.effect("receives no marketing template", () =>
    Effect.gen(function* () {
      const { account, id, post } = yield* givenBackend("whatsapp")
      const template = { name: "offer", language: { code: "en_US" } }
      const { setTemplates } = yield* TemplatePlatform
      const listed = { id: "1", name: "offer", language: "en_US", status: "APPROVED", category: "MARKETING" }
      yield* setTemplates(account?.id ?? assert.fail(), [{ ...listed, components: [] }])
      const body = { to: "15551234567", template }
      assert.strictEqual((yield* post("/v1/send-message", body)).status, 201)
      const contactId = yield* change(id, { optedIn: false })
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post("/v1/send-message", body),
        refused(409, "The recipient opted out of marketing messages; nothing was sent", {
          code: "RECIPIENT_OPTED_OUT",
          fix: `If the contact agreed, change it with PATCH /api/developer/v1/contacts/${contactId} {"optedIn": true}`
        })
      )
      assert.deepStrictEqual(yield* kept, before)
      assert.strictEqual((yield* post(...sends.whatsapp)).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )
})

const isTo = Schema.is(Schema.Struct({ to: Schema.Literal(userId) }))
const Sent = Schema.Struct({ data: Schema.Struct({ contactId: ContactId }) })

describe("a recipient with a business-scoped user id", () => {
  it.effect("receives messages by that id, and becomes a contact without a number", () =>
    Effect.gen(function* () {
      const { id, post, get } = yield* givenBackend("whatsapp")
      const body = { to: userId, type: "text", text: "hi" }
      const first = yield* post("/v1/send-message", body)
      const again = yield* post("/v1/send-message", body)
      assert.deepStrictEqual([first.status, again.status], [201, 201])
      const { contacts, events } = yield* kept
      const [contact] = contacts
      assert.strictEqual(contacts.length, 1)
      const { data } = yield* Schema.decodeUnknownEffect(Sent)(again.body)
      assert.strictEqual(data.contactId, contact?.id)
      assert.isNull(contact?.phone)
      assert.deepStrictEqual(yield* (yield* ContactStore).identities(id, data.contactId), [
        { kind: "whatsapp", scope: "", value: userId }
      ])
      const { requests } = yield* WhatsAppPlatform
      assert.deepStrictEqual(
        (yield* requests).map(({ to }) => String(to)),
        [userId, userId]
      )
      const created = events.find(({ type }) => type === "contact.created")
      assert.deepInclude(created?.data, { source: "api" })
      assert.deepStrictEqual(
        events.flatMap(({ data: told, type }) => (type === "message.sent" ? [told] : [])).map((told) => isTo(told)),
        [true, true]
      )
      const shown = yield* get(`/v1/contacts/${data.contactId}`)
      assert.deepInclude(shown, { status: 200 })
      assert.include(JSON.stringify(shown.body), '"userNumber":""')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(["us.1349", "USA.1349", "US1349", "US.13-49", "US.", ".1349", "US.1349.5"])(
    "cannot have an id of the form %s",
    (to) =>
      Effect.gen(function* () {
        const { post } = yield* givenBackend("whatsapp")
        const answer = yield* post("/v1/send-message", { to, type: "text", text: "hi" })
        assert.deepStrictEqual(
          answer,
          refused(400, "Invalid field to: not a phone number", {
            fix: "Give the number in E.164 without +, for example 15551234567, or the user id that WhatsApp reports, for example US.13491208655302741918"
          })
        )
      }).pipe(Effect.provide(httpWorld))
  )
})
