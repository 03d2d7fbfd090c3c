import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../emulator/Emulator.ts"
import {
  account,
  byLogin,
  call,
  emulated,
  follower,
  linked,
  messenger,
  otherPage,
  page,
  refusedByLogin,
  refusedOverPage,
  unsupported
} from "./pages.ts"
import * as Platform from "./platform.ts"

const { accessToken, displayPhoneNumber, get, phoneNumberId, refused, stranger, wabaId } = Platform

const ok = (body: unknown): Platform.Answer => ({ status: 200, body })
const read = (path: string, token = page.accessToken) => call("GET", path, undefined, token)
const nonexisting = (field: string, type: string) =>
  refused(400, 100, `(#100) Tried accessing nonexisting field (${field}) on node type (${type})`)

const number = {
  verified_name: "Emulated Business",
  code_verification_status: "VERIFIED",
  display_phone_number: displayPhoneNumber,
  quality_rating: "GREEN",
  platform_type: "CLOUD_API",
  throughput: { level: "STANDARD" },
  id: phoneNumberId
}

describe("reading accounts", () => {
  it.effect("account node: has default fields and requested fields", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get(`/v23.0/${phoneNumberId}`), ok(number))
      assert.deepStrictEqual(
        yield* get(`/${phoneNumberId}?fields=status,throughput{level}`),
        ok({ throughput: { level: "STANDARD" }, status: "CONNECTED", id: phoneNumberId })
      )
      assert.deepStrictEqual(
        yield* get(`/${wabaId}?fields=name,currency`),
        ok({ id: wabaId, name: "Emulated Business", currency: "USD" })
      )
      assert.deepStrictEqual(yield* read(`/${page.id}`), ok({ name: "MyLife", id: page.id }))
      assert.deepStrictEqual(
        yield* read(`/${page.id}?fields=instagram_business_account`),
        ok({ id: page.id, instagram_business_account: { id: linked.id } })
      )
      assert.deepStrictEqual(
        yield* read(`/${linked.id}?fields=username`),
        ok({ id: linked.id, username: linked.username })
      )
      assert.deepStrictEqual(yield* read(`/${account.id}`, account.accessToken), ok({ id: account.id }))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("account node: me is the owner of the token", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read("/me"), ok({ name: "MyLife", id: page.id }))
      assert.deepStrictEqual(
        yield* read("/me?fields=user_id,username", account.accessToken),
        ok({ id: account.id, username: account.username, user_id: account.id })
      )
      assert.deepStrictEqual(
        yield* read("/v23.0/me", accessToken),
        ok({ name: "Emulated System User", id: "122100000000000001" })
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("emulator: an Instagram account has an id for the app and another in webhooks", () =>
    Effect.gen(function* () {
      const withLogin = { ...account, loginId: "26000000000000001" }
      const both = ok({ id: withLogin.loginId, user_id: account.id })
      yield* Effect.gen(function* () {
        for (const id of ["me", account.id, withLogin.loginId]) {
          assert.deepStrictEqual(yield* read(`/${id}?fields=id,user_id`, account.accessToken), both)
        }
      }).pipe(Effect.provide(emulated({ instagramAccounts: [linked, withLogin] })))
    })
  )

  it.effect("account node: the token of another account and unknown fields are refused", () =>
    Effect.gen(function* () {
      for (const [id, token] of [
        [phoneNumberId, stranger.accessToken],
        [wabaId, stranger.accessToken],
        [page.id, otherPage.accessToken],
        [linked.id, account.accessToken],
        [account.id, page.accessToken],
        ["4711", accessToken]
      ] as const) {
        assert.deepStrictEqual(yield* read(`/${id}`, token), unsupported("get", id))
      }
      assert.deepStrictEqual(
        yield* get(`/${phoneNumberId}?fields=id,nothing`),
        nonexisting("nothing", "WhatsAppBusinessPhoneNumber")
      )
      assert.deepStrictEqual(yield* get("/v23.0"), refused(400, 2500, "Unknown path components: /"))
      assert.strictEqual((yield* get("/me", "EAAnobody")).status, 401)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("account node: is counted for its channel", () =>
    Effect.gen(function* () {
      yield* get(`/${phoneNumberId}`)
      yield* get(`/${wabaId}`)
      yield* read(`/${page.id}`)
      yield* read(`/${account.id}`, account.accessToken)
      yield* read(`/${follower}`)
      yield* read("/4711")
      const channels = (yield* (yield* Emulator).ledger).map(({ channel }) => channel)
      assert.deepStrictEqual(channels, ["whatsapp", "whatsapp", "messenger", "instagram", "instagram", null])
    }).pipe(Effect.provide(emulated()))
  )
})

describe("the numbers of a business account", () => {
  it.effect("phone numbers: are listed in pages", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* get(`/v23.0/${wabaId}/phone_numbers`),
        ok({ data: [number], paging: { cursors: { before: "MAZDZD", after: "MAZDZD" } } })
      )
      assert.deepStrictEqual(
        yield* get(`/${wabaId}/phone_numbers?fields=id&limit=1`),
        ok({ data: [{ id: phoneNumberId }], paging: { cursors: { before: "MAZDZD", after: "MAZDZD" } } })
      )
      assert.deepStrictEqual(yield* get(`/${stranger.wabaId}/phone_numbers`), unsupported("get", stranger.wabaId))
      assert.deepStrictEqual(
        yield* get(`/${wabaId}/phone_numbers?fields=nothing`),
        nonexisting("nothing", "WhatsAppBusinessPhoneNumber")
      )
    }).pipe(Effect.provide(emulated()))
  )
})

describe("reading people", () => {
  const ada = "2711636948859886"
  const conversations = {
    [page.id]: [{ personId: ada, name: "Ada King Lovelace" }],
    [linked.id]: [{ personId: follower, name: "000_kaua000" }],
    [account.id]: [{ personId: byLogin.to, name: "lima" }]
  }

  it.effect("person node: the Page of the conversation reads the name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(`/${ada}`), ok({ first_name: "Ada", last_name: "King Lovelace", id: ada }))
      assert.deepStrictEqual(yield* read(`/${ada}?fields=name,profile_pic`), ok({ name: "Ada King Lovelace", id: ada }))
      assert.deepStrictEqual(yield* read(`/${ada}?fields=username`), nonexisting("username", "User"))
      assert.deepStrictEqual(yield* read(`/${ada}`, otherPage.accessToken), unsupported("get", ada))
    }).pipe(Effect.provide(emulated({ conversations })))
  )

  it.effect("person node: an Instagram account reads the username", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* read(`/${follower}?fields=name,username,profile_pic`),
        ok({ name: "000_kaua000", username: "000_kaua000", id: follower })
      )
      assert.deepStrictEqual(yield* read(`/${byLogin.to}`, account.accessToken), ok({ name: "lima", id: byLogin.to }))
      const text = "(#100) Tried accessing nonexisting field (first_name) on node type (IGBusinessScopedID)"
      assert.deepStrictEqual(yield* read(`/${follower}?fields=first_name`), refusedOverPage(text))
      assert.deepStrictEqual(yield* read(`/${byLogin.to}?fields=first_name`, account.accessToken), refusedByLogin(text))
    }).pipe(Effect.provide(emulated({ conversations })))
  )
})

