import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readDelivery } from "../../../src/adapters/meta/inbound/readDelivery.ts"
import { maxDescriptionLength, messageDescription } from "../../../src/domain/messages/messageDescription.ts"
import type { MessageContent } from "../../../src/domain/messages/Message.ts"
import { messagePreview } from "../../../src/domain/messages/messageText.ts"
import { standardContent } from "../../../src/domain/messages/standardContent.ts"
import { receivedAt } from "../../meta/inbound/deliveries.ts"
import { areHere, deliveries } from "../../meta/inbound/fixtures.ts"

type Example = readonly [type: string, content: MessageContent, description: string | null]

const contact = (name: Schema.Json, ...phones: ReadonlyArray<Schema.Json>) => ({ name, phones })

const contacts: ReadonlyArray<Example> = [
  [
    "contacts",
    { contacts: [contact({ formatted_name: "Lucía Gómez", first_name: "Lucía" }, { phone: "+1 (983) 555-2319" })] },
    "Contact: Lucía Gómez, +1 (983) 555-2319"
  ],
  [
    "contacts",
    {
      contacts: [
        contact({ formatted_name: "Ada" }, { phone: "+1 650" }, { wa_id: "1651" }),
        contact({ first_name: "Bo", last_name: "Li" }),
        { org: { company: "Acme" }, emails: [{ email: "hi@example.com" }] }
      ]
    },
    "3 contacts\nAda, +1 650, 1651\nBo Li\nAcme, hi@example.com"
  ],
  ["contacts", { contacts: [{ vcard: "BEGIN:VCARD\nFN;CHARSET=utf-8:Ada L\nEND:VCARD" }] }, "Contact: Ada L"],
  ["contacts", { contacts: [{ name: null, phones: [null, "1", { phone: 5 }] }] }, "Shared a contact"],
  ["contacts", { contacts: [] }, null],
  ["contacts", { contacts: "none" }, null]
]

const item = (id: string, quantity: Schema.Json, item_price: Schema.Json, currency = "USD") => ({
  product_retailer_id: id,
  quantity,
  item_price,
  currency
})

const orders: ReadonlyArray<Example> = [
  [
    "order",
    { catalog_id: "1", text: "Soon, please", product_items: [item("tea", 2, 30), item("cup", 1, 25)] },
    "Order: 3 items, total 85 USD\n2 × tea at 30 USD\n1 × cup at 25 USD\nSoon, please"
  ],
  ["order", { product_items: [item("tea", 3, 0.1)] }, "Order: 3 items, total 0.3 USD\n3 × tea at 0.1 USD"],
  ["order", { product_items: [item("tea", "1", "9.5", "EUR")] }, "Order: 1 item, total 9.5 EUR\n1 × tea at 9.5 EUR"],
  [
    "order",
    { product_items: [item("tea", 1, 2), item("cup", 1, 3, "EUR")] },
    "Order: 2 items, total 2 USD + 3 EUR\n1 × tea at 2 USD\n1 × cup at 3 EUR"
  ],
  ["order", { product_items: [{}] }, "Order: 1 item\n1 × item"],
  ["order", { product_items: [], text: "Two, please" }, null]
]

const form = (response_json: Schema.Json): MessageContent => ({
  type: "nfm_reply",
  nfm_reply: { name: "flow", body: "Sent", response_json }
})

const forms: ReadonlyArray<Example> = [
  [
    "interactive",
    form(
      '{"flow_token":"secret","first_name":"Ada","party":4,"vegan":true,"dishes":["a","b"],"home":{"street":"1 Main St","no":null}}'
    ),
    "Form answer\nfirst name: Ada\nparty: 4\nvegan: true\ndishes: a, b\nhome: street: 1 Main St"
  ],
  [
    "interactive",
    form('{"screen_0_First_Name_0":"Ada","screen_1_Size_12":"L"}'),
    "Form answer\nFirst Name: Ada\nSize: L"
  ],
  ["interactive", form("no JSON"), "Form answer"],
  ["interactive", form('["a list"]'), "Form answer"],
  ["interactive", form(null), "Form answer"],
  ["interactive", form(`{"deep":${"[".repeat(30_000)}${"]".repeat(30_000)}}`), "Form answer"],
  ["interactive", { type: "button_reply", button_reply: { id: "1", title: "Yes" } }, null]
]

