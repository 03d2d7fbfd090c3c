import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { emulated } from "../platform.ts"
import { body, change, errorOf, invalid, parcel, path } from "./submitting.ts"

describe("refused templates", () => {
  it.effect.each([
    [
      "a name in capitals",
      { name: "Parcel" },
      "(#100) Param name must be 1 to 512 lowercase letters, digits and underscores."
    ],
    [
      "a name with spaces",
      { name: "a parcel" },
      "(#100) Param name must be 1 to 512 lowercase letters, digits and underscores."
    ],
    [
      "a name that is too long",
      { name: "a".repeat(513) },
      "(#100) Param name must be 1 to 512 lowercase letters, digits and underscores."
    ],
    ["no name", { name: undefined }, "(#100) The parameter name is required."],
    ["no language", { language: undefined }, "(#100) The parameter language is required."],
    ["a language that is none", { language: "english" }, "(#100) Param language is not a supported language code."],
    [
      "another category",
      { category: "OTP" },
      '(#100) Param category must be one of {AUTHENTICATION, MARKETING, UTILITY} - got "OTP".'
    ],
    ["components that are none", { components: "BODY" }, "(#100) Param components must be an array."],
    [
      "a component without a type",
      { components: [{ text: "Hi" }] },
      "(#100) The parameter components[0]['type'] is required."
    ]
  ] as const)("refused templates: %s is refused", ([, more, message]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(errorOf(yield* change("POST", path, { ...parcel, ...more })), {
        status: 400,
        code: 100,
        message
      })
    }).pipe(Effect.provide(emulated()))
  )

  const example = "component of type BODY is missing expected field(s) (example)"
  const missing = 'Message template "components" param is missing expected field(s)'
  it.effect.each([
    [
      "no body",
      [{ type: "FOOTER", text: "Bye" }],
      invalid(2388072, "Message body format is incorrect", "A template needs a component of type BODY.")
    ],
    ["an empty body", [body(" ")], invalid(2388072, "Message body format is incorrect", "The body needs a text.")],
    [
      "a body that is too long",
      [body("a".repeat(1025))],
      invalid(2388040, "Character Limit Exceeded", "The body can't be longer than 1024 characters.")
    ],
    [
      "two bodies",
      [body("a"), body("b")],
      invalid(2388072, "Message body format is incorrect", "A template can have one component of type BODY.")
    ],
    ["a variable without an example", [body("Hi {{1}}, hello")], invalid(2388043, missing, example)],
    ["fewer examples than variables", [body("Hi {{1}}, hello {{2}}!", "a")], invalid(2388043, missing, example)],
    [
      "variables that skip a number",
      [body("Hi {{1}} and {{3}}!", "a", "b")],
      invalid(
        2388072,
        "Message body format is incorrect",
        "Variables must be whole numbers that count up from 1 with two sets of curly brackets."
      )
    ],
    [
      "a variable at the start",
      [body("{{1}}, hello", "a")],
      invalid(
        2388299,
        "Leading or Trailing Params Not Allowed",
        "Variables can't be at the start or end of the template."
      )
    ],
    [
      "a variable at the end",
      [body("Hello {{1}}", "a")],
      invalid(
        2388299,
        "Leading or Trailing Params Not Allowed",
        "Variables can't be at the start or end of the template."
      )
    ],
    [
      "a header of no format",
      [{ type: "HEADER", text: "Hi" }, body("a")],
      invalid(
        2388047,
        "Message header format is incorrect",
        "The format must be one of TEXT, IMAGE, VIDEO, GIF, DOCUMENT, LOCATION and PRODUCT."
      )
    ],
    [
      "a header of two variables",
      [{ type: "HEADER", format: "TEXT", text: "{{1}} {{2}}" }, body("a")],
      invalid(2388047, "Message header format is incorrect", "The header can have one variable.")
    ],
    [
      "a picture without an example",
      [{ type: "HEADER", format: "IMAGE" }, body("a")],
      invalid(2388043, missing, "component of type HEADER is missing expected field(s) (example)")
    ],
    [
      "a footer with a variable",
      [body("a"), { type: "FOOTER", text: "Bye {{1}}" }],
      invalid(2388073, "Message footer format is incorrect", "The footer can't have variables.")
    ],
    [
      "too many buttons",
      [body("a"), { type: "BUTTONS", buttons: Array.from({ length: 11 }, () => ({ type: "QUICK_REPLY", text: "a" })) }],
      invalid(undefined, "Message buttons format is incorrect", "A template can have 1 to 10 buttons.")
    ],
    [
      "an unknown button",
      [body("a"), { type: "BUTTONS", buttons: [{ type: "LINK", text: "a" }] }],
      invalid(undefined, "Message buttons format is incorrect", "A button can't be of type LINK.")
    ],
    [
      "a button without a text",
      [body("a"), { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY" }] }],
      invalid(undefined, "Message buttons format is incorrect", "A button of type QUICK_REPLY needs a text.")
    ],
    [
      "a link without an example",
      [body("a"), { type: "BUTTONS", buttons: [{ type: "URL", text: "a", url: "https://example.com/{{1}}" }] }],
      invalid(2388043, missing, "component of type BUTTONS is missing expected field(s) (example)")
    ],
    [
      "an unknown component",
      [body("a"), { type: "SIDEBAR" }],
      {
        status: 400,
        code: 100,
        message:
          "(#100) Param components[1]['type'] must be one of {HEADER, BODY, FOOTER, BUTTONS, CALL_PERMISSION_REQUEST, CAROUSEL, LIMITED_TIME_OFFER} - got \"SIDEBAR\"."
      }
    ]
  ] as const)("refused templates: components with %s are refused", ([, components, error]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(errorOf(yield* change("POST", path, { ...parcel, components })), error)
    }).pipe(Effect.provide(emulated()))
  )
})
