import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { readTemplate } from "../../../emulator/templates/readTemplate.ts"
import { readSend } from "../../../emulator/whatsapp/readSend.ts"
import { checkTemplateDraft } from "../../../src/domain/templates/checkTemplateDraft.ts"
import { checkTemplateUse, type TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import type { TemplateDraft } from "../../../src/domain/templates/TemplateDraft.ts"
import {
  actions,
  body,
  button,
  card,
  carousel,
  code,
  coupon,
  greeting,
  header,
  image,
  link,
  named,
  offer,
  picture,
  plain,
  template,
  text,
  titled
} from "../../domain/templates/templates.ts"

const shop = template([
  { type: "HEADER", format: "PRODUCT" },
  { type: "BODY", text: "Look" },
  { type: "BUTTONS", buttons: [{ type: "MPM", text: "See" }] }
])
const flow = template([
  { type: "HEADER", format: "LOCATION" },
  { type: "BODY", text: "Come" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "FLOW", text: "Book" },
      { type: "CATALOG", text: "See" }
    ]
  }
])
const otp = { ...code, components: [...code.components, { type: "BUTTONS", buttons: [{ type: "OTP", text: "Copy" }] }] }

const definitions: ReadonlyArray<TemplateDefinition> = [
  plain,
  greeting,
  named,
  picture,
  titled,
  code,
  otp,
  actions,
  carousel,
  offer,
  shop,
  flow
]

const product = { type: "product", product: { product_retailer_id: "a", catalog_id: "b" } }
const selection = { sections: [{ title: "x", product_items: [{ product_retailer_id: "a" }] }] }
const end = { type: "limited_time_offer", limited_time_offer: { expiration_time_ms: 1_700_000_000_000 } }

/** Parameters of every kind, and odd ones. */
const parameters: ReadonlyArray<unknown> = [
  text("Ada"),
  text("Ada", "first_name"),
  text("Monday", "day"),
  text(""),
  text("a\nb"),
  text("x".repeat(16)),
  { type: "TEXT", text: "Ada" },
  { type: "text" },
  { type: "text", text: 1 },
  { type: "sticker", text: "a" },
  { text: "a" },
  image,
  { type: "image", image: { id: "1" } },
  { type: "image", image: { id: "1", link: "https://example.com/a.png" } },
  { type: "image", image: {} },
  { type: "image", image: { link: "nowhere" } },
  { type: "image", image: { id: "" } },
  { type: "document", document: { id: "1", filename: "a.pdf" } },
  { type: "document", document: { id: "1", filename: "a".repeat(300) } },
  { type: "location", location: { latitude: 1, longitude: "2", name: "x", address: "y" } },
  { type: "location", location: { latitude: 100, longitude: 2 } },
  { type: "location", location: { latitude: 1 } },
  { type: "currency", currency: { fallback_value: "1", code: "EUR", amount_1000: 1000 } },
  { type: "currency", currency: { fallback_value: "1", code: "", amount_1000: 1000 } },
  { type: "currency", currency: { fallback_value: "1", code: "EUR", amount_1000: 0.5 } },
  { type: "date_time", date_time: { fallback_value: "x" } },
  { type: "date_time", date_time: {} },
  { type: "payload", payload: "x" },
  { type: "payload" },
  { type: "coupon_code", coupon_code: "25OFF" },
  { type: "action", action: selection },
  { type: "action", action: { flow_token: "x" } },
  { type: "action", action: [] },
  product,
  { type: "product", product: {} },
  end,
  { type: "limited_time_offer", limited_time_offer: { expiration_time_ms: "soon" } }
]

/** Components that fit some of the templates. */
const fitting: ReadonlyArray<unknown> = [
  body(text("Ada"), text("Bob")),
  body(text("Ada", "first_name"), text("Monday", "day")),
  body(text("Ada")),
  header(image),
  header(text("a")),
  header(product),
  header({ type: "location", location: { latitude: 1, longitude: 2 } }),
  link,
  coupon,
  button(0, "url", text("123456")),
  button("0", "mpm", { type: "action", action: selection }),
  button(0, "flow", { type: "action", action: { flow_token: "x" } }),
  { type: "limited_time_offer", parameters: [end] },
  {
    type: "carousel",
    cards: [card(0, header(image), body(text("x"))), card(1, header(image), body(text("y")))]
  },
  { type: "footer", parameters: [{ type: "text" }] },
  { type: "sidebar" },
  { type: "button", sub_type: "link", index: 0 },
  { type: "button", sub_type: "url", index: "first" },
  { type: "carousel", cards: [card(0, { type: "carousel" })] },
  { type: "carousel", cards: [{ components: [] }] },
  "body"
]

