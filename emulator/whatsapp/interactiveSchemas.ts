import { Schema } from "effect"
import { decoder } from "../graph/fields.ts"
import { labelText, link, oneOf, shortText, someText } from "../graph/parameters.ts"
import { type ContentReader, Media } from "./contentSchemas.ts"
import { newerReaders } from "./newerInteractive.ts"

/** Limits of interactive messages (platforms P1). The texts of the refusals are the platform's own. */
const maxButtons = 3
const maxSections = 10
const maxRows = 10
const maxProducts = 30
const maxBody = 1024
const maxListBody = 4096

const countBetween = (what: string, max: number) =>
  Schema.makeFilter((items: ReadonlyArray<unknown>) => items.length >= 1 && items.length <= max, {
    message: `Invalid ${what} count. Min allowed ${what}: 1, Max allowed ${what}: ${max}`
  })

const unique = (what: string, words: ReadonlyArray<string>): string | undefined => {
  const twice = words.find((word, index) => words.indexOf(word) !== index)
  return twice === undefined ? undefined : `Duplicated ${what} found: ${twice}`
}

const bodyText = (max: number) => Schema.Struct({ text: labelText("Body text", max) })

const footer = Schema.optionalKey(Schema.Struct({ text: labelText("Footer text", 60) }))

const header = (types: ReadonlyArray<string>) =>
  Schema.Struct({
    type: oneOf(types),
    text: Schema.optionalKey(labelText("Header text", 60)),
    image: Schema.optionalKey(Media),
    video: Schema.optionalKey(Media),
    document: Schema.optionalKey(Media)
  }).check(
    Schema.makeFilter((fields) =>
      fields.type.toLowerCase() in fields ? undefined : `Header of type ${fields.type} is missing its ${fields.type}`
    )
  )

const anyHeader = Schema.optionalKey(header(["text", "image", "video", "document"]))
const textHeader = Schema.optionalKey(header(["text"]))

const ReplyButton = Schema.Struct({
  type: oneOf(["reply"]),
  reply: Schema.Struct({ id: labelText("Button id", 256), title: labelText("Button title", 20) })
})

const replyButtons = Schema.Struct({
  header: anyHeader,
  body: bodyText(maxBody),
  footer,
  action: Schema.Struct({
    buttons: Schema.Array(ReplyButton)
      .check(countBetween("buttons", maxButtons))
      .check(
        Schema.makeFilter((buttons) =>
          unique(
            "button id",
            buttons.map(({ reply }) => reply.id)
          )
        )
      )
      .check(
        Schema.makeFilter((buttons) =>
          unique(
            "button title",
            buttons.map(({ reply }) => reply.title)
          )
        )
      )
  })
})

const Row = Schema.Struct({
  id: labelText("Row id", 200),
  title: shortText("Row title", 24).check(Schema.isMinLength(1, { message: "Row title cannot be empty" })),
  description: Schema.optionalKey(shortText("Row description", 72))
})

const Section = Schema.Struct({
  title: Schema.optionalKey(shortText("Section title", 24)),
  rows: Schema.Array(Row).check(countBetween("rows", maxRows))
})

const titledSections = Schema.makeFilter(
  (sections: ReadonlyArray<{ readonly title?: string }>) =>
    sections.length === 1 || sections.every(({ title = "" }) => title !== ""),
  { message: "Section title is required when there is more than one section" }
)

const list = Schema.Struct({
  header: textHeader,
  body: bodyText(maxListBody),
  footer,
  action: Schema.Struct({
    button: labelText("Button text", 20),
    sections: Schema.Array(Section)
      .check(
        Schema.makeFilter((sections) => sections.flatMap(({ rows }) => rows).length <= maxRows, {
          message: `Total row count exceed max allowed count: ${maxRows}`
        })
      )
      .check(countBetween("sections", maxSections))
      .check(titledSections)
      .check(
        Schema.makeFilter((sections) =>
          unique(
            "row id",
            sections.flatMap(({ rows }) => rows.map(({ id }) => id))
          )
        )
      )
  })
})

const action = <const Fields extends Schema.Struct.Fields>(name: string, fields: Fields) =>
  Schema.Struct({ name: oneOf([name]), parameters: Schema.Struct(fields) })

const linkButton = Schema.Struct({
  header: anyHeader,
  body: bodyText(maxBody),
  footer,
  action: action("cta_url", { display_text: labelText("Button text", 20), url: link })
})

const flowParameters = {
  flow_message_version: Schema.Union([Schema.String, Schema.Int]),
  flow_id: Schema.optionalKey(someText),
  flow_name: Schema.optionalKey(someText),
  flow_cta: labelText("Flow CTA", 30),
  flow_token: Schema.optionalKey(Schema.String),
  flow_action: Schema.optionalKey(oneOf(["navigate", "data_exchange"])),
  flow_action_payload: Schema.optionalKey(
    Schema.Struct({ screen: Schema.optionalKey(someText), data: Schema.optionalKey(Schema.JsonObject) })
  ),
  mode: Schema.optionalKey(oneOf(["draft", "published"]))
}

const flow = Schema.Struct({
  header: anyHeader,
  body: bodyText(maxBody),
  footer,
  action: action("flow", flowParameters).check(
    Schema.makeFilter(({ parameters }) => (parameters.flow_id === undefined) !== (parameters.flow_name === undefined), {
      message: "Exactly one of flow_id and flow_name is required"
    })
  )
})

const product = Schema.Struct({
  body: Schema.optionalKey(bodyText(maxBody)),
  footer,
  action: Schema.Struct({ catalog_id: someText, product_retailer_id: someText })
})

const ProductSection = Schema.Struct({
  title: Schema.optionalKey(shortText("Section title", 24)),
  product_items: Schema.Array(Schema.Struct({ product_retailer_id: someText })).check(
    countBetween("products", maxProducts)
  )
})

const productList = Schema.Struct({
  header: header(["text"]),
  body: bodyText(maxBody),
  footer,
  action: Schema.Struct({
    catalog_id: someText,
    sections: Schema.Array(ProductSection)
      .check(countBetween("sections", maxSections))
      .check(titledSections)
      .check(
        Schema.makeFilter((sections) => sections.flatMap(({ product_items }) => product_items).length <= maxProducts, {
          message: `Total product count exceed max allowed count: ${maxProducts}`
        })
      )
  })
})

const withName = (name: string) =>
  Schema.Struct({ header: anyHeader, body: bodyText(maxBody), footer, action: Schema.Struct({ name: oneOf([name]) }) })

const catalog = Schema.Struct({
  header: anyHeader,
  body: bodyText(maxBody),
  footer,
  action: Schema.Struct({
    name: oneOf(["catalog_message"]),
    parameters: Schema.optionalKey(Schema.Struct({ thumbnail_product_retailer_id: Schema.optionalKey(someText) }))
  })
})

const reader = (interactive: Schema.ConstraintDecoder<unknown>): ContentReader =>
  decoder(Schema.Struct({ interactive }))

/** The kinds of interactive message, by `interactive.type`. Only the form of commerce messages is checked. */
export const interactiveReaders: Readonly<Record<string, ContentReader>> = {
  button: reader(replyButtons),
  catalog_message: reader(catalog),
  cta_url: reader(linkButton),
  flow: reader(flow),
  list: reader(list),
  location_request_message: reader(withName("send_location")),
  order_details: reader(withName("review_and_pay")),
  order_status: reader(withName("review_order")),
  product: reader(product),
  product_list: reader(productList),
  ...newerReaders
}
