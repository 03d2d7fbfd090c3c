import { assert, describe, it } from "vitest"
import {
  componentsOf,
  foundTemplates,
  inputsOf,
  previewOf,
  problemOf,
  sendableTemplates
} from "../../../console/inbox/template/templateForm.ts"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"

const template = (
  name: string,
  components: TemplateDefinition["components"],
  fields: Partial<TemplateDefinition> = {}
): TemplateDefinition => ({
  id: name,
  name,
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components,
  ...fields
})

const order = template("order_shipped", [
  { type: "HEADER", format: "IMAGE" },
  { type: "BODY", text: "Hello {{1}}, order {{2}} is on its way. Thank you, {{1}}!" },
  { type: "FOOTER", text: "Your shop" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "Thanks" },
      { type: "URL", text: "Track", url: "https://example.com/{{1}}" }
    ]
  }
])
const values = { header: "https://example.com/a.jpg", "body.1": "Ada", "body.2": "7", "button.1": "7" }

describe("template form", () => {
  it("the template form has one input per value, in reading order", () => {
    assert.deepStrictEqual(
      inputsOf(order).map(({ id, kind }) => [id, kind]),
      [
        ["header", "image"],
        ["body.1", "text"],
        ["body.2", "text"],
        ["button.1", "address"]
      ]
    )
  })

  it("the template form produces components that the template rules accept", () => {
    assert.strictEqual(problemOf(order, values), null)
    assert.deepStrictEqual(componentsOf(order, values), [
      { type: "header", parameters: [{ type: "image", image: { link: "https://example.com/a.jpg" } }] },
      {
        type: "body",
        parameters: [
          { type: "text", text: "Ada" },
          { type: "text", text: "7" }
        ]
      },
      { type: "button", sub_type: "url", index: 1, parameters: [{ type: "text", text: "7" }] }
    ])
  })

  it("the template form names the input with a missing or invalid value", () => {
    assert.deepStrictEqual(problemOf(order, { ...values, "body.2": "  " }), { input: "body.2", reason: "missing" })
    assert.deepStrictEqual(problemOf(order, { ...values, header: "a.jpg" }), { input: "header", reason: "address" })
  })

  it("the template form refuses values that the domain refuses", () => {
    const problem = problemOf(order, { ...values, "body.1": "two\nlines" })
    assert.strictEqual(problem !== null && "refused" in problem && problem.refused._tag, "TemplateParameterTextInvalid")
  })

  it("the template form sends unnamed values in the order of their numbers", () => {
    const turned = template("turned", [{ type: "BODY", text: "Order {{2}} of {{1}}" }])
    const text = (value: string) => ({ type: "text", text: value })
    assert.deepStrictEqual(componentsOf(turned, { "body.1": "Ada", "body.2": "7" }), [
      { type: "body", parameters: [text("Ada"), text("7")] }
    ])
  })

  it("the template form sends named values with their names", () => {
    const withNames = template("named", [{ type: "BODY", text: "Hello {{first_name}}" }])
    assert.strictEqual(problemOf(withNames, { "body.first_name": "Ada" }), null)
    assert.deepStrictEqual(componentsOf(withNames, { "body.first_name": "Ada" }), [
      { type: "body", parameters: [{ type: "text", parameter_name: "first_name", text: "Ada" }] }
    ])
  })

  it.each([
    { type: "OTP", text: "Copy", otp_type: "COPY_CODE" },
    { type: "URL", text: "Copy", url: "https://www.example.com/otp/code/?code=otp{{1}}" }
  ])("the template form repeats a code in its button of type $type", (button) => {
    const code = template(
      "code",
      [
        { type: "BODY", add_security_recommendation: true },
        { type: "BUTTONS", buttons: [button] }
      ],
      { category: "AUTHENTICATION" }
    )
    assert.deepStrictEqual(
      inputsOf(code).map(({ id }) => id),
      ["body.1"]
    )
    assert.strictEqual(problemOf(code, { "body.1": "123456" }), null)
    assert.deepStrictEqual(componentsOf(code, { "body.1": "123456" }).at(-1)?.parameters, [
      { type: "text", text: "123456" }
    ])
    assert.notStrictEqual(problemOf(code, { "body.1": "1234567890123456" }), null)
  })

  it("the template form sends a coupon code", () => {
    const coupon = template("coupon", [
      { type: "BODY", text: "Yours" },
      { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy" }] }
    ])
    assert.strictEqual(problemOf(coupon, { "button.0": "SAVE10" }), null)
  })

  it("the template preview shows placeholders for missing values", () => {
    const { body, buttons, footer, media } = previewOf(order, { "body.1": "Ada $& {{2}}" })
    assert.strictEqual(body, "Hello Ada $& {{2}}, order {{2}} is on its way. Thank you, Ada $& {{2}}!")
    assert.deepStrictEqual([footer, media, buttons], ["Your shop", { kind: "image", url: "" }, ["Thanks", "Track"]])
  })
})

describe("list of sendable templates", () => {
  const offer = template("offer", [{ type: "BODY", text: "Ten percent off" }], { category: "MARKETING" })
  const carousel = template("cards", [{ type: "CAROUSEL", cards: [{ components: [{ type: "BODY", text: "One" }] }] }])
  const location = template("place", [{ type: "HEADER", format: "LOCATION" }])
  const german = { ...order, id: "2", language: "de" }
  const listed = [offer, order, german, carousel, location, { name: "unreadable" }]

  it("sendable templates are those that the form can fill in, by name and language", () => {
    const groups = sendableTemplates(listed, { optedOut: false })
    assert.deepStrictEqual(
      groups.map(({ languages, name }) => [name, languages.map(({ language }) => language)]),
      [
        ["cards", ["en_US"]],
        ["offer", ["en_US"]],
        ["order_shipped", ["en_US", "de"]]
      ]
    )
  })

  it("marketing templates are not sendable to a contact who opted out", () => {
    assert.deepStrictEqual(
      sendableTemplates(listed, { optedOut: true }).map(({ name }) => name),
      ["cards", "order_shipped"]
    )
  })

  it("sendable templates are found by words of their name and text", () => {
    const groups = sendableTemplates(listed, { optedOut: false })
    const found = (search: string) => foundTemplates(groups, search).map(({ name }) => name)
    assert.deepStrictEqual(found("order way"), ["order_shipped"])
    assert.deepStrictEqual(found("PERCENT"), ["offer"])
    assert.deepStrictEqual(found("nothing"), [])
    assert.strictEqual(found(" ").length, 3)
  })
})

describe("carousels and uploaded files in the template form", () => {
  const card = {
    components: [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Only {{1}}" },
      { type: "BUTTONS", buttons: [{ type: "URL", text: "Buy", url: "https://example.com/{{1}}" }] }
    ]
  }
  const carousel = template("carousel", [
    { type: "BODY", text: "Hello {{1}}, look." },
    { type: "CAROUSEL", cards: [card, card] }
  ])
  const filled = {
    "body.1": "Ada",
    "card.0.header": { mediaId: "m1", name: "tea.jpg" },
    "card.0.body.1": "3 €",
    "card.0.button.0": "tea",
    "card.1.header": "https://example.com/a.jpg",
    "card.1.body.1": "4 €",
    "card.1.button.0": "coffee"
  }

  it("the template form has the inputs of each card, and sends their values with uploaded files", () => {
    assert.deepStrictEqual(
      inputsOf(carousel).map(({ id }) => id),
      Object.keys(filled)
    )
    assert.isNull(problemOf(carousel, filled))
    const cards = componentsOf(carousel, filled).find(({ type }) => type === "carousel")?.cards ?? []
    assert.deepStrictEqual(cards[0], {
      card_index: 0,
      components: [
        { type: "header", parameters: [{ type: "image", image: { mediaId: "m1" } }] },
        { type: "body", parameters: [{ type: "text", text: "3 €" }] },
        { type: "button", sub_type: "url", index: 0, parameters: [{ type: "text", text: "tea" }] }
      ]
    })
    assert.strictEqual(previewOf(carousel, filled).cards[1]?.body, "Only 4 €")
  })

  it("the template form names the input of a card without a value", () => {
    assert.deepStrictEqual(problemOf(carousel, { ...filled, "card.1.body.1": "" }), {
      input: "card.1.body.1",
      reason: "missing"
    })
  })
})
