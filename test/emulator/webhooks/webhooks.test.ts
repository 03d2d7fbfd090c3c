import { verifySignature } from "@kapso/whatsapp-cloud-api/server"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { Emulator } from "../../../emulator/Emulator.ts"
import { acceptedBy, control, emulated, phoneNumberId, request, accessToken, send, wabaId } from "../platform.ts"
import * as Receiver from "../receiver.ts"

const appSecret = "app-secret"
const hello = { text: { body: "Hello" } }

const Sent = Schema.Struct({ messages: Schema.Array(Schema.Struct({ id: Schema.String })) })

const sendUnmasked = Effect.fnUntraced(function* (params: object) {
  const { body } = yield* request(`/${phoneNumberId}/messages?access_token=${accessToken}`, {
    method: "POST",
    body: JSON.stringify({ messaging_product: "whatsapp", to: "16505551234", ...hello, ...params })
  })
  return Schema.decodeUnknownSync(Sent)(body).messages[0]?.id
})

/** Reports are about these failures, and come to the receiver. */
const failing = Effect.fnUntraced(function* (code: number) {
  const { setCallback, setFaults } = yield* Emulator
  const { url } = yield* Receiver.Receiver
  yield* setCallback(Option.some({ url, appSecret }))
  yield* setFaults([{ code, mode: "async" }])
})

const failed = (id: string | undefined, more: object) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: wabaId,
      time: 1_795_176_000,
      changes: [
        {
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550783881", phone_number_id: phoneNumberId },
            statuses: [
              {
                id,
                status: "failed",
                timestamp: "1795176000",
                ...more,
                errors: [
                  {
                    code: 131047,
                    title: "Re-engagement message",
                    message: "Re-engagement message",
                    error_data: {
                      details:
                        "Message failed to send because more than 24 hours have passed since the customer last replied to this number."
                    },
                    href: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/"
                  }
                ]
              }
            ]
          },
          field: "messages"
        }
      ]
    }
  ]
})

describe("an asynchronous fault", () => {
  it.effect("lets the send be accepted and reports its failure, signed over the bytes that are sent", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.900Z"))
      yield* failing(131047)
      const receiver = yield* Receiver.Receiver
      const id = yield* sendUnmasked({ biz_opaque_callback_data: "bestellung/7 für Jürgen 😀" })
      const { body, headers } = yield* receiver.next

      assert.deepStrictEqual(
        JSON.parse(body),
        failed(id, { recipient_id: "16505551234", biz_opaque_callback_data: "bestellung/7 für Jürgen 😀" })
      )
      assert.include(body, '"bestellung\\/7 f\\u00fcr J\\u00fcrgen \\ud83d\\ude00"')
      assert.strictEqual(headers["content-type"], "application/json")
      const hmac = (algorithm: string) => createHmac(algorithm, appSecret).update(body).digest("hex")
      assert.strictEqual(headers["x-hub-signature-256"], `sha256=${hmac("sha256")}`)
      assert.strictEqual(headers["x-hub-signature"], `sha1=${hmac("sha1")}`)
      const signatureHeader = headers["x-hub-signature-256"] ?? ""
      assert.isTrue(verifySignature({ appSecret, rawBody: body, signatureHeader }))
      assert.isFalse(verifySignature({ appSecret: "other", rawBody: body, signatureHeader }))
    }).pipe(Effect.provide(emulated()), Effect.provide(Receiver.layer))
  )

  it.effect("names a recipient by wa_id, and a user without a number by the user's id", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      yield* failing(131047)
      const receiver = yield* Receiver.Receiver
      yield* control("POST", "people", { phone: "525512345678", waId: "5215512345678" })
      const toPhone = yield* sendUnmasked({ to: "+525512345678" })
      assert.deepStrictEqual(
        JSON.parse((yield* receiver.next).body),
        failed(toPhone, { recipient_id: "5215512345678" })
      )
      const toUser = yield* sendUnmasked({ to: undefined, recipient: "US.1349120865" })
      assert.deepStrictEqual(
        JSON.parse((yield* receiver.next).body),
        failed(toUser, { recipient_user_id: "US.1349120865" })
      )
    }).pipe(Effect.provide(emulated()), Effect.provide(Receiver.layer))
  )

  it.effect("is reported to whom the options or the control side name, until they are taken back", () =>
    Effect.gen(function* () {
      const receiver = yield* Receiver.Receiver
      const { setFaults } = yield* Emulator
      yield* setFaults([{ code: 131026, mode: "async" }])
      assert.deepStrictEqual(yield* send(hello), acceptedBy("16505551234"))

      assert.deepStrictEqual(yield* control("POST", "webhook", { url: receiver.url, appSecret }), {
        status: 200,
        body: { success: true }
      })
      const reported = yield* sendUnmasked({})
      assert.include((yield* receiver.next).body, String(reported).replaceAll("/", "\\/"))

      yield* control("DELETE", "webhook")
      assert.deepStrictEqual(yield* send(hello), acceptedBy("16505551234"))
      yield* control("POST", "webhook", { url: receiver.url, appSecret })
      const again = yield* sendUnmasked({})
      assert.include((yield* receiver.next).body, String(again).replaceAll("/", "\\/"))
    }).pipe(Effect.provide(emulated()), Effect.provide(Receiver.layer))
  )

  it.effect("is reported to the callback that the emulator was started with", () =>
    Effect.gen(function* () {
      const receiver = yield* Receiver.Receiver
      yield* Effect.gen(function* () {
        yield* (yield* Emulator).setFaults([{ code: 131026, mode: "async" }])
        const id = yield* sendUnmasked({})
        assert.include((yield* receiver.next).body, String(id).replaceAll("/", "\\/"))
      }).pipe(Effect.provide(emulated({ callback: { url: receiver.url, appSecret } })))
    }).pipe(Effect.provide(Receiver.layer))
  )

  it.effect.each([
    [{ url: "ftp://example.com", appSecret }, "url: must be an http(s) URL"],
    [{ url: "http://example.com" }, "appSecret: Missing key"],
    [{ url: "http://example.com", appSecret: "" }, "appSecret: Expected a value with a length of at least 1"]
  ] as const)("cannot be reported to %j", ([callback, error]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* control("POST", "webhook", callback), { status: 400, body: { error } })
    }).pipe(Effect.provide(emulated()))
  )
})
