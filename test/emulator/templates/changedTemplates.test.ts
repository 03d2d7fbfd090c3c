import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../../emulator/Emulator.ts"
import { noon } from "../reportingWorld.ts"
import { emulated, get, stranger, wabaId } from "../platform.ts"
import { body, change, create, errorOf, invalid, parcel, path, reported, reporting, statusOf } from "./submitting.ts"

describe("changes of templates", () => {
  it.effect("changed templates: an edit is reviewed again, once a day for an approved one", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const { id } = yield* create()
      const edit = (params: object) => change("POST", `/${id}`, params)
      const pending = errorOf(yield* edit({ components: [body("Now.")] }))
      assert.strictEqual(
        pending.error_user_msg,
        "This message template is PENDING. Only approved, rejected or paused templates can be edited."
      )
      yield* TestClock.adjust("3 seconds")
      const category = errorOf(yield* edit({ category: "MARKETING" }))
      assert.strictEqual(category.error_user_msg, "The category of an approved template can't be changed.")

      assert.deepStrictEqual(yield* edit({ components: [body("It is here.")] }), {
        status: 200,
        body: { success: true }
      })
      assert.deepStrictEqual((yield* get(`/${id}?fields=status,components`)).body, {
        id,
        status: "PENDING",
        components: [body("It is here.")]
      })
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* statusOf(id), { id, status: "APPROVED" })
      const again = errorOf(yield* edit({ components: [body("It is there.")] }))
      assert.strictEqual(again.error_user_msg, "An approved template can be edited once in 24 hours.")
      yield* TestClock.adjust("24 hours")
      assert.strictEqual((yield* edit({ components: [body("It is there.")] })).status, 200)
    }).pipe(Effect.provide(reporting()))
  )

  it.effect("changed templates: an edit preserves other fields, and requires at least one", () =>
    Effect.gen(function* () {
      const { inbound } = yield* Emulated.Emulator
      const { id } = yield* create({ message_send_ttl_seconds: 600 })
      yield* inbound({
        channel: "whatsapp",
        type: "template_status",
        name: parcel.name,
        language: "en_US",
        event: "PAUSED"
      })
      const nothing = errorOf(yield* change("POST", `/${id}`, {}))
      assert.strictEqual(
        nothing.message,
        "(#100) One of the parameters category, components and message_send_ttl_seconds is required."
      )
      assert.strictEqual((yield* change("POST", `/${id}`, { category: "MARKETING" })).status, 200)
      assert.deepStrictEqual((yield* get(`/${id}?fields=category,components,message_send_ttl_seconds`)).body, {
        id,
        category: "MARKETING",
        message_send_ttl_seconds: 600,
        components: parcel.components
      })
      assert.strictEqual((yield* change("POST", `/${id}`, { category: "UTILITY" }, stranger.accessToken)).status, 400)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect(
    "changed templates: deletion by name covers all languages, by id one, and reserves the name for 30 days",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const english = yield* create()
        const spanish = yield* create({ language: "es" })
        yield* TestClock.adjust("3 seconds")
        const gone = { status: 200, body: { success: true } }
        assert.deepStrictEqual(yield* change("DELETE", `${path}?name=${parcel.name}&hsm_id=${spanish.id}`), gone)
        assert.strictEqual((yield* get(`/${spanish.id}`)).status, 400)
        assert.strictEqual((yield* get(`/${english.id}`)).status, 200)
        assert.deepStrictEqual(yield* change("DELETE", `${path}?name=${parcel.name}`), gone)
        assert.deepStrictEqual(
          errorOf(yield* change("DELETE", `${path}?name=${parcel.name}`)),
          invalid(2593002, "Message Template Not Found", "The message template was not found.")
        )
        assert.deepStrictEqual((yield* reported).slice(2), [
          [wabaId, "message_template_status_update", "DELETED", parcel.name, "NONE"],
          [wabaId, "message_template_status_update", "DELETED", parcel.name, "NONE"]
        ])
        yield* TestClock.adjust("29 days")
        assert.strictEqual(errorOf(yield* change("POST", path, parcel)).error_subcode, 2388023)
        yield* TestClock.adjust("1 day")
        yield* create()
      }).pipe(Effect.provide(reporting()))
  )

  it.effect("changed templates: deletion by ids is all or nothing, and refused for disabled ones", () =>
    Effect.gen(function* () {
      const { inbound } = yield* Emulated.Emulator
      const first = yield* create()
      const second = yield* create({ name: "another" })
      const deleting = (query: string) => change("DELETE", `${path}?${query}`)
      assert.strictEqual(errorOf(yield* deleting(`hsm_ids=["${first.id}","1"]`)).error_subcode, 2593002)
      assert.strictEqual(
        errorOf(yield* deleting(`hsm_ids=[${first.id}]&name=another`)).message,
        "(#100) Param hsm_ids cannot be combined with name or hsm_id."
      )
      assert.strictEqual(errorOf(yield* deleting("")).message, "(#100) The parameter name is required.")
      yield* inbound({
        channel: "whatsapp",
        type: "template_status",
        name: "another",
        language: "en_US",
        event: "DISABLED"
      })
      assert.strictEqual(
        errorOf(yield* deleting("name=another")).error_user_msg,
        "A disabled template can't be deleted."
      )
      yield* inbound({
        channel: "whatsapp",
        type: "template_status",
        name: "another",
        language: "en_US",
        event: "REINSTATED"
      })
      assert.strictEqual((yield* deleting(`hsm_ids=["${first.id}","${second.id}"]`)).status, 200)
      assert.strictEqual((yield* get(`/${first.id}`)).status, 400)
    }).pipe(Effect.provide(emulated()))
  )
})

describe("filtered lists of templates", () => {
  it.effect.each([
    ["content=VERIFICATION", ["verification_code"]],
    ["content=Call us", ["invoice_ready"]],
    ["name_or_content=order", ["order_update", "order_update", "invoice_ready", "intro_catalog_offer"]],
    ["name_or_content=ORDER_", ["order_update", "order_update"]],
    ["quality_score=GREEN", []],
    ["language=es,de", ["order_update"]],
    ['status=["REJECTED","PAUSED"]', ["miracle_cure", "daily_deal"]]
  ] as const)("template list: is filtered by %s", ([query, names]) =>
    Effect.gen(function* () {
      const { body: found } = yield* get(`${path}?fields=name&${query}`)
      const Page = Schema.Struct({ data: Schema.Array(Schema.Struct({ name: Schema.String })) })
      assert.deepStrictEqual(
        Schema.decodeUnknownSync(Page)(found).data.map(({ name }) => name),
        [...names]
      )
    }).pipe(Effect.provide(emulated()))
  )
})
