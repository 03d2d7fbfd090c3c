import { assert, describe, it } from "@effect/vitest"
import { echoedContent } from "../../../src/domain/inbound/echoedSends.ts"
import type { MessageContent } from "../../../src/domain/messages/Message.ts"

const image = (url: string) => ({ type: "image", payload: { url } })
const [a, b] = [image("https://example.com/a"), image("https://example.com/b")]
const ours = (type: string, content: MessageContent) => echoedContent({ type, content })

describe("echoedContent", () => {
  it("an echo of an answer matches only the answer to the same message", () => {
    const content = { text: "Yes", reply_to: { message_id: "m_1" } }
    assert.strictEqual(ours("text", content), ours("text", content))
    assert.isNotNull(ours("text", content))
    assert.notStrictEqual(ours("text", content), ours("text", { text: "Yes" }))
    assert.notStrictEqual(ours("text", content), ours("text", { text: "Yes", reply_to: { message_id: "m_2" } }))
    assert.isNull(ours("text", { text: "Yes", reply_to: { story: { id: "1", url: "https://example.com/story" } } }))
  })

  it("several images match an echo with the same number of images", () => {
    const sent = ours("images", { attachment: a, attachments: [a, b] })
    assert.strictEqual(ours("image", { attachment: b, attachments: [b, a] }), sent)
    assert.notStrictEqual(ours("image", { attachment: a }), sent)
    assert.strictEqual(ours("images", { attachment: a, attachments: [a] }), ours("image", { attachment: a }))
  })
})
