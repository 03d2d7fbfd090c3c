import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { byLogin, emulated, messenger, overPage, refusedByLogin, refusedOverPage, send } from "../pages.ts"

type Params = Readonly<Record<string, unknown>>
type Case = readonly [what: string, params: Params, text: string, subcode?: number]

const param = (text: string) => `(#100) ${text}`

const text = { message: { text: "Hi" } }
const eitherOr = param("Must send either message or state")
const empty = param("Message cannot be empty, must provide valid attachment or text")
const notAnId = param('Param recipient[id] must be a valid ID string (e.g., "123")')
const attached = (type: string, payload?: unknown) => ({ message: { attachment: { type, payload } } })
const replies = (...quick_replies: ReadonlyArray<unknown>) => ({ message: { text: "Which?", quick_replies } })
const reply = { content_type: "text", title: "Red", payload: "RED" }

/** Refusals with the same text on both channels. */
const imageAttachment = { type: "image", payload: { url: "https://example.com/a.png" } }

const common: ReadonlyArray<Case> = [
  ["no recipient", { recipient: undefined, ...text }, param("The parameter recipient is required")],
  ["a recipient that is no object", { recipient: "4711", ...text }, param("Param recipient must be a JSON object.")],
  [
    "a recipient without an id",
    { recipient: { user_ref: "1" }, ...text },
    param("The parameter recipient[id] is required")
  ],
  ["an id that is none", { recipient: { id: "+16505551234" }, ...text }, notAnId],
  ["an empty id", { recipient: { id: "" }, ...text }, notAnId],
  ["neither a message nor an action", {}, eitherOr, 2018015],
  ["a message and an action", { ...text, sender_action: "typing_on" }, eitherOr, 2018015],
  ["an empty message", { message: {} }, empty, 2018034],
  ["an empty text", { message: { text: "" } }, empty, 2018034],
  ["a message that is no object", { message: "Hi" }, param("Param message must be a JSON object.")],
  ["a text that is none", { message: { text: 1 } }, param("Param message[text] must be a string.")],
  [
    "text and attachment",
    { message: { text: "Hi", attachment: { type: "image", payload: { url: "https://example.com" } } } },
    param("Param message must have exactly one of 'text' and 'attachment'")
  ],
  [
    "a key that messages do not have",
    { message: { text: "Hi", preview: "Hi" } },
    param('Invalid keys "preview" were found in param "message".')
  ],
  [
    "long metadata",
    { message: { text: "Hi", metadata: "x".repeat(1001) } },
    param("Length of param message[metadata] must be less than or equal to 1000")
  ],
  [
    "an unknown messaging type",
    { ...text, messaging_type: "PROMOTION" },
    param('Param messaging_type must be one of {MESSAGE_TAG, RESPONSE, UPDATE} - got "PROMOTION".')
  ],
  [
    "a tag without its messaging type",
    { ...text, messaging_type: "RESPONSE", tag: "HUMAN_AGENT" },
    param("Messaging type should be MESSAGE_TAG for tagged messages.")
  ],
  [
    "the messaging type of a tag without one",
    { ...text, messaging_type: "MESSAGE_TAG" },
    param("The parameter tag is required for messaging type MESSAGE_TAG")
  ],
  ["an unknown tag", { ...text, messaging_type: "MESSAGE_TAG", tag: "PROMOTION" }, param("Invalid tag.")],

  ["no quick replies", replies(), "(#194) param message[quick_replies] has too few elements."],
  [
    "fourteen quick replies",
    replies(...Array.from({ length: 14 }, () => reply)),
    "(#105) param message[quick_replies] has too many elements."
  ],
  [
    "a quick reply of no type",
    replies({ title: "Red", payload: "RED" }),
    param("The parameter message[quick_replies][0][content_type] is required")
  ],
  [
    "a quick reply without a title",
    replies({ content_type: "text", payload: "RED" }),
    param("Title is required for this quick reply content type"),
    2018098
  ],
  [
    "a quick reply without a payload",
    replies(reply, { content_type: "text", title: "Red" }),
    param("Payload is required for this quick reply content type"),
    2018099
  ],
  [
    "a quick reply with a long title",
    replies(reply, { ...reply, title: "x".repeat(21) }),
    param("Length of param message[quick_replies][1][title] must be less than or equal to 20")
  ],
  [
    "a quick reply with an empty title",
    replies({ ...reply, title: "" }),
    param("Param message[quick_replies][0][title] must be a non-empty UTF-8 encoded string")
  ],
  [
    "a quick reply with a long payload",
    replies({ ...reply, payload: "x".repeat(1001) }),
    param("Length of param message[quick_replies][0][payload] must be less than or equal to 1000")
  ],

  [
    "an attachment of no type",
    { message: { attachment: { payload: { url: "https://example.com" } } } },
    param("The parameter message[attachment][type] is required")
  ],
  ["an attachment without content", attached("image"), param("The parameter message[attachment][payload] is required")],
  ["a file from nowhere", attached("file", {}), param("The parameter message[attachment][payload][url] is required")],
  [
    "an address that is none",
    attached("video", { url: "ftp://example.com/a.mp4" }),
    param("message[attachment][payload][url] should represent a valid URL")
  ]
]

