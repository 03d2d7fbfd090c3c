import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { checkTemplateUse, TemplateDefinition } from "../../src/domain/Template.ts"
import {
  TemplateComponentsUnreadable,
  TemplateNotApproved,
  TemplateNotFound,
  TemplateParameterCountMismatch,
  TemplateParameterFormatMismatch,
  TemplateParameterNameMismatch,
  TemplateParameterTextInvalid,
  type TemplateRefused
} from "../../src/domain/TemplateRefused.ts"

const template = (
  components: TemplateDefinition["components"],
  more: Partial<TemplateDefinition> = {}
): TemplateDefinition => ({
  id: "1",
  name: "news",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components,
  ...more
})

const text = (value: string, name?: string) => ({
  type: "text",
  text: value,
  ...(name === undefined ? {} : { parameter_name: name })
})
const body = (...parameters: ReadonlyArray<unknown>) => ({ type: "body", parameters })
const header = (...parameters: ReadonlyArray<unknown>) => ({ type: "header", parameters })
const button = (index: number | string, sub_type: string, ...parameters: ReadonlyArray<unknown>) => ({
  type: "button",
  sub_type,
  index,
  parameters
})

/** An answer as plain data: to the test library two errors of one class are equal, whatever they carry. */
const plainly = (answer: Result.Result<TemplateDefinition, TemplateRefused>): object =>
  Result.match(answer, { onFailure: (refused) => ({ ...refused }), onSuccess: (found) => ({ ...found }) })

const use = (definition: TemplateDefinition, ...components: ReadonlyArray<unknown>) =>
  checkTemplateUse([definition], { name: "news", languageCode: "en_US", components })

