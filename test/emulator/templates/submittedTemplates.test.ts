import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../../emulator/Emulator.ts"
import { noon } from "../reportingWorld.ts"
import { emulated, get, refused, send, stranger, wabaId } from "../platform.ts"
import { body, change, create, errorOf, invalid, parcel, path, reported, reporting, statusOf } from "./submitting.ts"

describe("submitted templates", () => {
  it.effect("submitted templates: are approved after a moment, and can then be sent", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const { id, ...created } = yield* create()
      assert.match(id, /^1\d{15}$/)
      assert.deepStrictEqual(created, { status: "PENDING", category: "UTILITY" })
      const use = {
        type: "template",
        template: {
          name: parcel.name,
          language: { code: "en_US" },
          components: [{ type: "body", parameters: [{ type: "text", text: "7" }] }]
        }
      }
      assert.strictEqual((yield* send(use)).status, 404)
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* statusOf(id), { id, status: "APPROVED" })
      assert.strictEqual((yield* send(use)).status, 200)
      assert.deepStrictEqual(yield* reported, [
        [wabaId, "message_template_status_update", "APPROVED", parcel.name, "NONE"]
      ])
    }).pipe(Effect.provide(reporting()))
  )

  it.effect.each([
    ["ORDER_DETAILS", "order_details", { order_details: { reference_id: "1", type: "digital-goods" } }],
    ["REMINDER", "reminder", null],
    ["BOOKING_CONFIRMATION", "booking_confirmation", null]
  ] as const)("templates: a button of type %s is created, approved and sent", ([type, sub_type, action]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const buttons = { type: "BUTTONS", buttons: [{ type: sub_type, text: "Show" }] }
      const { id } = yield* create({ name: sub_type, components: [body("Thank you!"), buttons] })
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* statusOf(id), { id, status: "APPROVED" })
      const sendWith = (parameters: ReadonlyArray<object>) =>
        send({
          type: "template",
          template: {
            name: sub_type,
            language: { code: "en_US" },
            components: [{ type: "button", sub_type, index: 0, parameters }]
          }
        })
      const values = [{ type: "action", action: action ?? { any: 1 } }]
      assert.strictEqual((yield* sendWith(values)).status, 200)
      // An order has to be named; the others may go without a value.
      assert.strictEqual((yield* sendWith([])).status, action === null ? 200 : 400, type)
      assert.strictEqual((yield* sendWith([{ type: "payload", payload: "x" }])).status, 400)
    }).pipe(Effect.provide(reporting()))
  )

  it.effect("submitted templates: a template with a product requires it in the send", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const spm = { type: "BUTTONS", buttons: [{ type: "SPM", text: "View" }] }
      yield* create({
        name: "one_product",
        category: "MARKETING",
        components: [{ type: "HEADER", format: "PRODUCT" }, body("Look at this!"), spm]
      })
      yield* TestClock.adjust("3 seconds")
      const sendWith = (product: object) =>
        send({
          type: "template",
          template: {
            name: "one_product",
            language: { code: "en_US" },
            components: [{ type: "header", parameters: [{ type: "product", product }] }]
          }
        })
      assert.strictEqual((yield* sendWith({ product_retailer_id: "2lc20305pt", catalog_id: "1948" })).status, 200)
      assert.deepStrictEqual(
        yield* sendWith({ catalog_id: "1948" }),
        refused(
          400,
          131008,
          "(#131008) Required parameter is missing",
          "header: Parameter at index 0 is missing product_retailer_id"
        )
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("submitted templates: can be decided manually, before or after the review", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const { id } = yield* create()
      const { inbound } = yield* Emulated.Emulator
      yield* inbound({
        channel: "whatsapp",
        type: "template_status",
        name: parcel.name,
        language: "en_US",
        event: "REJECTED",
        reason: "INVALID_FORMAT"
      })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual((yield* get(`/${id}?fields=status,rejected_reason`)).body, {
        id,
        status: "REJECTED",
        rejected_reason: "INVALID_FORMAT"
      })
      assert.deepStrictEqual(yield* reported, [
        [wabaId, "message_template_status_update", "REJECTED", parcel.name, "INVALID_FORMAT"]
      ])
    }).pipe(Effect.provide(reporting()))
  )

  it.effect("submitted templates: are listed as submitted, with kinds in capitals", () =>
    Effect.gen(function* () {
      const buttons = [{ type: "flow", text: "Open", flow_id: "1", flow_json: "{}" }]
      const { id } = yield* create({
        category: "marketing",
        parameter_format: "named",
        message_send_ttl_seconds: 600,
        components: [
          {
            type: "body",
            text: "Hi {{name}}!",
            example: { body_text_named_params: [{ param_name: "name", example: "Ada" }] }
          },
          { type: "buttons", buttons }
        ]
      })
      assert.deepStrictEqual(
        (yield* get(`/${id}?fields=components,category,parameter_format,message_send_ttl_seconds`)).body,
        {
          id,
          parameter_format: "NAMED",
          category: "MARKETING",
          message_send_ttl_seconds: 600,
          components: [
            {
              type: "BODY",
              text: "Hi {{name}}!",
              example: { body_text_named_params: [{ param_name: "name", example: "Ada" }] }
            },
            { type: "BUTTONS", buttons: [{ ...buttons[0], type: "FLOW" }] }
          ]
        }
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("submitted templates: authentication templates have the platform's text", () =>
    Effect.gen(function* () {
      const { id } = yield* create({
        name: "login_code",
        category: "AUTHENTICATION",
        components: [
          { type: "BODY", add_security_recommendation: true },
          { type: "FOOTER", code_expiration_minutes: 10 },
          { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy Code" }] }
        ]
      })
      const { body: found } = yield* get(`/${id}?fields=components`)
      const link = "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code_expiration_minutes=10&code=otp"
      assert.deepStrictEqual(found, {
        id,
        components: [
          {
            type: "BODY",
            add_security_recommendation: true,
            text: "*{{1}}* is your verification code. For your security, do not share this code.",
            example: { body_text: [["123456"]] }
          },
          { type: "FOOTER", code_expiration_minutes: 10, text: "This code expires in 10 minutes." },
          {
            type: "BUTTONS",
            buttons: [{ type: "URL", text: "Copy Code", url: `${link}{{1}}`, example: [`${link}123456`] }]
          }
        ]
      })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("submitted templates: name and language are unique, and a name has one category", () =>
    Effect.gen(function* () {
      yield* create()
      assert.deepStrictEqual(
        errorOf(yield* change("POST", path, parcel)),
        invalid(
          2388024,
          "Content in This Language Already Exists",
          "There is already English (United States) content for this template. You can create a new template and try again."
        )
      )
      assert.deepStrictEqual(
        errorOf(yield* change("POST", path, { ...parcel, language: "es", category: "MARKETING" })),
        invalid(
          undefined,
          "Template Category Doesn't Match",
          "The category MARKETING doesn't match the one that's already associated with this template, UTILITY."
        )
      )
      yield* create({ language: "es" })
      const others = `/v23.0/${stranger.wabaId}/message_templates`
      assert.strictEqual((yield* change("POST", others, parcel, stranger.accessToken)).status, 200)
      assert.strictEqual((yield* change("POST", others, parcel)).status, 400)
    }).pipe(Effect.provide(emulated()))
  )
})