const onMessenger: ReadonlyArray<Case> = [
  [
    "a long text",
    { message: { text: "x".repeat(2001) } },
    param("Length of param message[text] must be less than or equal to 2000")
  ],
  [
    "an unknown kind of attachment",
    attached("like_heart"),
    param('Param message[attachment][type] must be one of {AUDIO, FILE, IMAGE, TEMPLATE, VIDEO} - got "like_heart".')
  ],
  [
    "two contents",
    { message: { text: "Hello", sticker_id: "369239263222822" } },
    param("Param message must have exactly one of 'text' and 'attachment'")
  ],
  [
    "more than 30 images",
    { message: { attachments: Array.from({ length: 31 }, () => imageAttachment) } },
    "(#105) param message[attachments] has too many elements."
  ],
  [
    "an image without an address",
    { message: { attachments: [imageAttachment, { type: "image", payload: {} }] } },
    param("The parameter message[attachment][payload][url] is required")
  ],
  [
    "a reaction without a reaction",
    { sender_action: "react", payload: { message_id: "m_1" } },
    param("The parameter payload[reaction] is required")
  ]
]

const onInstagram: ReadonlyArray<Case> = [
  [
    "a text of more than 1000 bytes",
    { message: { text: "ü".repeat(501) } },
    param("Length of param message[text] must be less than or equal to 1000")
  ],
  ["a tag of Messenger", { ...text, messaging_type: "MESSAGE_TAG", tag: "ACCOUNT_UPDATE" }, param("Invalid tag.")],
  [
    "an unknown kind of attachment",
    attached("sticker"),
    param(
      "Param message[attachment][type] must be one of {AUDIO, FILE, IMAGE, LIKE_HEART, MEDIA_SHARE, TEMPLATE, VIDEO} " +
        '- got "sticker".'
    )
  ],
  [
    "quick replies that ask for an address",
    replies({ content_type: "user_email" }),
    param('Param message[quick_replies][0][content_type] must be one of {TEXT} - got "user_email".')
  ],
  [
    "a post without an id",
    attached("MEDIA_SHARE", {}),
    param("The parameter message[attachment][payload][id] is required")
  ],
  [
    "an unknown action",
    { sender_action: "wave" },
    param('Param sender_action must be one of {MARK_SEEN, REACT, TYPING_OFF, TYPING_ON, UNREACT} - got "wave".')
  ],
  ["a reaction to nothing", { sender_action: "unreact" }, param("The parameter payload is required")],
  [
    "a reaction without a reaction",
    { sender_action: "react", payload: { message_id: "aWdf" } },
    param("The parameter payload[reaction] is required")
  ],
  [
    "a reaction other than love",
    { sender_action: "react", payload: { message_id: "aWdf", reaction: "😆" } },
    param('Param payload[reaction] must be one of {LOVE} - got "😆".')
  ],
  [
    "a sticker by its id",
    { message: { sticker_id: "369239263222822" } },
    param('Invalid keys "sticker_id" were found in param "message".')
  ],
  [
    "more than ten images",
    { message: { attachments: Array.from({ length: 11 }, () => imageAttachment) } },
    "(#105) param message[attachments] has too many elements."
  ]
]

layer(emulated())("a send to a person", (it) => {
  it.effect.each([...common, ...onMessenger])("direct messages: Messenger refuses %s", ([, params, text, subcode]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(messenger, params), refusedOverPage(text, subcode))
    })
  )

  // Without a recipient the channel is unknown, so the refusal has Messenger's text.
  it.effect.each([...common, ...onInstagram])("direct messages: Instagram refuses %s", ([, params, text, subcode]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(overPage, params), refusedOverPage(text, subcode))
      assert.deepStrictEqual(yield* send(byLogin, params), refusedByLogin(text, subcode))
    })
  )
})
