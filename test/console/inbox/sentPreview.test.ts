import { assert, describe, it } from "vitest"
import { sentPreview, sentValues } from "../../../console/inbox/template/sentPreview.ts"

const listed = {
  id: "1",
  name: "order",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components: [
    { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
    { type: "BODY", text: "Order {{2}} of {{1}} costs {{3}}." },
    { type: "FOOTER", text: "Your shop" },
    { type: "BUTTONS", buttons: [{ type: "URL", text: "Track", url: "https://example.com/{{1}}" }] }
  ]
}
const text = (value: string, name?: string) => ({
  type: "text",
  text: value,
  ...(name === undefined ? {} : { parameter_name: name })
})
const components = [
  { type: "header", parameters: [text("7")] },
  {
    type: "Body",
    parameters: [
      text("Ada {{2}}"),
      text("A-1"),
      { type: "currency", currency: { fallback_value: "5 €", code: "EUR", amount_1000: 5000 } }
    ]
  },
  { type: "button", sub_type: "url", index: "0", parameters: [text("x")] }
]
const sent = { name: "order", language: "en_US", components }

describe("previews of sent templates", () => {
  it("a sent template shows its values, unnamed ones in the order of their numbers", () => {
    assert.deepStrictEqual(sentPreview([listed], sent), {
      header: "Order 7",
      media: null,
      body: "Order A-1 of Ada {{2}} costs 5 €.",
      footer: "Your shop",
      buttons: ["Track"],
      cards: []
    })
  })

  it("a sent template shows named values and the address of its file", () => {
    const withNames = {
      ...listed,
      parameter_format: "NAMED",
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: "Hello {{first_name}} {{last_name}}" }
      ]
    }
    const link = "https://example.com/a.jpg"
    const values = [
      { type: "header", parameters: [{ type: "image", image: { link } }] },
      { type: "body", parameters: [text("Lovelace", "last_name"), text("Ada", "first_name")] }
    ]
    const preview = sentPreview([withNames], { ...sent, components: values })
    assert.strictEqual(preview?.body, "Hello Ada Lovelace")
    assert.deepStrictEqual(preview?.media, { kind: "image", url: link })
  })

  it("a sent carousel shows its cards with their values, in any order of the send", () => {
    const cardOf = (body: string) => ({
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: body },
        { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "More" }] }
      ]
    })
    const carousel = {
      ...listed,
      components: [
        { type: "BODY", text: "For {{1}}" },
        { type: "CAROUSEL", cards: [cardOf("Bread at {{1}}"), cardOf("Cake at {{1}}"), cardOf("Tea")] }
      ]
    }
    const link = (name: string) => `https://example.com/${name}.jpg`
    const valuesOf = (index: number, name: string, price: string) => ({
      card_index: index,
      components: [
        { type: "header", parameters: [{ type: "image", image: { link: link(name) } }] },
        { type: "body", parameters: [text(price)] }
      ]
    })
    const values = [
      { type: "body", parameters: [text("Ada")] },
      { type: "carousel", cards: [valuesOf(1, "cake", "4 €"), valuesOf(0, "bread", "3 €")] }
    ]
    const preview = sentPreview([carousel], { ...sent, components: values })
    assert.strictEqual(preview?.body, "For Ada")
    assert.deepStrictEqual(
      preview?.cards.map(({ body, buttons, media }) => [body, media?.url, buttons]),
      [
        ["Bread at 3 €", link("bread"), ["More"]],
        ["Cake at 4 €", link("cake"), ["More"]],
        ["Tea", "", ["More"]]
      ]
    )
    assert.deepStrictEqual(sentValues(values), ["Ada", link("cake"), "4 €", link("bread"), "3 €"])
  })

  it("a sent template shows placeholders without values, and ignores unreadable components", () => {
    const preview = sentPreview([listed], { ...sent, components: [{ type: "body", parameters: "x" }, {}] })
    assert.strictEqual(preview?.body, "Order {{2}} of {{1}} costs {{3}}.")
  })

  it("a sent template has no preview if it is not listed in its language", () => {
    assert.isNull(sentPreview([], sent))
    assert.isNull(sentPreview([listed], { ...sent, language: "ar" }))
    assert.isNull(sentPreview([listed], { ...sent, name: "other" }))
  })

  it("a sent template lists its values in the order of the send", () => {
    const link = "https://example.com/a.jpg"
    const more = [
      { type: "header", parameters: [{ type: "image", image: { link } }] },
      ...components.slice(1),
      { type: "button", sub_type: "copy_code", index: 1, parameters: [{ type: "coupon_code", coupon_code: "SAVE" }] }
    ]
    assert.deepStrictEqual(sentValues(more), [link, "Ada {{2}}", "A-1", "5 €", "x", "SAVE"])
    assert.deepStrictEqual(sentValues([]), [])
  })
})
