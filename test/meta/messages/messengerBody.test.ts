import { assert, describe, it } from "@effect/vitest"
import { messengerBody } from "../../../src/adapters/meta/client/GraphDirectMessages.ts"
import { MessageTag, type MessengerContent } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { sendId } from "../graph.ts"
import { messages } from "./personMessages.ts"

const url = "https://example.com/file"

const standard = (message: object) => ({
  recipient: { id: "PSID" },
  messaging_type: "RESPONSE",
  message: { ...message, metadata: sendId }
})

describe("the body of a Messenger message", () => {
  it.each(messages)("Messenger body: a message has the form that Meta documents: %s", (_, content, message) => {
    assert.deepStrictEqual(messengerBody("PSID", { content, tag: null, replyTo: null }, sendId), standard(message))
  })

  it.each(["image", "video", "audio", "file"] as const)(
    "Messenger body: the platform may reuse the %s that it fetched",
    (kind) => {
      const content: MessengerContent = { _tag: "Attachment", kind, url }
      const message = { attachment: { type: kind, payload: { url, is_reusable: true } } }
      assert.deepStrictEqual(messengerBody("PSID", { content, tag: null, replyTo: null }, sendId), standard(message))
    }
  )

  it.each(MessageTag.literals)("Messenger body: a message has the message type that the tag %s needs", (tag) => {
    assert.deepStrictEqual(
      messengerBody("PSID", { content: { _tag: "Text", text: "Hello" }, tag, replyTo: null }, sendId),
      {
        recipient: { id: "PSID" },
        messaging_type: "MESSAGE_TAG",
        tag,
        message: { text: "Hello", metadata: sendId }
      }
    )
  })

  it("Messenger body: an answer names the message that it answers", () => {
    const replyTo = PlatformMessageId.make("m_answered")
    assert.deepStrictEqual(
      messengerBody("PSID", { content: { _tag: "Text", text: "Hello" }, tag: null, replyTo }, sendId),
      {
        recipient: { id: "PSID" },
        messaging_type: "RESPONSE",
        reply_to: { mid: replyTo },
        message: { text: "Hello", metadata: sendId }
      }
    )
  })
})
