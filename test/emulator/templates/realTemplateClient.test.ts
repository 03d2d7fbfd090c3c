import { GraphApiError, WhatsAppClient } from "@kapso/whatsapp-cloud-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import * as Emulated from "../../../emulator/Emulator.ts"
import { accessToken, emulated, phoneNumberId, wabaId } from "../platform.ts"
import { change, path } from "./submitting.ts"

describe("a client that was made for the real platform", () => {
  it.effect("creates, lists and deletes templates", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulated.Emulator
      const client = new WhatsAppClient({ accessToken, baseUrl: url })
      const { templates } = client
      const given = {
        businessAccountId: wabaId,
        name: "season_sale",
        language: "en_US",
        category: "MARKETING",
        parameterFormat: "POSITIONAL" as const,
        components: [
          { type: "HEADER", format: "TEXT", text: "Our {{1}} is on!", example: { headerText: ["Sale"] } },
          { type: "BODY", text: "Use code {{1}} today.", example: { bodyText: [["25OFF"]] } },
          { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Stop" }] }
        ]
      }
      const created = yield* Effect.promise(() => templates.create(given))
      assert.deepStrictEqual({ ...created, id: "" }, { id: "", status: "PENDING", category: "MARKETING" })
      const refused = yield* Effect.flip(
        Effect.tryPromise({ try: () => templates.create(given), catch: (error) => error })
      )
      assert.isTrue(refused instanceof GraphApiError && refused.code === 100 && refused.errorSubcode === 2388024)
      const listed = yield* Effect.promise(() => templates.list({ businessAccountId: wabaId, name: "season_sale" }))
      assert.deepStrictEqual(
        listed.data.map(({ name, status }) => [name, status]),
        [["season_sale", "PENDING"]]
      )
      const deleted = yield* Effect.promise(() => templates.delete({ businessAccountId: wabaId, name: "season_sale" }))
      assert.deepStrictEqual(deleted, { success: true })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("sends templates of a catalogue", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulated.Emulator
      const { messages } = new WhatsAppClient({ accessToken, baseUrl: url })
      const sections = [{ title: "Popular", product_items: [{ product_retailer_id: "2lc20305pt" }] }]
      const action = { thumbnail_product_retailer_id: "2lc20305pt", sections }
      const sent = yield* Effect.promise(() =>
        messages.sendTemplate({
          phoneNumberId,
          to: "+16505551234",
          template: {
            name: "abandoned_cart",
            language: { code: "en_US" },
            components: [
              { type: "header", parameters: [{ type: "text", text: "Pablo" }] },
              { type: "body", parameters: [{ type: "text", text: "10OFF" }] },
              { type: "button", subType: "mpm", index: 0, parameters: [{ type: "action", action }] }
            ]
          }
        })
      )
      assert.strictEqual(sent.messages[0]?.messageStatus, "accepted")
    }).pipe(Effect.provide(emulated()))
  )
})

/** Meta's own examples, where they lie beside the project. */
const file = new URL("../../../../shared/fixtures/meta-openapi-v23/templates.create.json", import.meta.url)
const examples = existsSync(file)
  ? Object.entries(
      Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.JsonObject)))(
        readFileSync(file, "utf8").replaceAll("<TEMPLATE_NAME>", "offer").replaceAll("{{Flow-ID}}", "1")
      )
    )
  : []

describe.skipIf(examples.length === 0)("Meta's own example", () => {
  it.effect.each(examples)("%s is taken for review", ([, params]) =>
    Effect.gen(function* () {
      const answer = yield* change("POST", path, { ...params, name: `${String(params["name"])}_2` })
      assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
    }).pipe(Effect.provide(emulated()))
  )
})
