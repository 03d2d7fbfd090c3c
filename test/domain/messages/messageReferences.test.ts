import { assert, describe, it } from "@effect/vitest"
import { answeredBy, originalMessage, referralOf, sentTemplate } from "../../../src/domain/messages/messageContext.ts"
import type { MessageContent } from "../../../src/domain/messages/Message.ts"

describe("the message that a message answers", () => {
  it.each([
    ["a message", { reply_to: { message_id: "m_1" } }, ["m_1", null]],
    ["a story", { reply_to: { story: { id: "5", url: "https://example.com/s" } } }, [null, "https://example.com/s"]],
    ["nothing", {}, null],
    ["nothing that is known", { reply_to: {} }, null],
    ["an empty id", { reply_to: { message_id: "" } }, null],
    ["a number", { reply_to: { message_id: 7, story: 8 } }, null],
    ["a text", { reply_to: "m_1" }, null],
    ["a list", { reply_to: ["m_1"] }, null]
  ] satisfies ReadonlyArray<readonly [string, MessageContent, readonly [string | null, string | null] | null]>)(
    "is read: %s",
    (_, content, expected) => {
      const answered = answeredBy({ content })
      assert.deepStrictEqual(answered && [answered.platformMessageId, answered.storyUrl], expected)
    }
  )
})

const unknown = { source: "", sourceId: "", headline: "", text: "", url: "", ref: "" }

describe("the referral of a message", () => {
  it.each([
    [
      "an ad on WhatsApp",
      {
        source_url: "https://fb.me/7",
        source_id: "7",
        source_type: "ad",
        headline: "Fresh bread",
        body: "Every morning",
        media_type: "image",
        ctwa_clid: "x"
      },
      {
        ...unknown,
        source: "ad",
        sourceId: "7",
        headline: "Fresh bread",
        text: "Every morning",
        url: "https://fb.me/7"
      }
    ],
    [
      "an ad on Messenger or Instagram",
      {
        ref: "summer",
        ad_id: 7,
        source: "ADS",
        type: "OPEN_THREAD",
        ads_context_data: { ad_title: "Bread", post_id: "9" }
      },
      { ...unknown, source: "ADS", sourceId: "7", headline: "Bread", ref: "summer" }
    ],
    [
      "a link",
      { ref: "x", source: "CUSTOMER_CHAT_PLUGIN", referer_uri: "https://example.com" },
      { ...unknown, source: "CUSTOMER_CHAT_PLUGIN", url: "https://example.com", ref: "x" }
    ],
    ["parts of other kinds", { source: ["ADS"], headline: null, ads_context_data: "x" }, unknown]
  ])("is read: %s", (_, referral, expected) => {
    assert.deepStrictEqual(referralOf({ content: { referral } }), expected)
  })

  it("is null without a referral", () => {
    assert.isNull(referralOf({ content: { text: "Hi" } }))
    assert.isNull(referralOf({ content: { referral: "ad" } }))
  })
})

describe("the template of a message", () => {
  it.each([
    [
      { name: "a", language: "en", components: [{ type: "body" }, "x"] },
      { name: "a", language: "en", components: [{ type: "body" }] }
    ],
    [
      { name: "a", language: { code: "en" } },
      { name: "a", language: "", components: [] }
    ],
    [{ name: "", language: "en" }, null],
    [{ language: "en" }, null],
    ["a", null]
  ])("is read: %j", (template, expected) => {
    assert.deepStrictEqual(sentTemplate({ content: { template } }), expected)
  })
})

describe("the original form of a message", () => {
  it("a message with choices, cards or a sticker has its parts, except those with a separate field", () => {
    const parts = { type: "button", body: { text: "How was it?" }, action: { buttons: [] } }
    const content = { ...parts, reply_to: { message_id: "m_1" }, context: { forwarded: true }, referral: {} }
    assert.deepStrictEqual(originalMessage({ type: "interactive", content }), { type: "interactive", content: parts })
    const sticker = { url: "https://example.com/a.webp", eventUrl: "https://example.com/b", animated: true }
    assert.deepStrictEqual(originalMessage({ type: "sticker", content: sticker }), {
      type: "sticker",
      content: { animated: true }
    })
  })

  it.each(["text", "image", "template", "location", "unknown"])(
    "a message of the type %s has no original form",
    (type) => {
      assert.isNull(originalMessage({ type, content: { text: "Hello" } }))
    }
  )
})
