import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { type Answer, givenBackend, keptNothing, missing, refused } from "./developerChannelBackend.ts"

const recipientId = "5275811702471834"
const url = "https://example.com/a"
const card = { title: "Table for two", subtitle: "Tonight at 8" }

const givenPage = Effect.map(givenBackend("messenger"), ({ post }) => ({
  send: (body: unknown) => post("/v1/messenger/send-message", body)
}))

describe("POST /v1/messenger/send-message", () => {
  const incomplete: ReadonlyArray<readonly [body: object, answer: Answer]> = [
    [{ text: "hi" }, missing("recipientId", "Add the page-scoped id of the person")],
    [{ recipientId: null, type: "pigeon" }, missing("recipientId", "Add the page-scoped id of the person")],
    [{ recipientId: "" }, missing("recipientId", "Add the page-scoped id of the person")],
    [{ recipientId: " ", type: "pigeon" }, missing("recipientId", "Add the page-scoped id of the person")],
    [
      { recipientId, type: "image", attachmentUrl: url },
      refused(400, "Unknown message type: image", {
        code: "INVALID_TYPE",
        fix: "Use one of: text, quick_replies, button_template, generic_template, attachment_url, images, image_grid, media_template, receipt_template, sticker, reaction"
      })
    ],
    [{ recipientId }, missing("text", "Add the text of the message")],
    [{ recipientId, text: "" }, missing("text", "Add the text of the message")],
    [{ recipientId, type: "quick_replies" }, missing("text", "Add the text of the message")],
    [
      { recipientId, type: "quick_replies", text: "Tea?", quickReplies: [] },
      missing("quickReplies", 'Add at least one quick reply, for example "quickReplies": [{"title": "Yes"}]')
    ],
    [{ recipientId, type: "button_template" }, missing("buttonTemplateText", "Add the text above the buttons")],
    [
      { recipientId, type: "button_template", buttonTemplateText: "What now?" },
      missing("buttons", 'Add 1 to 3 buttons, for example [{"type": "postback", "title": "Yes", "payload": "YES"}]')
    ],
    [
      { recipientId, type: "generic_template", elements: [] },
      missing("elements", 'Add 1 to 10 cards, for example [{"title": "Table for two", "subtitle": "Tonight at 8"}]')
    ],
    [{ recipientId, type: "attachment_url" }, missing("attachmentUrl", "Add the public address of the file")]
  ]
  it.effect.each(incomplete)("names the missing field of %j and stores nothing", ([body, answer]) =>
    Effect.gen(function* () {
      const { send } = yield* givenPage
      assert.deepStrictEqual(yield* send(body), answer)
      assert.isTrue(yield* keptNothing)
    }).pipe(Effect.provide(httpWorld))
  )

  const four = Array.from({ length: 4 }, () => ({ type: "web_url", title: "Menu", url }))
  const template = (buttons: unknown) => ({ type: "button_template", buttonTemplateText: "What now?", buttons })
  const carousel = (elements: unknown) => ({ type: "generic_template", elements })
  const replies = (quickReplies: unknown) => ({ type: "quick_replies", text: "Tea?", quickReplies })
  const notEmpty = "Expected a value that is not empty"

  const wrong: ReadonlyArray<readonly [body: object, message: string]> = [
    [template(four), "buttons[3]: Expected at most 3"],
    [template([{ title: "Menu", url }]), "buttons[0].type: Expected one of: web_url, postback, phone_number"],
    [template([{ type: "web_url", url }]), `buttons[0].title: ${notEmpty}`],
    [template([{ type: "web_url", title: "Menu" }]), `buttons[0].url: ${notEmpty}`],
    [template([{ type: "postback", title: "Menu", payload: null }]), `buttons[0].payload: ${notEmpty}`],
    [template([{ type: "phone_number", title: "Call", url }]), `buttons[0].payload: ${notEmpty}`],
    [carousel(Array.from({ length: 11 }, () => card)), "elements[10]: Expected at most 10"],
    [carousel([{ subtitle: "Tonight" }]), `elements[0].title: ${notEmpty}`],
    [carousel([card, { title: "Card", buttons: four }]), "elements[1].buttons[3]: Expected at most 3"],
    [carousel([{ title: "Card", defaultAction: {} }]), `elements[0].defaultAction.url: ${notEmpty}`],
    [replies([{ payload: "YES" }]), `quickReplies[0].title: ${notEmpty}`],
    [
      { type: "attachment_url", attachmentUrl: url, attachmentType: "gif" },
      "attachmentType: Expected one of: image, video, audio, file"
    ],
    [{ text: "hi", tag: "ACCOUNT_UPDATE" }, "tag: Expected one of: HUMAN_AGENT"],
    [{ text: "hi", recipientId: "1".repeat(129) }, "recipientId: Expected at most 128 characters"],
    [{ text: "hi", recipientId: 5275811702471834 }, "recipientId: Expected string"],
    [{ text: ["hi"] }, "text: Expected string | null"],
    [replies("Yes"), "quickReplies: Expected array | null"],
    [replies([null]), "quickReplies[0]: Expected object"],
    [replies([{ title: 1 }]), "quickReplies[0].title: Expected string | null"],
    [{ text: "a\0b" }, "text: Expected text without NUL characters and unpaired surrogates"],
    [carousel([{ title: "\ud800" }]), "elements[0].title: Expected text without NUL characters and unpaired surrogates"]
  ]
  it.effect.each(wrong)("names the invalid field of %j, without a code: %s", ([body, message]) =>
    Effect.gen(function* () {
      const { send } = yield* givenPage
      assert.deepStrictEqual(yield* send({ recipientId, ...body }), refused(400, `Invalid field ${message}`))
      assert.isTrue(yield* keptNothing)
    }).pipe(Effect.provide(httpWorld))
  )
})
