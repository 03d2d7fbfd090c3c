import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Schema } from "effect"
import { readDelivery } from "../../../src/adapters/meta/inbound/readDelivery.ts"
import { Emulator } from "../../../emulator/Emulator.ts"
import { call, emulated, page } from "../pages.ts"
import { setNow } from "./personSide.ts"
import { control, request } from "../platform.ts"
import * as Receiver from "../receiver.ts"

const ada = { channel: "whatsapp", from: "16505551234" }
const psid = "2711636948859886"

const readAnswer = Schema.decodeUnknownSync(Schema.Struct({ messageId: Schema.String }))

describe("POST /_emulator/inbound", () => {
  it.effect("answers the id of what the app is then told", () =>
    Effect.gen(function* () {
      yield* setNow
      const { next, url } = yield* Receiver.Receiver
      yield* (yield* Emulator).setCallback(Option.some({ url, appSecret: "secret" }))
      const { body, status } = yield* control("POST", "inbound", { ...ada, type: "text", text: "Hi" })
      assert.strictEqual(status, 200)
      const { messageId } = readAnswer(body)
      assert.deepStrictEqual(Object.keys(Object(body)), ["messageId"])
      const items = readDelivery(JSON.parse((yield* next).body), DateTime.makeUnsafe(0))
      assert.deepStrictEqual(
        items.map((item) =>
          item._tag === "MessageReceived" ? { id: String(item.platformMessageId), content: item.content } : null
        ),
        [{ id: messageId, content: { text: "Hi" } }]
      )
    }).pipe(Effect.provide(emulated()), Effect.provide(Receiver.layer))
  )

  it.effect("answers null for what has no id of its own, and tells nobody without a callback", () =>
    Effect.gen(function* () {
      yield* setNow
      const changed = { channel: "whatsapp", type: "template_status", name: "hello_world", language: "en_US" }
      assert.deepStrictEqual(yield* control("POST", "inbound", { ...changed, event: "PAUSED" }), {
        status: 200,
        body: { messageId: null }
      })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect.each([
    [{ ...ada, type: "text" }, "text: Missing key"],
    [{ ...ada, type: "text", text: "Hi", to: "7" }, "to: names no number of the platform"],
    [[], "body: Expected object"]
  ])("refuses what nobody can do: %j", ([given, error]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* control("POST", "inbound", given), { status: 400, body: { error } })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("refuses what is no JSON", () =>
    Effect.gen(function* () {
      const { body, status } = yield* request("/_emulator/inbound", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{"
      })
      assert.strictEqual(status, 400)
      assert.match(JSON.stringify(body), /^\{"error":"body: /)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("shows the person in the conversations of the Page", () =>
    Effect.gen(function* () {
      yield* setNow
      const from = { channel: "messenger", from: psid, name: "Kun Liu" }
      yield* control("POST", "inbound", { ...from, type: "text", text: "Hi" })
      yield* control("POST", "inbound", { ...from, type: "image" })
      const fields = "snippet,unread_count,message_count,senders"
      assert.deepStrictEqual(yield* call("GET", `/${page.id}/conversations?fields=${fields}`), {
        status: 200,
        body: {
          data: [
            {
              id: `t_${psid}`,
              snippet: "Kun Liu sent an attachment.",
              unread_count: 2,
              message_count: 2,
              senders: {
                data: [
                  { name: "Kun Liu", email: `${psid}@facebook.com`, id: psid },
                  { name: page.name, email: `${page.id}@facebook.com`, id: page.id }
                ]
              }
            }
          ],
          paging: { cursors: { before: "MAZDZD", after: "MAZDZD" } }
        }
      })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("makes addresses of files that can be fetched", () =>
    Effect.gen(function* () {
      yield* setNow
      const { next, url } = yield* Receiver.Receiver
      yield* (yield* Emulator).setCallback(Option.some({ url, appSecret: "secret" }))
      const media = { mimeType: "text/plain", text: "Hello" }
      yield* control("POST", "inbound", { channel: "messenger", from: psid, type: "file", media })
      const [found = ""] = /http[^"]*\/_emulator\/files\/\d+/.exec((yield* next).body.replaceAll("\\/", "/")) ?? []
      const { url: emulatorUrl } = yield* Emulator
      assert.isTrue(found.startsWith(`${emulatorUrl}/_emulator/files/`))
      const response = yield* Effect.promise(() => fetch(found))
      assert.strictEqual(yield* Effect.promise(() => response.text()), "Hello")
      assert.strictEqual(response.headers.get("content-type"), "text/plain")
    }).pipe(Effect.provide(emulated()), Effect.provide(Receiver.layer))
  )
})
