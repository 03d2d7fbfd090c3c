import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { MessengerChannel } from "../../../../src/domain/conversations/Channel.ts"
import { composeMessenger, supportedTypes } from "../../../../src/domain/messages/messenger/composeMessenger.ts"
import { MessengerContent } from "../../../../src/domain/messages/messenger/MessengerContent.ts"
import type { MessengerDraft, MessengerRefused } from "../../../../src/domain/messages/messenger/MessengerDraft.ts"
import { maxPersonIdLength, messengerRules } from "../../../../src/domain/messages/messenger/MessengerRules.ts"
import { lawTests } from "../../../../testing/laws/Law.ts"
import { Laws } from "../../../../testing/laws/Laws.ts"
import { runner } from "../../../support/runner.ts"

const { Attachment, ButtonTemplate, GenericTemplate, QuickReplies, Text } = MessengerContent.cases

const factsOf = (refused: MessengerRefused): unknown => {
  const { _tag } = refused
  switch (_tag) {
    case "MessagePartMissing":
      return { _tag, field: refused.field }
    case "MessageTypeUnknown":
      return { _tag, type: refused.type, supported: refused.supported }
    case "MessagePartInvalid":
      return { _tag, field: refused.field, problem: refused.problem }
  }
}

/** The message, or the facts of its refusal. */
const compose = (channel: MessengerChannel, draft: MessengerDraft): unknown =>
  Result.match(composeMessenger(channel, { to: "24", ...draft }), {
    onSuccess: (message): unknown => message,
    onFailure: factsOf
  })

const missing = (field: string) => ({ _tag: "MessagePartMissing", field })
const tooLong = (field: string, limit: number, unit: string) => ({
  _tag: "MessagePartInvalid",
  field,
  problem: { _tag: "TooLong", limit, unit }
})
const notOneOf = (field: string, supported: ReadonlyArray<string>) => ({
  _tag: "MessagePartInvalid",
  field,
  problem: { _tag: "NotOneOf", supported }
})

const url = "https://example.com/a"
const reply = { title: "Yes", payload: "Y", imageUrl: null }
const postback = { _tag: "Postback", title: "Go", payload: "GO" } as const
const card = { title: "Card", subtitle: null, imageUrl: null, defaultUrl: null, buttons: [] }

const sent: ReadonlyArray<readonly [draft: MessengerDraft, content: MessengerContent]> = [
  [{ text: "hi" }, Text.make({ text: "hi" })],
  [{ type: null, text: "hi" }, Text.make({ text: "hi" })],
  [{ type: "text", text: " hi ", buttons: [] }, Text.make({ text: " hi " })],
  [
    { type: "quick_replies", text: "Tea?", quickReplies: [{ title: "Yes", payload: "Y" }] },
    QuickReplies.make({ text: "Tea?", quickReplies: [reply] })
  ],
  [
    {
      type: "button_template",
      buttonTemplateText: "Pick",
      buttons: [{ type: "postback", title: "Go", payload: "GO" }]
    },
    ButtonTemplate.make({ text: "Pick", buttons: [postback] })
  ],
  [{ type: "generic_template", elements: [{ title: "Card" }] }, GenericTemplate.make({ elements: [card] })]
]

const attachments = ["image", "video", "audio", "file"] as const

lawTests(runner, "composeMessenger, by its laws", Laws.messenger, composeMessenger, { runs: 300 })

