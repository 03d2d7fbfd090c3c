import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maxDescriptionLength } from "../../../src/domain/messages/messageDescription.ts"
import { messageText } from "../../../src/domain/messages/messageText.ts"
import { standardContent } from "../../../src/domain/messages/standardContent.ts"
import type { MessageContent } from "../../../src/domain/messages/Message.ts"

const reply = (parts: Schema.JsonObject): MessageContent => ({
  type: "call_permission_reply",
  call_permission_reply: { expiration_timestamp: 1_763_719_990, response_source: "user_action", ...parts }
})

const call = (parts: Schema.JsonObject): MessageContent => ({ call: { direction: "USER_INITIATED", ...parts } })

describe("messages of other kinds than the six types", () => {
  it.each<[string, MessageContent, string]>([
    ["interactive", reply({ response: "accept" }), "Allows calls"],
    ["interactive", reply({ response: "accept", is_permanent: true }), "Allows calls at any time"],
    ["interactive", reply({ response: "reject" }), "Does not allow calls"],
    [
      "interactive",
      { type: "product", body: { text: "Is this in stock?" }, action: { catalog_id: "1" } },
      "Is this in stock?"
    ],
    ["interactive", { type: "product", product: { title: "Mug", catalog_id: "1" } }, "Mug"],
    ["interactive", { type: "carousel", header: { type: "text", text: "Our mugs" } }, "Our mugs"],
    ["interactive", { type: "address_reply", address_reply: { zip: "00100" } }, "Address reply"],
    ["interactive", {}, "[interactive]"],
    ["poll", { name: "Lunch?", options: [{ name: "Pizza" }] }, "Poll: Lunch?"],
    ["poll", { poll: { question: { text: "Lunch?" } } }, "Poll: Lunch?"],
    ["poll", {}, "Poll"],
    ["event", { title: "Opening", start_time: "1763719990" }, "Event: Opening"],
    ["pin", { type: "pin", message_id: "wamid.A" }, "Pinned a message"],
    ["pin", { type: "unpin", message_id: "wamid.A" }, "Unpinned a message"],
    ["payment", { amount: { value: 21_000, offset: 100 }, currency: "INR", status: "captured" }, "Payment: 210 INR"],
    ["payment", { status: "captured" }, "Payment: captured"],
    ["product", { product_retailer_id: "mug-1", catalog_id: "1" }, "Product: mug-1"],
    ["hologram", { id: "7", hologram: { title: "A cat" } }, "A cat"],
    ["hologram", { parts: [{ title: "A cat" }], body: ["x"], title: { x: 1 } }, "[hologram]"],
    ["hologram", { context: { title: "no" }, errors: [{ title: "no" }], identity: { name: "no" } }, "[hologram]"],
    ["call", call({ status: "FAILED" }), "Missed voice call"],
    ["call", call({ status: "COMPLETED" }), "Missed voice call"],
    ["call", call({ status: "REJECTED", duration: 12 }), "Missed voice call"],
    ["call", call({ status: "COMPLETED", duration: 3_723, start_time: "1763719990" }), "Voice call, 1 h 2 min 3 s"],
    ["call", call({ status: "COMPLETED", start_time: "1763719990" }), "Voice call"],
    ["call", call({ status: "FAILED", direction: "BUSINESS_INITIATED" }), "Voice call, not answered"]
  ])("inbound: a message of the kind %s %j is text", (type, content, text) => {
    assert.deepStrictEqual<unknown>(standardContent({ type, content }), { type: "text", content: { text } })
  })

  it.prop(
    "inbound: content of any form becomes a bounded text without objects",
    {
      type: Schema.Literals(["interactive", "poll", "payment", "call", "hologram"]),
      content: Schema.Record(Schema.String, Schema.Json)
    },
    ({ content, type }) => {
      const text = messageText({ type, content })
      assert.notInclude(text, "[object")
      assert.isAtMost(Array.from(text).length, maxDescriptionLength)
    }
  )

  it("inbound: a long text of an unknown kind is truncated", () => {
    const text = messageText({ type: "hologram", content: { title: "a".repeat(100_000) } })
    assert.strictEqual(Array.from(text).length, maxDescriptionLength)
  })
})
