import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { messagePreview } from "../../../../src/domain/messages/messageText.ts"
import { standardContent } from "../../../../src/domain/messages/standardContent.ts"
import { composeMessenger } from "../../../../src/domain/messages/messenger/composeMessenger.ts"
import { storedMessengerMessage } from "../../../../src/domain/messages/messenger/MessengerContent.ts"
import type { MessengerDraft } from "../../../../src/domain/messages/messenger/MessengerDraft.ts"

const [first, second] = [{ url: "https://example.com/a" }, { url: "https://example.com/b" }]
const receipt = {
  recipientName: "Ada",
  orderNumber: "1042",
  currency: "EUR",
  paymentMethod: "Visa 2345",
  items: [
    { title: "Soup", quantity: 2, price: 6.5 },
    { title: "Bread", price: 0 }
  ],
  summary: { totalCost: 13 }
}
const media = { type: "media_template", attachmentType: "video", attachmentId: "1857777774821032" }

const previews: ReadonlyArray<readonly [draft: MessengerDraft, preview: string]> = [
  [{ type: "images", images: [first] }, "1 image"],
  [{ type: "images", images: [first, second] }, "2 images"],
  [{ type: "image_grid", images: [first, second] }, "2 images"],
  [{ type: "image_grid", images: [first, second], title: "Menu", subtitle: "Tonight" }, "Menu\nTonight"],
  [media, "Video"],
  [{ ...media, buttons: [{ type: "postback", title: "Order", payload: "O" }] }, "Video: Order"],
  [{ type: "receipt_template", receipt }, "Receipt 1042, 13 EUR\n2 × Soup\n1 × Bread"],
  [{ type: "sticker", stickerId: "like" }, "👍"],
  [{ type: "sticker", stickerId: "4711" }, "[sticker]"]
]

describe("previews of Messenger messages", () => {
  it.each(previews)("show %j as %j", (draft, preview) => {
    const composed = composeMessenger("messenger", { ...draft, to: "24" })
    if (Result.isFailure(composed)) return assert.fail(composed.failure.message)
    const { content, type } = composed.success
    const stored = storedMessengerMessage(content)
    assert.strictEqual(messagePreview(type, stored), preview)
    const shown = standardContent({ type, content: stored })
    if (shown.type === "text") assert.strictEqual(shown.content.text, preview)
    else assert.strictEqual(shown.type, "image")
  })

  it("show the heart of Instagram", () => {
    const content = storedMessengerMessage({ _tag: "LikeHeart" })
    assert.strictEqual(messagePreview("sticker", content), "❤️")
    assert.deepStrictEqual(standardContent({ type: "sticker", content }), { type: "text", content: { text: "❤️" } })
  })
})
