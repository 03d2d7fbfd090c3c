import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { EmulatorState } from "../../../emulator/EmulatorState.ts"
import { People } from "../../../emulator/person/People.ts"
import type { InboundRequest } from "../../../emulator/person/inbound.ts"
import { readBack, does, refusal, world } from "./personSide.ts"
import { phoneNumberId, stranger, wabaId } from "../platform.ts"

const phone = "16505551234"

type Naming = Pick<WhatsAppText, "identify" | "name" | "to" | "userId" | "username">
type WhatsAppText = Extract<InboundRequest, { readonly channel: "whatsapp"; readonly type: "text" }>

const ItsMessage = Schema.Struct({
  from: Schema.optionalKey(Schema.String),
  from_user_id: Schema.optionalKey(Schema.String)
})
const ItsValue = Schema.Struct({
  metadata: Schema.Struct({ phone_number_id: Schema.String }),
  contacts: Schema.Tuple([Schema.JsonObject]),
  messages: Schema.Tuple([ItsMessage])
})
const decode = Schema.decodeUnknownSync(
  Schema.Struct({
    entry: Schema.Tuple([
      Schema.Struct({ id: Schema.String, changes: Schema.Tuple([Schema.Struct({ value: ItsValue })]) })
    ])
  })
)

const readPerson = Schema.decodeUnknownSync(Schema.Struct({ person: Schema.JsonObject }))

/** How the webhook of a text names who wrote it. */
const naming = Effect.fnUntraced(function* (from: string, more: Naming = {}) {
  const { messageId, payload } = yield* does({ channel: "whatsapp", from, type: "text", text: "Hi", ...more })
  const [{ changes, id: business }] = decode(payload).entry
  const { contacts, messages, metadata } = changes[0].value
  return {
    contact: contacts[0],
    from: messages[0].from ?? null,
    userId: messages[0].from_user_id ?? null,
    to: [business, metadata.phone_number_id],
    messageId,
    items: readBack(payload)
  }
})

const named = Effect.fnUntraced(function* (from: string, more: Naming = {}) {
  const { contact, from: number, userId } = yield* naming(from, more)
  return [contact, number, userId]
})