describe("composeMessenger", () => {
  describe.each(["messenger", "instagram"] as const)("on %s", (channel) => {
    it.each(sent)("composes %j", (draft, content) => {
      assert.deepStrictEqual(compose(channel, draft), { to: "24", type: draft.type ?? "text", content, tag: null })
    })

    const recipient = messengerRules[channel].recipientField

    it.each([undefined, null, "", " \n"])("requires the recipient before anything else: %j", (to) => {
      assert.deepStrictEqual(compose(channel, { to, type: "pigeon", tag: "X" }), missing(recipient))
    })

    it("accepts any recipient's id up to the maximum length", () => {
      const longest = "x".repeat(maxPersonIdLength)
      assert.deepStrictEqual(compose(channel, { to: longest, text: "hi" }), {
        to: longest,
        type: "text",
        content: Text.make({ text: "hi" }),
        tag: null
      })
      assert.deepStrictEqual(
        compose(channel, { to: `${longest}x`, text: "hi" }),
        tooLong(recipient, maxPersonIdLength, "characters")
      )
    })

    it.each(["pigeon", "", "TEXT", "toString", "__proto__"])("refuses the message type %j", (type) => {
      assert.deepStrictEqual(compose(channel, { type }), {
        _tag: "MessageTypeUnknown",
        type,
        supported: supportedTypes(channel)
      })
    })

    it.each([
      [{}, "text"],
      [{ text: null }, "text"],
      [{ text: "" }, "text"],
      [{ text: "  " }, "text"],
      [{ type: "quick_replies", quickReplies: [{ title: "Yes" }] }, "text"],
      [{ type: "quick_replies" }, "text"],
      [{ type: "quick_replies", text: "Tea?" }, "quickReplies"],
      [{ type: "quick_replies", text: "Tea?", quickReplies: [] }, "quickReplies"],
      [{ type: "button_template" }, "buttonTemplateText"],
      [{ type: "button_template", text: "Pick", buttons: [{}] }, "buttonTemplateText"],
      [{ type: "button_template", buttonTemplateText: "Pick" }, "buttons"],
      [{ type: "button_template", buttonTemplateText: "Pick", buttons: [] }, "buttons"],
      [{ type: "generic_template" }, "elements"],
      [{ type: "generic_template", elements: [] }, "elements"]
    ])("requires for %j the field %s", (draft, field) => {
      assert.deepStrictEqual(compose(channel, { ...draft, tag: "X" }), missing(field))
    })

    it("accepts only the tag HUMAN_AGENT", () => {
      assert.deepStrictEqual(compose(channel, { text: "hi", tag: "HUMAN_AGENT" }), {
        to: "24",
        type: "text",
        content: Text.make({ text: "hi" }),
        tag: "HUMAN_AGENT"
      })
      for (const tag of ["ACCOUNT_UPDATE", "human_agent", ""]) {
        assert.deepStrictEqual(compose(channel, { text: "hi", tag }), notOneOf("tag", ["HUMAN_AGENT"]))
      }
    })
  })

  it("supports eleven types on each channel, the first ones in the order of the contract", () => {
    assert.deepStrictEqual(
      [messengerRules.messenger.types, messengerRules.instagram.types].map((types) => types.join(", ")),
      [
        "text, quick_replies, button_template, generic_template, attachment_url, images, image_grid, media_template, receipt_template, sticker, reaction",
        "text, image, video, audio, file, quick_replies, button_template, generic_template, images, sticker, reaction"
      ]
    )
  })

  it.each([...attachments.map((kind) => [kind, kind] as const), [undefined, "file"] as const, [null, "file"] as const])(
    "sends an attachment of type %s over Messenger as %s",
    (attachmentType, kind) => {
      const type = "attachment_url"
      assert.deepStrictEqual(compose("messenger", { type, attachmentUrl: url, attachmentType }), {
        to: "24",
        type,
        content: Attachment.make({ kind, url }),
        tag: null
      })
      assert.deepStrictEqual(compose("messenger", { type, attachmentType }), missing("attachmentUrl"))
    }
  )

  it("refuses an attachment of another type", () => {
    assert.deepStrictEqual(
      compose("messenger", { type: "attachment_url", attachmentUrl: url, attachmentType: "gif" }),
      notOneOf("attachmentType", attachments)
    )
    assert.deepStrictEqual(
      compose("messenger", { type: "attachment_url", attachmentUrl: " ", attachmentType: "gif" }),
      missing("attachmentUrl")
    )
  })

  it.each(attachments)("sends an attachment over Instagram as a message of type %s", (type) => {
    assert.deepStrictEqual(compose("instagram", { type, attachmentUrl: url, attachmentType: "gif" }), {
      to: "24",
      type,
      content: Attachment.make({ kind: type, url }),
      tag: null
    })
    assert.deepStrictEqual(compose("instagram", { type }), missing("attachmentUrl"))
  })

  it("accepts at most 1000 bytes of text on Instagram, in UTF-8, and 2000 characters on Messenger", () => {
    const refused = tooLong("text", 1000, "bytes")
    for (const [longest, more] of [
      ["x".repeat(1000), "x"],
      ["é".repeat(500), "x"],
      ["😀".repeat(250), "x"]
    ] as const) {
      for (const draft of [{}, { type: "quick_replies", quickReplies: [{ title: "Yes" }] }]) {
        assert.property(compose("instagram", { ...draft, text: longest }), "content")
        assert.deepStrictEqual(compose("instagram", { ...draft, text: longest + more }), refused)
        assert.property(compose("messenger", { ...draft, text: longest + more }), "content")
        for (const character of ["x", "é", "😀"]) {
          assert.property(compose("messenger", { ...draft, text: character.repeat(2000) }), "content")
          assert.deepStrictEqual(
            compose("messenger", { ...draft, text: character.repeat(2001) }),
            tooLong("text", 2000, "characters")
          )
        }
      }
    }
    assert.deepStrictEqual(
      compose("instagram", { type: "quick_replies", text: "x".repeat(1001) }),
      missing("quickReplies")
    )
  })
})
