import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { byLogin, emulated, messenger, overPage, refusedByLogin, refusedOverPage, send } from "../pages.ts"

type Case = readonly [what: string, payload: unknown, text: string, subcode?: number]

const param = (text: string) => `(#100) ${text}`
const webUrl = { type: "web_url", url: "https://example.com", title: "Visit" }
const buttons = (...all: ReadonlyArray<unknown>) => ({ template_type: "button", text: "Well?", buttons: all })
const cards = (...elements: ReadonlyArray<unknown>) => ({ template_type: "generic", elements })
const incomplete = param(
  "Incomplete element data: title and at least one other field (image url, subtitle or buttons) is required with " +
    "non-empty value"
)

const common: ReadonlyArray<Case> = [
  ["no template type", {}, param("The parameter name_placeholder[template_type] is required")],
  ["an unknown template type", { template_type: "poll" }, param("Invalid template type")],
  ["a template type that objects have", { template_type: "constructor" }, param("Invalid template type")],
  ["a template type that is no text", { template_type: { a: 1 } }, param("Invalid template type")],

  [
    "buttons without a text",
    { template_type: "button", buttons: [webUrl] },
    param("The parameter name_placeholder[text] is required")
  ],
  [
    "buttons below an empty text",
    { ...buttons(webUrl), text: " " },
    param("Param name_placeholder[text] must be a non-empty UTF-8 encoded string")
  ],
  [
    "buttons below a long text",
    { ...buttons(webUrl), text: "x".repeat(641) },
    param("Length of param name_placeholder[text] must be less than or equal to 640")
  ],
  [
    "a text without buttons",
    { template_type: "button", text: "Well?" },
    param("The parameter name_placeholder[buttons] is required")
  ],
  ["an empty list of buttons", buttons(), param("param name_placeholder[buttons] must be non-empty.")],
  [
    "four buttons",
    buttons(webUrl, webUrl, webUrl, webUrl),
    "(#105) param name_placeholder[buttons] has too many elements."
  ],
  [
    "a button of no type",
    buttons({ title: "Visit", url: "https://example.com" }),
    param("The parameter name_placeholder[buttons][0][type] is required")
  ],
  [
    "a button without a title",
    buttons({ type: "web_url", url: "https://example.com" }),
    param("Element button title cannot be empty."),
    2018053
  ],
  [
    "a button with an empty title",
    buttons({ ...webUrl, title: "" }),
    param("Param name_placeholder[buttons][0][title] must be a non-empty UTF-8 encoded string")
  ],
  [
    "a button with a long title",
    buttons(webUrl, { ...webUrl, title: "x".repeat(21) }),
    param("Length of param name_placeholder[buttons][1][title] must be less than or equal to 20")
  ],
  [
    "a link to nowhere",
    buttons({ type: "web_url", title: "Visit" }),
    param("Web url cannot be empty for url type button"),
    2018041
  ],
  [
    "a link that is none",
    buttons({ ...webUrl, url: "example.com" }),
    param("name_placeholder[buttons][0][url] should represent a valid URL")
  ],
  [
    "a postback of nothing",
    buttons({ type: "postback", title: "Go" }),
    param("Payload cannot be empty for postback type button"),
    2018040
  ],
  [
    "a postback with a long payload",
    buttons({ type: "postback", title: "Go", payload: "x".repeat(1001) }),
    param("Length of param name_placeholder[buttons][0][payload] must be less than or equal to 1000")
  ],
  [
    "a key that buttons do not have",
    buttons({ ...webUrl, colour: "red" }),
    param('Invalid keys "colour" were found in param "name_placeholder[buttons][0]".')
  ],

  [
    "a carousel of nothing",
    { template_type: "generic" },
    param("The parameter name_placeholder[elements] is required")
  ],
  ["an empty carousel", cards(), "(#194) param name_placeholder[elements] has too few elements."],
  [
    "eleven cards",
    cards(...Array.from({ length: 11 }, () => ({ title: "A", subtitle: "B" }))),
    "(#105) param name_placeholder[elements] has too many elements."
  ],
  ["a card with a title alone", cards({ title: "A" }), incomplete, 2018035],
  ["a card with an empty subtitle", cards({ title: "A", subtitle: "" }), incomplete, 2018035],
  ["a card without a title", cards({ subtitle: "B" }), incomplete, 2018035],
  [
    "a card with a long title",
    cards({ title: "x".repeat(81), subtitle: "B" }),
    param("Length of param name_placeholder[elements][0][title] must be less than or equal to 80")
  ],
  [
    "a card with a long subtitle",
    cards({ title: "A", subtitle: "x".repeat(81) }),
    param("Length of param name_placeholder[elements][0][subtitle] must be less than or equal to 80")
  ],
  [
    "a card with an image from nowhere",
    cards({ title: "A", image_url: "a.png" }),
    param("name_placeholder[elements][0][image_url] should represent a valid URL")
  ],
  [
    "a card with no buttons",
    cards({ title: "A", buttons: [] }),
    "(#194) param name_placeholder[elements][0][buttons] has too few elements."
  ],
  [
    "a card with four buttons",
    cards({ title: "A", buttons: [webUrl, webUrl, webUrl, webUrl] }),
    "(#105) param name_placeholder[elements][0][buttons] has too many elements."
  ],
  [
    "an action with a title",
    cards({ title: "A", default_action: webUrl }),
    param('Invalid keys "title" were found in param "name_placeholder[elements][0][default_action]".')
  ],
  [
    "an action of another type",
    cards({ title: "A", default_action: { type: "postback", url: "https://example.com" } }),
    param('Param name_placeholder[elements][0][default_action][type] must be one of {WEB_URL} - got "postback".')
  ]
]

const number = (payload: string) => buttons({ type: "phone_number", title: "Call", payload })
const notANumber = param("Param name_placeholder[buttons][0][payload] must be a phone number: + and digits")

const onMessenger: ReadonlyArray<Case> = [
  [
    "an unknown type of button",
    buttons({ type: "game_play", title: "Play" }),
    param(
      'Param name_placeholder[buttons][0][type] must be one of {PHONE_NUMBER, POSTBACK, WEB_URL} - got "game_play".'
    )
  ],
  ["a number without its plus", number("16505551234"), notANumber],
  ["a number as people write it", number("+1 650 555 1234"), notANumber]
]

const onInstagram: ReadonlyArray<Case> = [
  [
    "a button that calls",
    number("+16505551234"),
    param('Param name_placeholder[buttons][0][type] must be one of {POSTBACK, WEB_URL} - got "phone_number".')
  ]
]

const sent = (payload: unknown) => ({ message: { attachment: { type: "template", payload } } })

layer(emulated())("a template to a person", (it) => {
  it.effect.each([...common, ...onMessenger])(
    "direct message templates: Messenger refuses %s",
    ([, payload, text, subcode]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* send(messenger, sent(payload)), refusedOverPage(text, subcode))
      })
  )

  it.effect.each([...common, ...onInstagram])(
    "direct message templates: Instagram refuses %s",
    ([, payload, text, subcode]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* send(overPage, sent(payload)), refusedOverPage(text, subcode))
        assert.deepStrictEqual(yield* send(byLogin, sent(payload)), refusedByLogin(text, subcode))
      })
  )
})
