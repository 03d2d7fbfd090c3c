import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, Struct } from "effect"
import { account, byLogin, messenger, page } from "../pages.ts"
import { control, phoneNumberId, request } from "../platform.ts"
import { atNoon, bodies, flushed, noon, ofNumber, toPerson, toPhone } from "../reportingWorld.ts"

const at = new Date(noon).toISOString()

const Threads = Schema.Struct({
  threads: Schema.Array(
    Schema.Struct({
      personId: Schema.String,
      name: Schema.NullOr(Schema.String),
      unread: Schema.Int,
      last: Schema.Json
    })
  )
})
const listed = Effect.map(control("GET", "threads"), ({ body }) => Schema.decodeUnknownSync(Threads)(body).threads)

const Messages = Schema.Struct({
  messages: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      at: Schema.String,
      by: Schema.String,
      content: Schema.Json,
      template: Schema.Json,
      outcomes: Schema.Array(Schema.String),
      reactions: Schema.Json,
      isEdited: Schema.Boolean,
      isDeleted: Schema.Boolean
    })
  )
})

const Signs = Schema.Struct({
  readByBusiness: Schema.NullOr(Schema.String),
  typingUntil: Schema.NullOr(Schema.String)
})

const threadOf = (channel: string, accountId: string, personId: string) =>
  Effect.map(
    control("GET", `thread?${new URLSearchParams({ channel, accountId, personId }).toString()}`),
    ({ body }) => Schema.decodeUnknownSync(Messages)(body).messages
  )

const phone = "16505551234"
const ofPhone = threadOf("whatsapp", phoneNumberId, phone)
const contents = Effect.map(ofPhone, (all) => all.map(({ by, content }) => [by, content]))

const does = (request: object) => control("POST", "inbound", request)
const onPhone = (request: object) => does({ channel: "whatsapp", from: phone, ...request })
const idOf = Effect.map(ofPhone, (all) => all.at(-1)?.id)