const attached = (type: string, payload: Schema.Json = { url: "https://example.com/a" }): MessageContent => ({
  attachment: { type, payload }
})

const stories: ReadonlyArray<Example> = [
  ["story_mention", attached("story_mention"), "Mentioned you in a story"],
  ["unknown", { reply_to: { story: { id: "1", url: "https://example.com/a" } } }, "Replied to your story"],
  ["unknown", {}, null],
  ["text", { text: "Wow", reply_to: { story: { id: "1" } } }, null],
  ["share", attached("share"), "Shared a post"],
  ["ig_reel", attached("ig_reel", { title: "Our kitchen" }), "Shared a reel: Our kitchen"],
  ["like_heart", { attachment: { type: "like_heart" } }, "❤️"],
  [
    "fallback",
    { attachment: { type: "fallback", title: "A page", url: "https://example.com", payload: "BLOB" } },
    "A page https://example.com"
  ],
  ["fallback", attached("fallback", { title: "A page", url: "https://example.com" }), "A page https://example.com"],
  ["unsupported", {}, "Sent something that the platform does not pass on"],
  ["unsupported", { unsupported: { type: "poll" } }, "Sent something that the platform does not pass on: poll"]
]

describe("messageDescription", () => {
  it.each([...contacts, ...orders, ...forms, ...stories])("of %s %j is %j", (type, content, description) => {
    assert.strictEqual(messageDescription({ type, content }), description)
  })

  it("is the text of the Session interface, and previews are its beginning", () => {
    for (const [type, content, description] of [...contacts, ...orders, ...forms, ...stories]) {
      if (description === null) continue
      assert.deepStrictEqual<unknown>(standardContent({ type, content }), {
        type: "text",
        content: { text: description }
      })
      assert.isTrue(description.startsWith(messagePreview(type, content)))
    }
  })

  it("has a limited number of items, and the number of omitted ones", () => {
    const many = { product_items: Array.from({ length: 1_000 }, (_, place) => item(`i${place}`, 1, 1)) }
    const description = messageDescription({ type: "order", content: many }) ?? ""
    assert.include(description, "Order: 1000 items, total 1000 USD")
    assert.include(description, "and 950 more")
    const long = form(JSON.stringify({ words: "word ".repeat(10_000) }))
    const cut = messageDescription({ type: "interactive", content: long }) ?? ""
    assert.strictEqual(Array.from(cut).length, maxDescriptionLength)
  })

  const types = ["contacts", "order", "interactive", "unknown", "story_mention", "share", "fallback"] as const
  const Odd = Schema.Struct({
    contacts: Schema.optionalKey(Schema.Json),
    product_items: Schema.optionalKey(Schema.Json),
    nfm_reply: Schema.optionalKey(Schema.Json),
    reply_to: Schema.optionalKey(Schema.Json),
    attachment: Schema.optionalKey(Schema.Json)
  })

  it.prop("accepts any content", { type: Schema.Literals(types), content: Odd }, ({ content, type }) => {
    const description = messageDescription({ type, content })
    if (description === null) return
    assert.notStrictEqual(description.trim(), "")
    assert.isAtMost(Array.from(description).length, maxDescriptionLength)
  })

  it.skipIf(!areHere)("describes recorded deliveries, none in brackets", () => {
    const told = deliveries.flatMap(([name, delivery]) =>
      readDelivery(delivery, receivedAt).flatMap((inbound) =>
        inbound._tag === "MessageReceived" ? [{ name, inbound, shown: standardContent(inbound) }] : []
      )
    )
    const described = told.filter(({ inbound }) => messageDescription(inbound) !== null)
    const texts = described.map(({ shown }) => (shown.type === "text" ? shown.content.text : ""))
    assert.include(texts, "Contact: Lucía Gómez, +1 (983) 555-2319")
    assert.include(texts, "Order: 3 items, total 85 USD\n2 × di9ozbzfi4 at 30 USD\n1 × nqryix03ez at 25 USD")
    assert.include(texts, "Contact: Sheena Nelson, 15551234567")
    const bare = told.filter(
      ({ shown }) => shown.type === "text" && /^\[(?!unsupported|unknown|template)/.test(shown.content.text)
    )
    assert.deepStrictEqual(
      bare.map(({ name, shown }) => [name, shown.content]),
      []
    )
  })
})
