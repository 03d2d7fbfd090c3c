import { assert, describe, it } from "@effect/vitest"
import { instagramBody } from "../../../src/adapters/meta/client/GraphDirectMessages.ts"
import { MessageTag, type MessengerContent } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { messages } from "./personMessages.ts"

const url = "https://example.com/file"

describe("the body of an Instagram message", () => {
  it.each(messages)("Instagram body: a message has the form that Meta documents: %s", (_, content, message) => {
    assert.deepStrictEqual(instagramBody("IGSID", { content, tag: null, replyTo: null }), {
      recipient: { id: "IGSID" },
      message
    })
  })

  it.each(["image", "video", "audio", "file"] as const)(
    "Instagram body: an attachment has the address of the %s and nothing else",
    (kind) => {
      const content: MessengerContent = { _tag: "Attachment", kind, url }
      assert.deepStrictEqual(instagramBody("IGSID", { content, tag: null, replyTo: null }), {
        recipient: { id: "IGSID" },
        message: { attachment: { type: kind, payload: { url } } }
      })
    }
  )

  it.each(MessageTag.literals)("Instagram body: a message type is set only if the tag %s needs one", (tag) => {
    assert.deepStrictEqual(instagramBody("IGSID", { content: { _tag: "Text", text: "Hello" }, tag, replyTo: null }), {
      recipient: { id: "IGSID" },
      messaging_type: "MESSAGE_TAG",
      tag,
      message: { text: "Hello" }
    })
  })

  it("Instagram body: an answer names the message that it answers", () => {
    const replyTo = PlatformMessageId.make("m_answered")
    assert.deepStrictEqual(instagramBody("IGSID", { content: { _tag: "Text", text: "Hello" }, tag: null, replyTo }), {
      recipient: { id: "IGSID" },
      reply_to: { mid: replyTo },
      message: { text: "Hello" }
    })
  })
})
