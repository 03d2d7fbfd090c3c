import { Schema } from "effect"
import type { Named } from "../../Named.ts"
import {
  bodyOf,
  cardHeader,
  frame,
  interactiveLimits as limits,
  label,
  listOf,
  named,
  shortText,
  someId,
  textHeader,
  webAddress,
  withParameters
} from "./interactiveParts.ts"

const { body, footer, header } = frame

const ReplyButton = Schema.Struct({
  type: Schema.Literal("reply"),
  reply: Schema.Struct({ id: label(limits.buttonId), title: label(limits.buttonText) })
})

const QuickReply = Schema.Struct({
  type: Schema.Literal("quick_reply"),
  quick_reply: Schema.Struct({ id: label(limits.buttonId), title: label(limits.buttonText) })
})

const Row = Schema.Struct({
  id: label(limits.rowId),
  title: label(limits.rowTitle),
  description: Schema.optionalKey(shortText(limits.rowDescription))
})

const sectionTitle = Schema.optionalKey(shortText(limits.sectionTitle))

const Product = Schema.Struct({ product_retailer_id: someId })

const link = { display_text: label(limits.buttonText), url: webAddress }

/** A card: with a picture or a film and one address or several replies, or with a product of a catalog. */
const Card = Schema.Struct({
  card_index: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.cards - 1 })),
  type: Schema.Literals(["cta_url", "product"]),
  header: Schema.optionalKey(cardHeader),
  body: Schema.optionalKey(bodyOf(limits.cardText)),
  action: Schema.Struct({
    name: Schema.optionalKey(Schema.Literal("cta_url")),
    parameters: Schema.optionalKey(Schema.Struct(link)),
    buttons: Schema.optionalKey(Schema.Array(QuickReply).check(Schema.isMinLength(1))),
    catalog_id: Schema.optionalKey(someId),
    product_retailer_id: Schema.optionalKey(someId)
  })
})

const FlowParameters = {
  flow_message_version: Schema.Union([Schema.String, Schema.Int]),
  flow_id: Schema.optionalKey(someId),
  flow_name: Schema.optionalKey(someId),
  flow_cta: label(limits.flowButtonText),
  flow_token: Schema.optionalKey(Schema.String),
  flow_action: Schema.optionalKey(Schema.Literals(["navigate", "data_exchange"])),
  flow_action_payload: Schema.optionalKey(
    Schema.Struct({
      screen: Schema.optionalKey(someId),
      data: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
    })
  ),
  mode: Schema.optionalKey(Schema.Literals(["draft", "published"]))
}

const kind = <const Type extends string, const Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })

/** The kinds of interactive messages of WhatsApp, each in the form of the platform (platforms P1). */
export const interactiveKinds = {
  /** Up to three buttons. A tap is an inbound message with `button_reply`. */
  button: kind("button", { ...frame, action: Schema.Struct({ buttons: listOf(ReplyButton, 1, limits.buttons) }) }),
  /** A menu. A choice is an inbound message with `list_reply`. */
  list: kind("list", {
    header: Schema.optionalKey(textHeader),
    body: bodyOf(limits.listBodyText),
    footer,
    action: Schema.Struct({
      button: label(limits.buttonText),
      sections: listOf(Schema.Struct({ title: sectionTitle, rows: listOf(Row, 1, limits.rows) }), 1, limits.sections)
    })
  }),
  /** A button that opens a page. */
  cta_url: kind("cta_url", { ...frame, action: withParameters("cta_url", link) }),
  /** Requests the location of the person. */
  location_request_message: kind("location_request_message", { ...frame, action: named("send_location") }),
  /** A product of a catalog. */
  product: kind("product", {
    body: Schema.optionalKey(body),
    footer,
    action: Schema.Struct({ catalog_id: someId, product_retailer_id: someId })
  }),
  /** Products of a catalog in sections. */
  product_list: kind("product_list", {
    header: textHeader,
    body,
    footer,
    action: Schema.Struct({
      catalog_id: someId,
      sections: listOf(
        Schema.Struct({ title: sectionTitle, product_items: listOf(Product, 1, limits.products) }),
        1,
        limits.sections
      )
    })
  }),
  /** The whole catalog, with the picture of one product. */
  catalog_message: kind("catalog_message", {
    header,
    body,
    footer,
    action: Schema.Struct({
      name: Schema.Literal("catalog_message"),
      parameters: Schema.optionalKey(Schema.Struct({ thumbnail_product_retailer_id: Schema.optionalKey(someId) }))
    })
  }),
  /** Cards side by side. */
  carousel: kind("carousel", {
    body,
    action: Schema.Struct({ cards: listOf(Card, limits.minCards, limits.cards) })
  }),
  /** A form. An answer is an inbound message with `nfm_reply`. */
  flow: kind("flow", { ...frame, action: withParameters("flow", FlowParameters) }),
  /** Requests an address, in the countries that have this. */
  address_message: kind("address_message", {
    body,
    footer,
    action: withParameters("address_message", {
      country: Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/, { expected: "an ISO country code such as IN" })),
      values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
      saved_addresses: Schema.optionalKey(Schema.Array(Schema.Json))
    })
  }),
  /** Asks whether the business may call. */
  call_permission_request: kind("call_permission_request", {
    body: Schema.optionalKey(body),
    footer,
    action: named("call_permission_request")
  })
} as const

/** An interactive message in the form of the platform (contract: Interactive messages). `readInteractive` checks one. */
export const Interactive = Schema.Union(Object.values(interactiveKinds))
export type Interactive = Named<typeof Interactive.Type>
