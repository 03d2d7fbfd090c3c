import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, emulated, refused, send } from "../platform.ts"

const param = (message: string) => refused(400, 100, `(#100) ${message}`)
const invalid = (details: string) => refused(400, 131009, "(#131009) Parameter value is not valid", details)
const missing = (details: string) => refused(400, 131008, "(#131008) Required parameter is missing", details)

const interactive = (type: string, action: unknown, more: object = {}) => ({
  type: "interactive",
  interactive: { type, body: { text: "Please choose" }, action, ...more }
})

const button = (id: string, title = `Title ${id}`) => ({ type: "reply", reply: { id, title } })
const buttons = (...all: ReadonlyArray<unknown>) => interactive("button", { buttons: all })

const row = (id: string, more: object = {}) => ({ id, title: `Row ${id}`, ...more })
const list = (sections: ReadonlyArray<unknown>) => interactive("list", { button: "Choose", sections })
const card = (index: number) => ({
  card_index: index,
  type: "cta_url",
  header: { type: "image", image: { link: "https://example.com/a.png" } },
  action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com" } }
})
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(String(index)))

const cases: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, Answer]> = [
  [
    "an unknown interactive kind",
    interactive("poll", {}),
    param(
      "Param interactive['type'] must be one of {ADDRESS_MESSAGE, BUTTON, CALL_PERMISSION_REQUEST, CAROUSEL, " +
        "CATALOG_MESSAGE, CTA_URL, FLOW, LIST, LOCATION_REQUEST_MESSAGE, ORDER_DETAILS, ORDER_STATUS, PRODUCT, " +
        'PRODUCT_LIST, REQUEST_CONTACT_INFO} - got "poll".'
    )
  ],
  [
    "an address in no country",
    interactive("address_message", { name: "address_message", parameters: { country: "India" } }),
    invalid("Country is not an ISO country code")
  ],
  [
    "another action than the kind has",
    interactive("call_permission_request", { name: "call" }),
    param("Param interactive['action']['name'] must be one of {CALL_PERMISSION_REQUEST} - got \"call\".")
  ],
  [
    "a carousel of one card",
    interactive("carousel", { cards: [card(0)] }),
    invalid("Invalid cards count. Min allowed cards: 2, Max allowed cards: 10")
  ],
  [
    "a carousel with two cards in one place",
    interactive("carousel", { cards: [card(0), card(0)] }),
    invalid("Duplicated card index found")
  ],
  [
    "a card without its picture",
    interactive("carousel", { cards: [{ ...card(0), header: { type: "image" } }, card(1)] }),
    invalid("Header of type image is missing its image")
  ],
  ["no buttons", buttons(), invalid("Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3")],
  [
    "four buttons",
    buttons(button("1"), button("2"), button("3"), button("4")),
    invalid("Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3")
  ],
  [
    "a long button title",
    buttons(button("1", "x".repeat(21))),
    invalid("Button title length invalid. Min length: 1, Max length: 20")
  ],
  [
    "a button without a title",
    buttons({ type: "reply", reply: { id: "1" } }),
    missing("The parameter interactive['action']['buttons'][0]['reply']['title'] is required.")
  ],
  ["two buttons of one id", buttons(button("1", "A"), button("1", "B")), invalid("Duplicated button id found: 1")],
  [
    "two buttons of one title",
    buttons(button("1", "A"), button("2", "A")),
    invalid("Duplicated button title found: A")
  ],
  [
    "a long interactive body",
    { type: "interactive", interactive: { type: "button", body: { text: "x".repeat(1025) }, action: { buttons: [] } } },
    invalid("Body text length invalid. Min length: 1, Max length: 1024")
  ],
  [
    "no interactive body",
    { type: "interactive", interactive: { type: "button", action: { buttons: [button("1")] } } },
    missing("Parameter 'body' is mandatory for type 'interactive'")
  ],
  [
    "a header without its file",
    interactive("button", { buttons: [button("1")] }, { header: { type: "image" } }),
    invalid("Header of type image is missing its image")
  ],
  [
    "a long footer",
    interactive("button", { buttons: [button("1")] }, { footer: { text: "x".repeat(61) } }),
    invalid("Footer text length invalid. Min length: 1, Max length: 60")
  ],
  [
    "eleven rows",
    list([
      { title: "A", rows: rows(6) },
      { title: "B", rows: rows(5) }
    ]),
    invalid("Total row count exceed max allowed count: 10")
  ],
  [
    "a long row title",
    list([{ rows: [row("1", { title: "x".repeat(25) })] }]),
    invalid("Row title is too long. Max length is 24")
  ],
  [
    "a long row description",
    list([{ rows: [row("1", { description: "x".repeat(73) })] }]),
    invalid("Row description is too long. Max length is 72")
  ],
  ["two rows of one id", list([{ rows: [row("1"), row("1")] }]), invalid("Duplicated row id found: 1")],
  [
    "two sections without titles",
    list([{ rows: [row("1")] }, { rows: [row("2")] }]),
    invalid("Section title is required when there is more than one section")
  ],
  [
    "a list with an image above it",
    interactive("list", { button: "Choose", sections: [{ rows: [row("1")] }] }, { header: { type: "image" } }),
    param("Param interactive['header']['type'] must be one of {TEXT} - got \"image\".")
  ],
  [
    "a link button to nowhere",
    interactive("cta_url", { name: "cta_url", parameters: { display_text: "Open", url: "nowhere" } }),
    param("Param interactive['action']['parameters']['url'] is not a valid URI.")
  ],
  [
    "a flow of no name",
    interactive("flow", { name: "flow", parameters: { flow_message_version: "3", flow_cta: "Book" } }),
    invalid("Exactly one of flow_id and flow_name is required")
  ]
]

layer(emulated())("the platform refuses", (it) => {
  it.effect.each(cases)("interactive refusals: %s", ([, params, answer]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(params), answer)
    })
  )
})
