import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  TemplateParameterCountMismatch,
  TemplateParameterFormatMismatch,
  TemplateParameterValueMissing
} from "../../../src/domain/templates/TemplatePart.ts"
import { body, button, card, header, plainly, template, text, use } from "./templates.ts"

const withButton = (type: string, ...parts: Parameters<typeof template>[0]) =>
  template([...parts, { type: "BODY", text: "Look" }, { type: "BUTTONS", buttons: [{ type, text: "View" }] }])

const catalogue = withButton("CATALOG")
const several = withButton("MPM")
const single = withButton("SPM", { type: "HEADER", format: "PRODUCT" })
const carousel = template([
  { type: "BODY", text: "Look" },
  {
    type: "CAROUSEL",
    cards: [0, 1].map(() => ({
      components: [
        { type: "HEADER", format: "PRODUCT" },
        { type: "BUTTONS", buttons: [{ type: "SPM", text: "View" }] }
      ]
    }))
  }
])

const thumbnail = { type: "action", action: { thumbnail_product_retailer_id: "2lc20305pt" } }
const sections = [{ title: "Popular", product_items: [{ product_retailer_id: "2lc20305pt" }] }]
const chosen = { type: "action", action: { thumbnail_product_retailer_id: "2lc20305pt", sections } }
const product = { type: "product", product: { product_retailer_id: "2lc20305pt", catalog_id: "194836987003835" } }

const atButton = (buttonType: string) => ({ component: "button", index: 0, buttonType })

describe("a template of a catalogue", () => {
  it.each([
    ["shows the whole of it", catalogue, []],
    ["shows the whole of it with a picture of one product", catalogue, [button(0, "CATALOG", thumbnail)]],
    [
      "names its button in small letters and without an index",
      catalogue,
      [{ type: "button", sub_type: "catalog", parameters: [thumbnail] }]
    ],
    ["shows the products that are chosen", several, [button("0", "mpm", chosen)]],
    ["shows one product", single, [header(product)]],
    [
      "shows one product on each card",
      carousel,
      [{ type: "carousel", cards: [card(0, header(product)), card(1, header(product))] }]
    ]
  ] as const)("%s", (_, definition, components) => {
    assert.deepStrictEqual(plainly(use(definition, ...components)), plainly(Result.succeed(definition)))
  })

  it.each([
    [
      "without the products",
      several,
      [],
      new TemplateParameterCountMismatch({ ...atButton("MPM"), expected: 1, given: 0 })
    ],
    [
      "with a text for the products",
      several,
      [button(0, "mpm", text("x"))],
      new TemplateParameterFormatMismatch({ ...atButton("MPM"), expected: "ACTION", given: "TEXT" })
    ],
    [
      "with a choice of no product",
      several,
      [button(0, "mpm", { ...chosen, action: { ...chosen.action, sections: [] } })],
      new TemplateParameterValueMissing({ ...atButton("MPM"), parameter: 0, value: "sections" })
    ],
    [
      "with a choice that names none",
      several,
      [button(0, "mpm", thumbnail)],
      new TemplateParameterValueMissing({ ...atButton("MPM"), parameter: 0, value: "sections" })
    ],
    [
      "with an empty picture",
      catalogue,
      [button(0, "catalog", { type: "action", action: { thumbnail_product_retailer_id: "" } })],
      new TemplateParameterValueMissing({
        ...atButton("CATALOG"),
        parameter: 0,
        value: "thumbnail_product_retailer_id"
      })
    ],
    [
      "without its product",
      single,
      [],
      new TemplateParameterFormatMismatch({ component: "header", expected: "PRODUCT", given: "UNKNOWN" })
    ],
    [
      "with a picture as its product",
      single,
      [header({ type: "image", image: { id: "1" } })],
      new TemplateParameterFormatMismatch({ component: "header", expected: "PRODUCT", given: "IMAGE" })
    ],
    [
      "with a product that has no id",
      single,
      [header({ type: "product", product: { catalog_id: "1" } })],
      new TemplateParameterValueMissing({ component: "header", parameter: 0, value: "product_retailer_id" })
    ],
    [
      "with a product in the body",
      single,
      [header(product), body(product)],
      new TemplateParameterCountMismatch({ component: "body", expected: 0, given: 1 })
    ]
  ] as const)("cannot be sent %s", (_, definition, components, refused) => {
    assert.deepStrictEqual(plainly(use(definition, ...components)), { ...refused })
  })
})
