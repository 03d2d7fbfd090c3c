import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import {
  TemplateComponentsUnreadable,
  TemplateNotApproved,
  TemplateNotFound,
  TemplateParameterCountMismatch,
  TemplateParameterFormatMismatch,
  TemplateParameterNameMismatch,
  TemplateParameterTextInvalid,
  type TemplateRefused
} from "../../../src/domain/templates/TemplatePart.ts"
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
  text,
  titled,
  use
} from "./templates.ts"

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
    ["that gets a value of the wrong kind", greeting, [body(text("a"), image)], format("TEXT", "IMAGE", {})],
    ["that gets no file", picture, [], format("IMAGE", "UNKNOWN", { component: "header" })],
    [
      "that gets another file",
      picture,
      [header({ type: "video", video: { link: "https://example.com/a.mp4" } })],
      format("IMAGE", "VIDEO", { component: "header" })
    ],
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
      [button(1, "quick_reply", { type: "payload", payload: "x" }), coupon],
      format("URL", "QUICK_REPLY", atButton(1, "URL"))
    ],
    [
      "whose button gets another kind of value",
      actions,
      [button(1, "url", { type: "payload", payload: "x" }), coupon],
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

  it("with components of unknown form", () => {
    const answer = use(plain, { type: "body", parameters: "none" })
    assert.isTrue(Result.isFailure(answer) && answer.failure instanceof TemplateComponentsUnreadable)
  })
})