const Share = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9_999 }))
const Shares = Schema.Array(Share).check(Schema.isMaxLength(4))
const pick = <A>(all: ReadonlyArray<A>, share: number): A => all[share % all.length] ?? assert.fail("nothing to pick")

/** A component with parameters from the pool, or one that fits. */
const componentOf = (share: number): unknown => {
  const one = pick(parameters, share >> 3)
  const other = pick(parameters, share >> 1)
  return pick(
    [pick(fitting, share), body(one), body(one, other), header(one), button(share % 4, "url", one)],
    share >> 2
  )
}

describe("laws of templates", () => {
  const accepted = { sends: 0, drafts: 0 }

  it.prop(
    "templates: the emulator accepts exactly the values that the check of the domain accepts",
    { definition: Share, components: Shares },
    ({ components: shares, definition: share }) => {
      const definition = pick(definitions, share)
      const components = shares.map(componentOf)
      const use = { name: definition.name, languageCode: definition.language, components }
      const checked = checkTemplateUse([definition], use)
      const sent = readSend({
        messaging_product: "whatsapp",
        to: "15551234567",
        type: "template",
        template: {
          name: definition.name,
          language: { code: definition.language },
          components: Schema.decodeUnknownSync(Schema.Array(Schema.Json))(components)
        }
      })
      if (Result.isSuccess(checked)) accepted.sends += 1
      const isTaken = Result.isSuccess(sent) && Result.isSuccess(checked)
      assert.strictEqual(isTaken, Result.isSuccess(checked), JSON.stringify([components, sent]))
    },
    { arbitrary: { runs: 5_000 } }
  )

  it.prop(
    "templates: the emulator accepts exactly the templates for review that the check of the domain accepts",
    { parts: Shares, name: Share, format: Schema.Boolean, category: Share },
    ({ category, format, name, parts }) => {
      const pool: ReadonlyArray<Schema.JsonObject> = [
        { type: "BODY", text: "Your parcel {{1}} has arrived.", example: { body_text: [["42"]] } },
        { type: "body", text: "Hello there" },
        { type: "BODY", text: "{{1}} has arrived", example: { body_text: [["42"]] } },
        {
          type: "BODY",
          text: "Dear {{first_name}}, hello",
          example: { body_text_named_params: [{ param_name: "first_name", example: "Ada" }] }
        },
        { type: "BODY", add_security_recommendation: true },
        { type: "HEADER", format: "text", text: "Hi" },
        { type: "HEADER", format: "IMAGE" },
        { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::a"] } },
        { type: "FOOTER", text: "Bye" },
        { type: "FOOTER", text: "x".repeat(61) },
        { type: "FOOTER", code_expiration_minutes: 5 },
        { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy" }] },
        {
          type: "BUTTONS",
          buttons: [
            { type: "quick_reply", text: "Stop" },
            { type: "COPY_CODE", example: "25OFF" }
          ]
        },
        {
          type: "BUTTONS",
          buttons: Array.from({ length: 3 }, () => ({ type: "URL", text: "a", url: "https://a.example" }))
        },
        {
          type: "CAROUSEL",
          cards: ["a", "b"].map((handle) => ({
            components: [
              { type: "header", format: "image", example: { header_handle: [handle] } },
              { type: "buttons", buttons: [{ type: "quick_reply", text: "More" }] }
            ]
          }))
        },
        { type: "CAROUSEL", cards: [] },
        { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Ends", has_expiration: true } },
        { type: "SIDEBAR" },
        { type: "BODY", text: 1 }
      ]
      const draft: TemplateDraft = {
        name: pick(["parcel", "parcel", "parcel", "Parcel"], name),
        language: pick(["en_US", "es", "es", "english"], name >> 2),
        category: pick(["UTILITY", "MARKETING", "AUTHENTICATION"], category),
        parameter_format: format ? "NAMED" : "POSITIONAL",
        components: parts.map((share) => pick(pool, share))
      }
      const checked = Result.isSuccess(checkTemplateDraft(draft))
      const taken = readTemplate({ ...draft, components: [...draft.components] })
      if (checked) accepted.drafts += 1
      assert.strictEqual(Result.isSuccess(taken), checked, JSON.stringify([draft, taken]))
    },
    { arbitrary: { runs: 5_000 } }
  )

  it("templates: the laws cover more than 100 accepted sends and drafts", () => {
    assert.isAbove(accepted.sends, 100)
    assert.isAbove(accepted.drafts, 100)
  })
})
