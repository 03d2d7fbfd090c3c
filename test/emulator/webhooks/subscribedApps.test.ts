import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Emulated from "../../../emulator/Emulator.ts"
import { account, call, page, seed } from "../pages.ts"
import { accessToken, control, wabaId } from "../platform.ts"
import * as Receiver from "../receiver.ts"

const reporting = Layer.unwrap(
  Effect.map(Receiver.Receiver, ({ url }) =>
    Emulated.layer({
      host: "127.0.0.1",
      port: 0,
      seed,
      callback: { url, appSecret: "app-secret" },
      delivery: "manual",
      statuses: "none"
    })
  )
).pipe(Layer.provideMerge(Receiver.layer))

const app = {
  id: "1517776481860111",
  name: "Emulated App",
  link: "https://www.facebook.com/games/?app_id=1517776481860111"
}

const edge = (method: string, id: string, token: string, params?: object) =>
  call(method, `/v23.0/${id}/subscribed_apps`, params, token)

const writes = (channel: string, to: string) =>
  Effect.gen(function* () {
    yield* control("POST", "inbound", { channel, from: "16505551234", to, type: "text", text: "Hi" })
    return (yield* (yield* Emulated.Emulator).flush).delivered
  })

describe("the subscription of an account", () => {
  it.effect("is there from the start, and its end ends the reports about the account", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* edge("GET", wabaId, accessToken)).body, {
        data: [{ whatsapp_business_api_data: app }]
      })
      assert.strictEqual(yield* writes("messenger", page.id), 1)
      assert.deepStrictEqual((yield* edge("DELETE", page.id, page.accessToken)).body, { success: true })
      assert.deepStrictEqual((yield* edge("GET", page.id, page.accessToken)).body, { data: [] })
      assert.strictEqual(yield* writes("messenger", page.id), 0)
      assert.strictEqual(yield* writes("instagram", account.id), 1)

      const fields = { subscribed_fields: "messages,messaging_postbacks" }
      assert.deepStrictEqual((yield* edge("POST", page.id, page.accessToken, fields)).body, { success: true })
      assert.deepStrictEqual((yield* edge("GET", page.id, page.accessToken)).body, {
        data: [{ ...app, category: "Business", subscribed_fields: ["messages", "messaging_postbacks"] }]
      })
      assert.strictEqual(yield* writes("messenger", page.id), 1)
    }).pipe(Effect.provide(reporting))
  )

  it.effect("of a business account ends and begins without fields", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* edge("DELETE", wabaId, accessToken)).body, { success: true })
      const { body } = yield* control("POST", "inbound", {
        channel: "whatsapp",
        from: "16505551234",
        type: "text",
        text: "Hi"
      })
      assert.hasAllKeys(body, ["messageId"])
      assert.strictEqual((yield* (yield* Emulated.Emulator).flush).delivered, 0)
      assert.deepStrictEqual((yield* edge("POST", wabaId, accessToken)).body, { success: true })
      assert.deepStrictEqual((yield* edge("GET", wabaId, accessToken)).body, {
        data: [{ whatsapp_business_api_data: app }]
      })
      assert.strictEqual((yield* edge("GET", wabaId, page.accessToken)).status, 400)
    }).pipe(Effect.provide(reporting))
  )
})