const plain = template([{ type: "BODY", text: "Hi" }])
const greeting = template([{ type: "BODY", text: "Hi {{1}} and {{2}}, again {{1}}" }])
const named = template([{ type: "BODY", text: "Hi {{first_name}} on {{day}}" }], { parameter_format: "NAMED" })
const picture = template([
  { type: "HEADER", format: "IMAGE" },
  { type: "BODY", text: "Look" }
])
const titled = template([
  { type: "HEADER", format: "TEXT", text: "For {{1}}" },
  { type: "BODY", text: "Hi" }
])
const code = template([{ type: "BODY", add_security_recommendation: true }], { category: "AUTHENTICATION" })
const actions = template([
  { type: "BODY", text: "Hi" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "Stop" },
      { type: "URL", text: "Go", url: "https://example.com/{{1}}" },
      { type: "URL", text: "Home", url: "https://example.com" },
      { type: "COPY_CODE", text: "Copy" },
      { type: "PHONE_NUMBER", text: "Call", phone_number: "+15550783881" }
    ]
  }
])
const link = button("1", "url", text("summer"))
const coupon = button(3, "copy_code", { type: "coupon_code", coupon_code: "25OFF" })
const carousel = template([
  { type: "BODY", text: "Hi {{1}}" },
  {
    type: "CAROUSEL",
    cards: ["a", "b"].map((name) => ({
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: `${name} for {{1}}` }
      ]
    }))
  }
])
const card = (card_index: number, ...components: ReadonlyArray<unknown>) => ({ card_index, components })
const image = { type: "image", image: { link: "https://example.com/a.png" } }
const offer = template([{ type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Ends", has_expiration: true } }])

describe("a template can be sent", () => {
  const fits: ReadonlyArray<readonly [string, TemplateDefinition, ReadonlyArray<unknown>]> = [
    ["without values when it has no placeholders", plain, []],
    ["with empty components for what has no placeholders", plain, [body(), header()]],
    ["with a value for each placeholder, however often it stands there", greeting, [body(text("Ada"), text("Bob"))]],
    ["with values of the kinds that a body takes", greeting, [body({ type: "currency" }, { type: "date_time" })]],
    ["with named values, in any order", named, [body(text("Monday", "day"), text("Ada", "first_name"))]],
    ["with the file of its header", picture, [header(image)]],
    ["with the text of its header", titled, [header(text("you"))]],
    ["with a code that its listed body does not show", code, [body(text("123456"))]],
    ["with what its buttons need", actions, [link, coupon]],
    ["with what its buttons may be given", actions, [button("0", "QUICK_REPLY", { type: "payload" }), link, coupon]],
    [
      "with values for each card",
      carousel,
      [
        body(text("Ada")),
        { type: "carousel", cards: [card(1, header(image), body(text("x"))), card(0, header(image), body(text("y")))] }
      ]
    ],
    ["with the end of its offer", offer, [{ type: "limited_time_offer", parameters: [{ type: "limited_time_offer" }] }]]
  ]

  it.each(fits)("%s", (_, definition, components) => {
    assert.deepStrictEqual(use(definition, ...components), Result.succeed(definition))
  })

  it("in the language that is asked for", () => {
    const spanish = { ...greeting, language: "es" }
    const found = checkTemplateUse([greeting, spanish, plain], {
      name: "news",
      languageCode: "es",
      components: [body(text("Ada"), text("Bob"))]
    })
    assert.deepStrictEqual(found, Result.succeed(spanish))
  })

  it("without any components given", () => {
    assert.isTrue(
      Result.isSuccess(checkTemplateUse([plain], { name: "news", languageCode: "en_US", components: null }))
    )
  })
})

describe("a template is refused", () => {
  const count = (expected: number, given: number, place: object = { component: "body" }) =>
    new TemplateParameterCountMismatch({ component: "body", ...place, expected, given })
  const names = (missing: ReadonlyArray<string>, unknown: ReadonlyArray<string>) =>
    new TemplateParameterNameMismatch({ component: "body", missing, unknown })
  const format = (expected: string, given: string, place: object) =>
    new TemplateParameterFormatMismatch({ component: "body", ...place, expected, given })
  const atButton = (index: number, buttonType?: string) => ({
    component: "button",
    index,
    ...(buttonType === undefined ? {} : { buttonType })
  })
  const first = [link, coupon]

  const refused: ReadonlyArray<readonly [string, TemplateDefinition, ReadonlyArray<unknown>, TemplateRefused]> = [
    [
      "that is not there",
      { ...plain, name: "other" },
      [],
      new TemplateNotFound({ name: "news", languageCode: "en_US" })
    ],
    [
      "that is not there in this language",
      { ...plain, language: "en" },
      [],
      new TemplateNotFound({ name: "news", languageCode: "en_US" })
    ],
    ...["PENDING", "REJECTED", "PAUSED", "DISABLED"].map(
      (status) =>
        [
          `that is ${status}`,
          { ...plain, status },
          [],
          new TemplateNotApproved({ name: "news", languageCode: "en_US", status })
        ] as const
    ),
    ["that gets too few values", greeting, [body(text("Ada"))], count(2, 1)],
    ["that gets no values", greeting, [], count(2, 0)],
    ["that gets values and takes none", plain, [body(text("Ada"))], count(0, 1)],
    ["whose header gets too many values", titled, [header(text("a"), text("b"))], count(1, 2, { component: "header" })],
    ["that has no header and gets one", plain, [header(text("a"))], count(0, 1, { component: "header" })],
    [
      "that gets a value of the wrong kind",
      greeting,
      [body(text("a"), { type: "image" })],
      format("TEXT", "IMAGE", {})
    ],
    ["that gets no file", picture, [], format("IMAGE", "UNKNOWN", { component: "header" })],
    ["that gets another file", picture, [header({ type: "video" })], format("IMAGE", "VIDEO", { component: "header" })],
    ["that gets two files", picture, [header(image, image)], count(1, 2, { component: "header" })],
    ["that gets values without names", named, [body(text("Ada"), text("Monday"))], names(["first_name", "day"], [])],
    [
      "that gets values of other names",
      named,
      [body(text("Ada", "name"), text("Monday", "day"))],
      names(["first_name"], ["name"])
    ],
    [
      "that has numbers and gets names",
      greeting,
      [body(text("Ada", "first_name"), text("Bob"))],
      names([], ["first_name"])
    ],
    [
      "that gets a line break",
      greeting,
      [body(text("Ada"), text("Bob\nand more"))],
      new TemplateParameterTextInvalid({ component: "body", parameter: 1, limit: null })
    ],
    [
      "that gets a run of five spaces",
      greeting,
      [body(text("a     b"), text("c"))],
      new TemplateParameterTextInvalid({ component: "body", parameter: 0, limit: null })
    ],
    [
      "that gets a code too long for one",
      code,
      [body(text("x".repeat(16)))],
      new TemplateParameterTextInvalid({ component: "body", parameter: 0, limit: 15 })
    ],
    ["whose link gets no value", actions, [coupon], count(1, 0, atButton(1, "URL"))],
    ["whose coupon gets no value", actions, [link], count(1, 0, atButton(3, "COPY_CODE"))],
    [
      "whose button is of another type",
      actions,
      [button(1, "quick_reply", { type: "payload" }), coupon],
      format("URL", "QUICK_REPLY", atButton(1, "URL"))
    ],
    [
      "whose button gets another kind of value",
      actions,
      [button(1, "url", { type: "payload" }), coupon],
      format("TEXT", "PAYLOAD", atButton(1, "URL"))
    ],
    [
      "whose fixed link gets a value",
      actions,
      [...first, button(2, "url", text("x"))],
      count(0, 1, atButton(2, "URL"))
    ],
    ["that gets a button it does not have", actions, [...first, button(9, "url", text("x"))], count(0, 1, atButton(9))],
    [
      "that gets too few cards",
      carousel,
      [body(text("Ada")), { type: "carousel", cards: [card(0, header(image), body(text("x")))] }],
      count(2, 1, { component: "carousel" })
    ],
    [
      "whose card gets too few values",
      carousel,
      [
        body(text("Ada")),
        { type: "carousel", cards: [card(0, header(image), body(text("x"))), card(1, header(image))] }
      ],
      count(1, 0, { card: 1 })
    ],
    ["whose offer has no end", offer, [], count(1, 0, { component: "limited_time_offer" })]
  ]

  it.each(refused)("%s", (_, definition, components, refusal) => {
    assert.deepStrictEqual(plainly(use(definition, ...components)), { ...refusal })
  })

  it("whose components are of no known form", () => {
    const answer = use(plain, { type: "body", parameters: "none" })
    assert.isTrue(Result.isFailure(answer) && answer.failure instanceof TemplateComponentsUnreadable)
  })
})

describe("the count of values", () => {
  const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))

  it.prop(
    "fits exactly when there are as many as placeholders",
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
  it("is read with kinds and fields that nobody foresaw", () => {
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
