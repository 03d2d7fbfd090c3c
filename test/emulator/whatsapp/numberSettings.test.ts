import { WhatsAppClient } from "@kapso/whatsapp-cloud-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../../emulator/Emulator.ts"
import { emulated } from "../pages.ts"
import {
  accessToken,
  type Answer,
  control,
  masked,
  phoneNumberId,
  refused,
  request,
  send,
  stranger
} from "../platform.ts"
import { noon } from "../reportingWorld.ts"

const call = (method: string, path: string, params?: object, token = accessToken) =>
  Effect.map(
    request(`/v23.0/${phoneNumberId}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(params === undefined ? {} : { body: JSON.stringify(params) })
    }),
    masked
  )

const done: Answer = { status: 200, body: { success: true } }
const product = { messaging_product: "whatsapp" }

describe("the profile of a number", () => {
  const path = "whatsapp_business_profile"

  it.effect("is what was last given of each part", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call("GET", `${path}?fields=about,vertical`), {
        status: 200,
        body: { data: [product] }
      })
      const first = { about: "Open till six", email: "shop@example.com", websites: ["https://example.com/"] }
      assert.deepStrictEqual(yield* call("POST", path, { ...product, ...first }), done)
      assert.deepStrictEqual(
        yield* call("POST", path, { ...product, about: "Open till seven", vertical: "retail" }),
        done
      )
      assert.deepStrictEqual(yield* call("GET", `${path}?fields=about,email,websites,vertical`), {
        status: 200,
        body: { data: [{ ...first, about: "Open till seven", vertical: "RETAIL", ...product }] }
      })
      assert.deepStrictEqual(yield* call("GET", path), { status: 200, body: { data: [product] } })
      const others = yield* request(
        `/${stranger.phoneNumberId}/${path}?fields=about&access_token=${stranger.accessToken}`
      )
      assert.deepStrictEqual(others.body, { data: [product] })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect.each([
    [
      "another product",
      { messaging_product: "sms", about: "a" },
      '(#100) Param messaging_product must be one of {WHATSAPP} - got "sms".'
    ],
    ["nothing", product, "(#100) At least one field of the profile is required."],
    [
      "a text that is too long",
      { ...product, about: "a".repeat(140) },
      "(#100) Param about must be at most 139 characters long."
    ],
    [
      "three websites",
      { ...product, websites: ["https://a.example", "https://b.example", "https://c.example"] },
      "(#100) Param websites must have at most 2 items."
    ],
    ["no address of a website", { ...product, websites: ["a"] }, "(#100) Param websites[0] is not a valid URI."],
    ["no address", { ...product, email: "shop" }, "(#100) Param email is not a valid email address."]
  ] as const)("is refused %s", ([, params, message]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call("POST", path, params), refused(400, 100, message))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is changed and read by a client that was made for the real platform", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulated.Emulator
      const { phoneNumbers } = new WhatsAppClient({ accessToken, baseUrl: url })
      const given = { about: "Open", websites: ["https://example.com/"] }
      yield* Effect.promise(() => phoneNumbers.businessProfile.update({ phoneNumberId, ...given }))
      const read = yield* Effect.promise(() =>
        phoneNumbers.businessProfile.get({ phoneNumberId, fields: "about,websites" })
      )
      assert.deepInclude(JSON.parse(JSON.stringify(read)).data[0], given)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is that of the token's own numbers", () =>
    Effect.gen(function* () {
      for (const method of ["GET", "POST"]) {
        assert.strictEqual((yield* call(method, path, undefined, stranger.accessToken)).status, 400)
      }
    }).pipe(Effect.provide(emulated()))
  )
})

describe("the people that a number blocks", () => {
  const path = "block_users"
  const ada = "16505551234"
  const blocking = (...users: ReadonlyArray<string>) => ({ ...product, block_users: users.map((user) => ({ user })) })
  const adaWrites = control("POST", "inbound", { channel: "whatsapp", from: ada, type: "text", text: "Hi" })

  it.effect("neither receive anything nor send anything until they are unblocked", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      yield* adaWrites
      assert.deepStrictEqual(yield* call("POST", path, blocking(`+${ada}`)), {
        status: 200,
        body: { ...product, block_users: { added_users: [{ input: `+${ada}`, wa_id: ada }] } }
      })
      assert.deepStrictEqual(
        yield* send({ text: { body: "Hello" } }),
        refused(
          400,
          131026,
          "(#131026) Message undeliverable",
          "Message Undeliverable. The business has blocked this user."
        )
      )
      assert.deepStrictEqual(yield* adaWrites, {
        status: 400,
        body: { error: "from: the business has blocked this person" }
      })
      const { body } = yield* call("GET", path)
      assert.deepInclude(body, { data: [{ ...product, wa_id: ada }] })

      assert.deepStrictEqual(yield* call("DELETE", path, blocking(ada)), {
        status: 200,
        body: { ...product, block_users: { removed_users: [{ input: ada, wa_id: ada }] } }
      })
      assert.deepStrictEqual(yield* call("GET", path), { status: 200, body: { data: [] } })
      assert.strictEqual((yield* send({ text: { body: "Hello" } })).status, 200)
      assert.strictEqual((yield* adaWrites).status, 200)
    }).pipe(Effect.provide(emulated({ windows: "strict" })))
  )

  it.effect("are blocked by whichever id they are written to", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const userId = "US.13491208655302741918"
      yield* control("POST", "inbound", { channel: "whatsapp", from: ada, userId, type: "text", text: "Hi" })
      assert.strictEqual((yield* call("POST", path, blocking(ada))).status, 200)
      const toUserId = { to: undefined, recipient: userId, text: { body: "Hello" } }
      assert.strictEqual((yield* send(toUserId)).status, 400)
      assert.strictEqual((yield* call("DELETE", path, blocking(ada))).status, 200)
      assert.strictEqual((yield* send(toUserId)).status, 200)
    }).pipe(Effect.provide(emulated({ windows: "strict" })))
  )

  it.effect("have written in the last 24 hours; the others are named", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      yield* adaWrites
      const failure = {
        input: "16505550000",
        wa_id: "16505550000",
        errors: [
          {
            message: "Re-engagement message",
            code: 131047,
            error_data: { details: "User has not messaged in the last 24 hours" }
          }
        ]
      }
      const error = {
        message: "(#139100) Failed to block/unblock some users",
        type: "OAuthException",
        code: 139100,
        error_data: { ...product, details: "Failed to block or unblock some users." },
        fbtrace_id: "TRACE"
      }
      assert.deepStrictEqual(yield* call("POST", path, blocking("16505550000", ada)), {
        status: 200,
        body: {
          ...product,
          block_users: { added_users: [{ input: ada, wa_id: ada }], failed_users: [failure] },
          error
        }
      })
      assert.deepStrictEqual(yield* call("POST", path, blocking("16505550000")), {
        status: 400,
        body: { ...product, block_users: { added_users: [], failed_users: [failure] }, error }
      })
    }).pipe(Effect.provide(emulated({ windows: "strict" })))
  )

  it.effect("are at most a thousand in one call", () =>
    Effect.gen(function* () {
      const many = blocking(...Array.from({ length: 1001 }, (_, index) => String(16_505_550_000 + index)))
      const message = "(#100) Param block_users must have 1 to 1000 items."
      assert.deepStrictEqual(yield* call("POST", path, many), refused(400, 100, message))
      assert.deepStrictEqual(yield* call("POST", path, blocking()), refused(400, 100, message))
    }).pipe(Effect.provide(emulated()))
  )
})

describe("the QR codes of a number", () => {
  const path = "message_qrdls"
  const Code = Schema.Struct({ code: Schema.String, prefilled_message: Schema.String, deep_link_url: Schema.String })
  const create = (prefilled_message: string) =>
    Effect.map(call("POST", path, { prefilled_message, generate_qr_image: "SVG" }), ({ body }) =>
      Schema.decodeUnknownSync(Code)(body)
    )

  it.effect("are made, listed, changed and removed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const first = yield* create("Cyber Monday")
      const second = yield* create("Hello")
      assert.match(first.code, /^[A-Z2-7]{14}$/)
      assert.strictEqual(first.deep_link_url, `https://wa.me/message/${first.code}`)
      const list = (query = "") =>
        Effect.map(
          call("GET", `${path}${query}`),
          ({ body }) => Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(Schema.Json) }))(body).data
        )
      assert.deepStrictEqual(yield* list(), [second, first])
      assert.deepStrictEqual(yield* list(`/${first.code}`), [first])
      assert.deepStrictEqual(yield* list(`?code=${second.code}&fields=code,creation_time`), [
        { code: second.code, creation_time: noon / 1000 }
      ])

      const changed = { ...first, prefilled_message: "Cyber Tuesday" }
      assert.deepStrictEqual(yield* call("POST", `${path}/${first.code}`, { prefilled_message: "Cyber Tuesday" }), {
        status: 200,
        body: changed
      })
      assert.deepStrictEqual(yield* call("POST", path, { code: first.code, prefilled_message: "Cyber Tuesday" }), {
        status: 200,
        body: changed
      })
      assert.deepStrictEqual(yield* list(), [second, changed])
      assert.deepStrictEqual(yield* call("DELETE", `${path}/${second.code}`), done)
      assert.deepStrictEqual(yield* list(), [changed])
      const none = refused(400, 100, "(#100) The QR code does not exist.")
      assert.deepStrictEqual(yield* call("DELETE", `${path}/${second.code}`), none)
      assert.deepStrictEqual(yield* call("POST", `${path}/${second.code}`, { prefilled_message: "a" }), none)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("need a text of at most 140 characters", () =>
    Effect.gen(function* () {
      for (const [params, message] of [
        [{}, "(#100) The parameter prefilled_message is required."],
        [{ prefilled_message: "a".repeat(141) }, "(#100) Param prefilled_message must be at most 140 characters long."],
        [
          { prefilled_message: "a", generate_qr_image: "GIF" },
          '(#100) Param generate_qr_image must be one of {PNG, SVG} - got "GIF".'
        ]
      ] as const) {
        assert.deepStrictEqual(yield* call("POST", path, params), refused(400, 100, message))
      }
    }).pipe(Effect.provide(emulated()))
  )
})