describe("subscriptions of an app", () => {
  const subscribe = (id: string, token: string, params: object = {}) =>
    call("POST", `/v23.0/${id}/subscribed_apps`, params, token)
  const done = ok({ success: true })

  it.effect("subscription: a business account has no fields, a Page and an Instagram account have", () =>
    Effect.gen(function* () {
      const fields = { subscribed_fields: ["messages", "messaging_postbacks"] }
      assert.deepStrictEqual(yield* subscribe(wabaId, accessToken), done)
      assert.deepStrictEqual(yield* subscribe(page.id, page.accessToken, fields), done)
      assert.deepStrictEqual(yield* subscribe("me", page.accessToken, { subscribed_fields: "messages" }), done)
      assert.deepStrictEqual(yield* subscribe(account.id, account.accessToken, fields), done)
      assert.deepStrictEqual(yield* call("DELETE", `/${page.id}/subscribed_apps`), done)
      const missing = refused(400, 100, "(#100) The parameter subscribed_fields is required.")
      assert.deepStrictEqual(yield* subscribe(page.id, page.accessToken), missing)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("subscription: objects without subscriptions and foreign accounts are refused", () =>
    Effect.gen(function* () {
      for (const [id, token] of [
        [phoneNumberId, accessToken],
        ["me", accessToken],
        [stranger.wabaId, accessToken],
        [page.id, otherPage.accessToken],
        [messenger.to, page.accessToken]
      ] as const) {
        assert.deepStrictEqual(yield* subscribe(id, token), unsupported("post", id))
      }
    }).pipe(Effect.provide(emulated()))
  )
})

describe("attachments of Messenger", () => {
  const upload = (params: object, token = page.accessToken, id = "me") =>
    call("POST", `/v23.0/${id}/message_attachments`, params, token)
  const attachment = (type: string, payload: object) => ({ message: { attachment: { type, payload } } })

  it.effect("attachment upload: an address becomes an id", () =>
    Effect.gen(function* () {
      const url = "https://example.com/a.png"
      const { body, status } = yield* upload(attachment("image", { url, is_reusable: true }))
      assert.strictEqual(status, 200)
      assert.match(JSON.stringify(body), /^\{"attachment_id":"\d{16}"\}$/)
      assert.strictEqual((yield* upload(attachment("file", { url }), page.accessToken, page.id)).status, 200)

      const param = (text: string) => refusedOverPage(`(#100) ${text}`)
      assert.deepStrictEqual(yield* upload({}), param("The parameter message is required"))
      assert.deepStrictEqual(
        yield* upload(attachment("image", {})),
        param("The parameter message[attachment][payload][url] is required")
      )
      assert.deepStrictEqual(
        yield* upload(attachment("image", { url: "a.png" })),
        param("message[attachment][payload][url] should represent a valid URL")
      )
      assert.deepStrictEqual(
        yield* upload(attachment("template", { url })),
        param('Param message[attachment][type] must be one of {AUDIO, FILE, IMAGE, VIDEO} - got "template".')
      )
      assert.deepStrictEqual(
        yield* upload(attachment("image", { url }), otherPage.accessToken, page.id),
        unsupported("post", page.id)
      )
    }).pipe(Effect.provide(emulated()))
  )
})
