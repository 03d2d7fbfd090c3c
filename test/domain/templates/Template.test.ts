import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { TemplateDefinition, checkTemplateUse } from "../../../src/domain/templates/Template.ts"
import { TemplateNotApproved, TemplateParameterCountMismatch } from "../../../src/domain/templates/TemplatePart.ts"
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
  plainly,
  template,
  text,
  titled,
  use
} from "./templates.ts"

const price = { type: "currency", currency: { fallback_value: "12 EUR", code: "EUR", amount_1000: 12_000 } }
const monday = { type: "date_time", date_time: { fallback_value: "Monday" } }
const end = {
  type: "limited_time_offer",
  parameters: [{ type: "limited_time_offer", limited_time_offer: { expiration_time_ms: 1_700_000_000_000 } }]
}

describe("a template can be sent", () => {
  const fits: ReadonlyArray<readonly [string, TemplateDefinition, ReadonlyArray<unknown>]> = [
    ["without values when it has no placeholders", plain, []],
    ["with empty components for what has no placeholders", plain, [body(), header()]],
    ["with a value for each placeholder, however often it stands there", greeting, [body(text("Ada"), text("Bob"))]],
    ["with values of the kinds that a body takes", greeting, [body(price, monday)]],
    ["with named values, in any order", named, [body(text("Monday", "day"), text("Ada", "first_name"))]],
    ["with the file of its header", picture, [header(image)]],
    ["with the text of its header", titled, [header(text("you"))]],
    ["with a code that its listed body does not show", code, [body(text("123456"))]],
    ["with what its buttons need", actions, [link, coupon]],
    [
      "with what its buttons may be given",
      actions,
      [button("0", "QUICK_REPLY", { type: "payload", payload: "x" }), link, coupon]
    ],
    [
      "with values for each card",
      carousel,
      [
        body(text("Ada")),
        { type: "carousel", cards: [card(1, header(image), body(text("x"))), card(0, header(image), body(text("y")))] }
      ]
    ],
    ["with the end of its offer", offer, [end]]
  ]

  it.each(fits)("%s", (_, definition, components) => {
    assert.deepStrictEqual(use(definition, ...components), Result.succeed(definition))
  })

  it("in the requested language", () => {
    const spanish = { ...greeting, language: "es" }
    const found = checkTemplateUse([greeting, spanish, plain], {
      name: "news",
      languageCode: "es",
      components: [body(text("Ada"), text("Bob"))]
    })
    assert.deepStrictEqual(found, Result.succeed(spanish))
  })

  it("without components in the request", () => {
    assert.isTrue(
      Result.isSuccess(checkTemplateUse([plain], { name: "news", languageCode: "en_US", components: null }))
    )
  })
})

describe("the number of values", () => {
  const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))

  it.prop(
    "is valid exactly if it equals the number of placeholders",
    { expected: Count, given: Count },
    ({ expected, given }) => {
      const placeholders = Array.from({ length: expected }, (_, index) => `{{${index + 1}}}`)
      const definition = template([{ type: "BODY", text: `Hi ${placeholders.join(" ")}` }])
      const values = Array.from({ length: given }, (_, index) => text(`v${index}`))
      assert.deepStrictEqual(
        plainly(use(definition, body(...values))),
        expected === given
          ? { ...definition }
          : { ...new TemplateParameterCountMismatch({ component: "body", expected, given }) }
      )
    }
  )
})

describe("a listing of the platform", () => {
  it("is readable with unknown kinds and fields", () => {
    const decode = Schema.decodeUnknownSync(TemplateDefinition)
    const listed = decode({
      id: "1",
      name: "news",
      language: "en_US",
      status: "FLAGGED_BY_SOMEBODY",
      category: "TRANSACTIONAL",
      brand_new_field: true,
      components: [
        { type: "BODY", text: "Hi {{1}}", example: { body_text: [["Ada"]] } },
        { type: "HOLOGRAM" },
        { type: "BUTTONS", buttons: [{ type: "URL", text: "Go", url: "https://x/{{1}}", example: ["https://x/1"] }] }
      ]
    })
    assert.strictEqual(listed.components.length, 3)
    assert.deepStrictEqual(plainly(use(listed, body(text("Ada")))), {
      ...new TemplateNotApproved({ name: "news", languageCode: "en_US", status: "FLAGGED_BY_SOMEBODY" })
    })
  })
})