describe("threads of people", () => {
  it.effect("threads: have the messages of both sides on WhatsApp, and templates with their values", () =>
    Effect.gen(function* () {
      yield* onPhone({ type: "text", text: "Hi", name: "Ada" })
      yield* toPhone({ context: { message_id: "wamid.1" } })
      yield* toPhone({
        text: undefined,
        type: "template",
        template: {
          name: "order_update",
          language: { code: "en_US" },
          components: [
            {
              type: "body",
              parameters: [
                { type: "text", text: "Ada" },
                { type: "text", text: "42" }
              ]
            }
          ]
        }
      })
      const messages = yield* ofPhone
      assert.deepStrictEqual(
        messages.slice(0, 2).map((message) => Struct.omit(message, ["id"])),
        [
          {
            at,
            by: "person",
            content: { type: "text", text: { body: "Hi" } },
            template: null,
            outcomes: [],
            reactions: { business: null, person: null },
            isEdited: false,
            isDeleted: false
          },
          {
            at,
            by: "business",
            content: { type: "text", text: { body: "Hello" }, context: { message_id: "wamid.1" } },
            template: null,
            outcomes: ["sent", "delivered", "read"],
            reactions: { business: null, person: null },
            isEdited: false,
            isDeleted: false
          }
        ]
      )
      assert.include(JSON.stringify(messages[2]?.template), "Ada")
      assert.deepInclude((yield* listed)[0], { personId: phone, name: "Ada", unread: 0 })
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("threads: reactions, edits and deletions are shown at the message", () =>
    Effect.gen(function* () {
      yield* onPhone({ type: "text", text: "Helo" })
      const messageId = yield* idOf
      yield* onPhone({ type: "edit", messageId, text: "Hello" })
      yield* toPhone({ text: undefined, type: "reaction", reaction: { message_id: messageId, emoji: "👍" } })
      const [edited] = yield* ofPhone
      assert.deepInclude(edited, {
        content: { type: "text", text: { body: "Hello" } },
        isEdited: true,
        reactions: { business: "👍", person: null }
      })
      yield* onPhone({ type: "revoke", messageId })
      assert.deepInclude((yield* ofPhone)[0], { content: {}, isDeleted: true })

      yield* toPhone()
      yield* onPhone({ type: "reaction", messageId: yield* idOf, emoji: "❤" })
      assert.deepInclude((yield* ofPhone)[1], { reactions: { business: null, person: "❤" } })
      yield* onPhone({ type: "reaction", messageId: yield* idOf, emoji: "" })
      assert.deepInclude((yield* ofPhone)[1], { reactions: { business: null, person: null } })
      assert.strictEqual((yield* ofPhone).length, 2)
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("threads: failed messages are absent", () =>
    Effect.gen(function* () {
      yield* toPhone()
      assert.deepStrictEqual(yield* contents, [])
      yield* onPhone({ type: "text", text: "Hi" })
      yield* control("POST", "faults", { rules: [{ mode: "async", code: 131026, times: 1 }] })
      yield* toPhone()
      yield* toPhone({ text: { body: "Again" } })
      assert.deepStrictEqual(yield* contents, [
        ["person", { type: "text", text: { body: "Hi" } }],
        ["business", { type: "text", text: { body: "Again" } }]
      ])
    }).pipe(
      atNoon({
        delivery: "manual",
        seed: {
          phoneNumbers: [
            { id: phoneNumberId, displayPhoneNumber: "+1 555-078-3881", wabaId: "1", accessToken: "EAAemulated" }
          ],
          templates: {}
        }
      })
    )
  )

  it.effect("threads: have the messages, taps and reactions of Messenger and Instagram", () =>
    Effect.gen(function* () {
      yield* toPerson(messenger, {
        text: "Which?",
        quick_replies: [{ content_type: "text", title: "A", payload: "a" }]
      })
      yield* does({ channel: "messenger", from: messenger.to, type: "postback", title: "Start", payload: "START" })
      const ofMessenger = threadOf("messenger", page.id, messenger.to)
      assert.deepStrictEqual(
        (yield* ofMessenger).map(({ by, content }) => [by, content]),
        [
          ["business", { text: "Which?", quick_replies: [{ content_type: "text", title: "A", payload: "a" }] }],
          ["person", { postback: { title: "Start", payload: "START" } }]
        ]
      )

      yield* does({ channel: "instagram", to: account.id, from: byLogin.to, type: "text", text: "Hi", username: "ada" })
      const ofInstagram = threadOf("instagram", account.id, byLogin.to)
      const [message] = yield* ofInstagram
      yield* does({
        channel: "instagram",
        to: account.id,
        from: byLogin.to,
        type: "deletion",
        messageId: message?.id
      })
      assert.deepInclude((yield* ofInstagram)[0], { isDeleted: true, content: {} })
      assert.deepInclude((yield* listed)[0], { personId: byLogin.to, name: "ada" })
    }).pipe(atNoon({ delivery: "manual" }))
  )
})

describe("manual reading", () => {
  const manually = control("POST", "reading", { mode: "manual" })

  it.effect("manual reading: sends a receipt for each unread message on WhatsApp", () =>
    Effect.gen(function* () {
      yield* manually
      yield* onPhone({ type: "text", text: "Hi" })
      yield* toPhone({ biz_opaque_callback_data: "mine" })
      yield* toPhone()
      yield* flushed
      const before = (yield* bodies).length
      const [, first] = yield* ofPhone
      assert.deepInclude((yield* listed)[0], { unread: 2 })
      assert.deepStrictEqual(yield* onPhone({ type: "read", messageId: first?.id }), {
        status: 200,
        body: { messageId: null }
      })
      const { all } = yield* flushed
      assert.deepStrictEqual(all.slice(before), [
        ofNumber(noon / 1000, {
          id: "wamid.ID",
          status: "read",
          timestamp: String(noon / 1000),
          recipient_id: phone,
          biz_opaque_callback_data: "mine"
        })
      ])
      assert.deepInclude((yield* listed)[0], { unread: 1 })
      yield* onPhone({ type: "read" })
      yield* onPhone({ type: "read" })
      assert.strictEqual((yield* flushed).all.length, before + 2)
      assert.deepInclude((yield* listed)[0], { unread: 0 })
      assert.deepStrictEqual(yield* onPhone({ type: "read", messageId: "wamid.other" }), {
        status: 400,
        body: { error: "messageId: names no message of this conversation" }
      })
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("manual reading: sends one receipt for all on Messenger, and one for each on Instagram", () =>
    Effect.gen(function* () {
      yield* manually
      for (const way of [messenger, byLogin]) {
        yield* toPerson(way)
        yield* toPerson(way)
      }
      yield* flushed
      const before = (yield* bodies).length
      yield* does({ channel: "messenger", from: messenger.to, type: "read" })
      yield* does({ channel: "instagram", to: account.id, from: byLogin.to, type: "read" })
      const { all } = yield* flushed
      const told = (object: string, id: string, from: string, read: object) => ({
        object,
        entry: [
          {
            id,
            time: noon,
            messaging: [{ sender: { id: from }, recipient: { id }, timestamp: noon, read }]
          }
        ]
      })
      const seen = told("instagram", account.id, byLogin.to, { mid: "aWdfID" })
      assert.deepStrictEqual(all.slice(before), [told("page", page.id, messenger.to, { watermark: noon }), seen, seen])
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("manual reading: is a setting that the emulator returns", () =>
    Effect.gen(function* () {
      const Setting = Schema.Struct({ reading: Schema.String, accounts: Schema.Array(Schema.Json) })
      const settings = Effect.map(control("GET", "accounts"), ({ body }) => Schema.decodeUnknownSync(Setting)(body))
      assert.strictEqual((yield* settings).reading, "automatic")
      yield* manually
      assert.strictEqual((yield* settings).reading, "manual")
      assert.deepInclude((yield* settings).accounts, {
        channel: "messenger",
        id: page.id,
        name: "MyLife",
        businessAccountId: null
      })
    }).pipe(atNoon())
  )

  it.effect("threads: show what the business has read, and that it is typing until it answers", () =>
    Effect.gen(function* () {
      const signs = (channel: string, accountId: string, personId: string) =>
        Effect.map(
          control("GET", `thread?${new URLSearchParams({ channel, accountId, personId }).toString()}`),
          ({ body }) => Schema.decodeUnknownSync(Signs)(body)
        )
      const later = new Date(noon + 25_000).toISOString()
      yield* onPhone({ type: "text", text: "Hi" })
      const id = yield* idOf
      const none = { readByBusiness: null, typingUntil: null }
      const ofPhoneNow = signs("whatsapp", phoneNumberId, phone)
      assert.deepStrictEqual(yield* ofPhoneNow, none)
      yield* toPhone({ to: undefined, text: undefined, type: undefined, status: "read", message_id: "wamid.other" })
      assert.deepStrictEqual(yield* ofPhoneNow, none)
      const read = { to: undefined, text: undefined, type: undefined, status: "read", message_id: id }
      yield* toPhone(read)
      assert.deepStrictEqual(yield* ofPhoneNow, { ...none, readByBusiness: id ?? null })
      yield* toPhone({ ...read, typing_indicator: { type: "text" } })
      assert.deepStrictEqual(yield* ofPhoneNow, { readByBusiness: id ?? null, typingUntil: later })
      yield* toPhone({})
      assert.deepStrictEqual(yield* ofPhoneNow, { ...none, readByBusiness: id ?? null })

      yield* does({ channel: "messenger", from: messenger.to, type: "text", text: "Hi" })
      const last = (yield* threadOf("messenger", page.id, messenger.to)).at(-1)?.id ?? null
      const act = (sender_action: string) =>
        request(`${messenger.path}?access_token=${messenger.token}`, {
          method: "POST",
          body: JSON.stringify({ recipient: { id: messenger.to }, sender_action })
        })
      yield* act("mark_seen")
      yield* act("typing_on")
      const onPage = signs("messenger", page.id, messenger.to)
      assert.deepStrictEqual(yield* onPage, { readByBusiness: last, typingUntil: later })
      yield* act("TYPING_OFF")
      assert.deepStrictEqual(yield* onPage, { ...none, readByBusiness: last })
    }).pipe(atNoon())
  )
})
