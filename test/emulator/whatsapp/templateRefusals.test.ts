import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, emulated, refused, send } from "../platform.ts"
import { body, button, header } from "../../domain/templates/templates.ts"
import { promotion, template, text } from "./templateSend.ts"

const notFound = (name: string, code = "en_US") =>
  refused(
    404,
    132001,
    "(#132001) Template name does not exist in the translation",
    `template name (${name}) does not exist in ${code}`
  )
const count = (component: string, given: number, expected: number) =>
  refused(
    400,
    132000,
    "(#132000) Number of parameters does not match the expected number of params",
    `${component}: number of localizable_params (${given}) does not match the expected number of params (${expected})`
  )
const missing = (details: string) => refused(400, 131008, "(#131008) Required parameter is missing", details)
const generic = (details: string) => refused(400, 100, "(#100) Invalid parameter", details)
const format = (details: string) =>
  refused(400, 132012, "(#132012) Parameter format does not match format in the created template", details)
const issue = (details: string) =>
  refused(400, 132018, "(#132018) There's an issue with the parameters in your template", details)

const named = (first: string) =>
  body(text("Ada", { parameter_name: first }), text("Monday", { parameter_name: "appointment_date" }))

const refusals: ReadonlyArray<readonly [string, object, Answer]> = [
  ["of an unknown name", template("nothing"), notFound("nothing")],
  ["of an unknown language", template("hello_world", [], "de"), notFound("hello_world", "de")],
  ["that was rejected", template("miracle_cure"), notFound("miracle_cure")],
  ["that waits for approval", template("spring_collection"), notFound("spring_collection")],
  [
    "that is paused",
    template("daily_deal"),
    refused(400, 132015, "(#132015) Template is paused", "Template is paused due to low quality so it cannot be sent.")
  ],
  ["with too few values", template("order_update", [body(text("Ada"))]), count("body", 1, 2)],
  ["with values it does not take", template("hello_world", [body(text("Ada"))]), count("body", 1, 0)],
  ["without its header's value", template("seasonal_promotion", promotion.slice(1)), count("header", 0, 1)],
  [
    "without its link's value",
    template("seasonal_promotion", promotion),
    missing("buttons: Button at index 1 of type Url requires a parameter")
  ],
  [
    "with another button than it has",
    template("seasonal_promotion", [...promotion, button(1, "quick_reply", { type: "payload", payload: "x" })]),
    issue("buttons: Button at index 1 must be of type Url")
  ],
  [
    "with a coupon where the code's button is a link",
    template("verification_code", [
      body(text("123456")),
      button(0, "copy_code", { type: "coupon_code", coupon_code: "123456" })
    ]),
    issue("buttons: Button at index 0 must be of type Url")
  ],
  [
    "with a button it does not have",
    template("hello_world", [button(0, "url", text("x"))]),
    issue("buttons: Button at index 0 does not take 1 parameters")
  ],
  [
    "without its document",
    template("invoice_ready", [body(text("Ada"))]),
    format("header: Format mismatch, expected DOCUMENT, received UNKNOWN")
  ],
  [
    "with an image for its document",
    template("invoice_ready", [header({ type: "image", image: { id: "1" } }), body(text("Ada"))]),
    format("header: Format mismatch, expected DOCUMENT, received IMAGE")
  ],
  [
    "with values without names",
    template("appointment_reminder", [body(text("Ada"), text("Monday"))]),
    generic("Parameter name is missing or empty")
  ],
  [
    "with values of other names",
    template("appointment_reminder", [named("name")]),
    format("body: Unknown parameter name (name), expected (first_name)")
  ],
  [
    "with a line break in a value",
    template("order_update", [body(text("Ada\nLovelace"), text("7"))]),
    issue("body: Param text cannot have new-line/tab characters or more than 4 consecutive spaces")
  ],
  [
    "with a code that is too long",
    template("verification_code", [body(text("1234567890123456")), button("0", "url", text("1"))]),
    issue("body: Parameter at index 0 exceeds the parameter length limit 15")
  ],
  [
    "with an empty value",
    template("order_update", [body(text(""), text("7"))]),
    missing("Parameter of type text is missing text value")
  ],
  [
    "with a value that is not under its type",
    template("order_update", [body({ type: "text" }, text("7"))]),
    generic("Parameter 'text' is mandatory for component parameter type 'text'")
  ],
  [
    "with a value that is no text",
    template("order_update", [body(text(7), text("7"))]),
    refused(400, 100, "(#100) Param template['components'][0]['parameters'][0]['text'] must be a string.")
  ],
  [
    "with an unknown component",
    template("hello_world", [{ type: "hat" }]),
    refused(
      400,
      100,
      "(#100) Param template['components'][0]['type'] must be one of {HEADER, BODY, FOOTER, BUTTON, CAROUSEL, " +
        'LIMITED_TIME_OFFER} - got "hat".'
    )
  ],
  [
    "with an unknown policy",
    { type: "template", template: { name: "hello_world", language: { code: "en_US", policy: "fallback" } } },
    refused(400, 100, "(#100) Param template['language']['policy'] must be one of {DETERMINISTIC} - got \"fallback\".")
  ],
  [
    "without a language",
    { type: "template", template: { name: "hello_world" } },
    missing("Parameter 'language' is mandatory for type 'template'")
  ],
  [
    "without a language code",
    { type: "template", template: { name: "hello_world", language: {} } },
    missing("The parameter template['language']['code'] is required.")
  ]
]

layer(emulated())("a template", (it) => {
  it.effect.each(refusals)("WhatsApp templates: a send is refused %s", ([, params, answer]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send({ ...params }), answer)
    })
  )
})
