import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, displayPhoneNumber, emulated, refused, send } from "../platform.ts"

const param = (message: string) => refused(400, 100, `(#100) ${message}`)
const invalid = (details: string) => refused(400, 131009, "(#131009) Parameter value is not valid", details)
const missing = (details: string) => refused(400, 131008, "(#131008) Required parameter is missing", details)
const generic = (details: string) => refused(400, 100, "(#100) Invalid parameter", details)

const text = (body: unknown) => ({ type: "text", text: { body } })

const cases: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, Answer]> = [
  ["no messaging product", { messaging_product: undefined }, param("The parameter messaging_product is required.")],
  [
    "another messaging product",
    { messaging_product: "sms" },
    param('Param messaging_product must be one of {WHATSAPP} - got "sms".')
  ],
  ["no recipient", { to: undefined, ...text("Hi") }, param("The parameter to is required.")],
  ["a number as a number", { to: 16505551234, ...text("Hi") }, param("Param to must be a string.")],
  [
    "a recipient that is no number",
    { to: "Ada", ...text("Hi") },
    invalid("The phone number is malformed: Please use the format: +1234567890.")
  ],
  [
    "a number with the prefix of international calls",
    { to: "0033612345678", ...text("Hi") },
    invalid("The phone number is malformed: Please use the format: +1234567890.")
  ],
  [
    "a user id of no known form",
    { to: undefined, recipient: "ada", ...text("Hi") },
    invalid("The recipient is not a business-scoped user id")
  ],
  [
    "itself",
    { to: displayPhoneNumber, ...text("Hi") },
    refused(400, 131021, "(#131021) Recipient cannot be sender", "Sender and recipient phone number is the same.")
  ],
  [
    "an unknown type",
    { type: "jpeg" },
    param(
      "Param type must be one of {AUDIO, CONTACTS, DOCUMENT, GIF, IMAGE, INTERACTIVE, LINK_PREVIEW, LOCATION, PIN, " +
        'REACTION, STICKER, TEMPLATE, TEXT, VIDEO} - got "jpeg".'
    )
  ],
  [
    "a type that is not emulated",
    { type: "pin", pin: {} },
    refused(400, 131051, "(#131051) Unsupported message type", "Message type is currently not supported.")
  ],
  ["a type without its content", { type: "image" }, generic("Parameter 'image' is mandatory for type 'image'")],
  ["nothing to say", {}, generic("Parameter 'text' is mandatory for type 'text'")],
  [
    "another kind's content without a type",
    { image: { id: "1" } },
    generic("Parameter 'text' is mandatory for type 'text'")
  ],
  ["text that is no object", { type: "text", text: "Hi" }, param("Param text must be a JSON object.")],
  ["text without a body", { type: "text", text: {} }, missing("Parameter 'body' is mandatory for type 'text'")],
  ["a body that is no string", text({ a: 1 }), param("Param text['body'] must be a string.")],
  ["an empty body", text(" "), invalid("Message text cannot be empty")],
  [
    "a body that is too long",
    text("x".repeat(4097)),
    param("Param text['body'] must be at most 4096 characters long.")
  ],
  [
    "a key that the kind does not have",
    { type: "audio", audio: { id: "1", caption: "Listen" } },
    param('Unexpected key "caption" on param "audio".')
  ],
  [
    "a file without a source",
    { type: "image", image: {} },
    invalid("Param image must have exactly one of 'id' and 'link'")
  ],
  [
    "a file with two sources",
    { type: "video", video: { id: "1", link: "https://example.com/v.mp4" } },
    invalid("Param video must have exactly one of 'id' and 'link'")
  ],
  [
    "a link that is none",
    { type: "image", image: { link: "a.png" } },
    param("Param image['link'] is not a valid URI.")
  ],
  [
    "a caption that is too long",
    { type: "image", image: { id: "1", caption: "x".repeat(1025) } },
    param("Param image['caption'] must be at most 1024 characters long.")
  ],
  [
    "a place that is not on Earth",
    { type: "location", location: { latitude: 91, longitude: 0 } },
    invalid("location['latitude'] must be between -90 and 90")
  ],
  [
    "a place without a longitude",
    { type: "location", location: { latitude: 1 } },
    missing("Parameter 'longitude' is mandatory for type 'location'")
  ],
  [
    "a reaction without an emoji",
    { type: "reaction", reaction: { message_id: "wamid.X" } },
    missing("Parameter 'emoji' is mandatory for type 'reaction'")
  ],
  ["contacts that are no list", { type: "contacts", contacts: {} }, param("Param contacts must be an array.")],
  [
    "a contact with a formatted name only",
    { type: "contacts", contacts: [{ name: { formatted_name: "Ada" } }] },
    invalid("At least one of the optional name parameters needs to be included along with formatted_name")
  ],
  [
    "callback data that is too long",
    { biz_opaque_callback_data: "x".repeat(513), ...text("Hi") },
    param("Param biz_opaque_callback_data must be at most 512 characters long.")
  ],
  [
    "a reply to nothing",
    { context: {}, ...text("Hi") },
    missing("Parameter 'message_id' is mandatory for type 'context'")
  ],
  ["a read mark for nothing", { to: undefined, status: "read" }, param("The parameter message_id is required.")],
  [
    "a mark that is not read",
    { to: undefined, status: "seen", message_id: "wamid.X" },
    param('Param status must be one of {READ} - got "seen".')
  ]
]

layer(emulated())("the platform refuses", (it) => {
  it.effect.each(cases)("WhatsApp refusals: %s", ([, params, answer]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(params), answer)
    })
  )
})