describe("a person of WhatsApp", () => {
  it.effect("is named by number, by user id, or by both", () =>
    Effect.gen(function* () {
      const profile = { name: "Ada", username: "@ada" }
      const ada = { name: "Ada", username: "@ada" }
      assert.deepStrictEqual(yield* named(phone, ada), [{ profile, wa_id: phone }, phone, null])
      const both = [{ profile, wa_id: phone, user_id: "US.1" }, phone, "US.1"]
      assert.deepStrictEqual(yield* named(phone, { userId: "US.1" }), both)
      assert.deepStrictEqual(yield* named(phone, { identify: "both" }), both)
      assert.deepStrictEqual(yield* named("US.1", { identify: "both" }), both)
      assert.deepStrictEqual(yield* named(phone), [{ profile, wa_id: phone }, phone, null])
      assert.deepStrictEqual(yield* named("US.1", { identify: "phone" }), [{ profile, wa_id: phone }, phone, null])
      const byId = [{ profile, user_id: "US.1" }, null, "US.1"]
      assert.deepStrictEqual(yield* named("US.1"), byId)
      assert.deepStrictEqual(yield* named(phone, { identify: "userId" }), byId)
    }).pipe(Effect.provide(world()))
  )

  it.effect("keeps the user id that was made up for her", () =>
    Effect.gen(function* () {
      const first = yield* naming(phone, { identify: "userId" })
      assert.match(String(first.userId), /^US\.\d{16}$/)
      assert.deepStrictEqual(first.contact, { profile: { name: `Person ${phone}` }, user_id: first.userId })
      assert.strictEqual((yield* naming(phone, { identify: "both" })).userId, first.userId)
      assert.notStrictEqual((yield* naming("16505555678", { identify: "both" })).userId, first.userId)
      assert.deepStrictEqual(
        first.items.map((item) => readPerson(item).person),
        [{ ids: [{ kind: "whatsapp", value: first.userId }], name: `Person ${phone}`, username: null }]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("is another one to another business, by her user id at least", () =>
    Effect.gen(function* () {
      const ours = yield* naming(phone, { name: "Ada", identify: "both" })
      const theirs = yield* naming(phone, { identify: "both", to: stranger.phoneNumberId })
      assert.notStrictEqual(ours.userId, theirs.userId)
      assert.deepStrictEqual(theirs.contact, {
        profile: { name: `Person ${phone}` },
        wa_id: phone,
        user_id: theirs.userId
      })
      assert.deepStrictEqual(ours.to, [wabaId, phoneNumberId])
      assert.deepStrictEqual(theirs.to, [stranger.wabaId, stranger.phoneNumberId])
    }).pipe(Effect.provide(world()))
  )

  it.effect("is reported by the number that she registered, however it is written", () =>
    Effect.gen(function* () {
      yield* (yield* EmulatorState).setWaId("5511987654321", "551187654321")
      const { contact, from, messageId } = yield* naming("+55 (11) 98765-4321")
      assert.deepStrictEqual(contact, { profile: { name: "Person 551187654321" }, wa_id: "551187654321" })
      assert.strictEqual(from, "551187654321")
      const hidden = Buffer.from(String(messageId).slice("wamid.".length), "base64").toString("hex")
      const [person, key] = ["551187654321", "3A"].map((text) => Buffer.from(text).toString("hex"))
      assert.match(hidden, new RegExp(`^1c180c${person}150200121814${key}(?:3\\d|4[1-6]){18}00$`))
    }).pipe(Effect.provide(world()))
  )

  it.effect("cannot be named by a number that the business does not know", () =>
    Effect.gen(function* () {
      const text = { channel: "whatsapp", from: "US.1", type: "text", text: "Hi", identify: "phone" }
      assert.strictEqual(yield* refusal(text), "identify: the business does not know this person's number")
      assert.strictEqual(
        yield* refusal({ ...text, identify: "both" }),
        "identify: the business does not know this person's number"
      )
    }).pipe(Effect.provide(world()))
  )
})

describe("what is remembered of people", () => {
  const business = "1"

  it.effect("is one person, when two turn out to be one", () =>
    Effect.gen(function* () {
      const people = yield* People
      yield* people.resolve(business, { userId: "US.1", username: "@ada" })
      yield* people.resolve(business, { waId: phone, name: "Ada" })
      const ada = { waId: phone, userId: "US.1", name: "Ada", username: "@ada" }
      assert.deepStrictEqual(yield* people.resolve(business, { waId: phone, userId: "US.1" }), ada)
      assert.deepStrictEqual(yield* people.resolve(business, { userId: "US.1" }), ada)
      assert.deepStrictEqual(yield* people.resolve(business, { waId: phone }), ada)
      assert.deepStrictEqual(yield* people.resolve(business, { waId: phone, name: "Eve" }), { ...ada, name: "Eve" })
    }).pipe(Effect.provide(world()))
  )

  it.effect("is not under an id that is no longer hers", () =>
    Effect.gen(function* () {
      const people = yield* People
      yield* people.resolve(business, { waId: phone, userId: "US.1", name: "Ada" })
      yield* people.resolve(business, { waId: phone, userId: "US.2" })
      const nobody = { waId: null, userId: "US.1", name: null, username: null }
      assert.deepStrictEqual(yield* people.resolve(business, { userId: "US.1" }), nobody)
      yield* people.rename(business, phone, { waId: "12195555358" })
      const ada = { waId: "12195555358", userId: "US.2", name: "Ada", username: null }
      assert.deepStrictEqual(yield* people.resolve(business, { userId: "US.2" }), ada)
      assert.deepStrictEqual(yield* people.resolve(business, { waId: phone }), { ...nobody, waId: phone, userId: null })
    }).pipe(Effect.provide(world()))
  )
})
