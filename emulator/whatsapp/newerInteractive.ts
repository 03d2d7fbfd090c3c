import { Schema } from "effect"
import { decoder } from "../graph/fields.ts"
import { labelText, link, oneOf, someText } from "../graph/parameters.ts"
import { type ContentReader, Media } from "./contentSchemas.ts"

/** Limits of carousels. */
const minCards = 2
const maxCards = 10
const maxCardText = 160
const maxCardLines = 3

const body = Schema.Struct({ text: labelText("Body text", 1024) })
const footer = Schema.optionalKey(Schema.Struct({ text: labelText("Footer text", 60) }))

const address = Schema.Struct({
  body,
  footer,
  action: Schema.Struct({
    name: oneOf(["address_message"]),
    parameters: Schema.Struct({
      country: Schema.String.check(
        Schema.makeFilter((country) => /^[A-Z]{2}$/.test(country), { message: "Country is not an ISO country code" })
      ),
      values: Schema.optionalKey(Schema.JsonObject),
      saved_addresses: Schema.optionalKey(Schema.Array(Schema.Json))
    })
  })
})

const callPermission = Schema.Struct({
  body: Schema.optionalKey(body),
  footer,
  action: Schema.Struct({ name: oneOf(["call_permission_request"]) })
})

/** Requests the person's number; the platform chooses the button's text. */
const contactRequest = Schema.Struct({
  body,
  footer,
  action: Schema.Struct({ name: oneOf(["request_contact_info"]) })
})

const cardBody = Schema.optionalKey(
  Schema.Struct({
    text: labelText("Card body text", maxCardText).check(
      Schema.makeFilter((text) => text.split("\n").length <= maxCardLines, {
        message: `Card body text has more than ${maxCardLines - 1} line breaks`
      })
    )
  })
)

const never = Schema.optionalKey(Schema.Never)

/** An action of one form has no part of another. */
const LinkAction = Schema.Struct({
  buttons: never,
  product_retailer_id: never,
  name: oneOf(["cta_url"]),
  parameters: Schema.Struct({ display_text: labelText("Display text", 20), url: link })
})

const RepliesAction = Schema.Struct({
  parameters: never,
  product_retailer_id: never,
  buttons: Schema.Array(
    Schema.Struct({
      type: oneOf(["quick_reply"]),
      quick_reply: Schema.Struct({ id: labelText("Button id", 256), title: labelText("Button title", 20) })
    })
  ).check(Schema.isMinLength(1, { message: "Invalid buttons count. Min allowed buttons: 1" }))
})

const ProductAction = Schema.Struct({
  buttons: never,
  parameters: never,
  catalog_id: someText,
  product_retailer_id: someText
})

const cardHeader = Schema.Struct({
  type: oneOf(["image", "video"]),
  image: Schema.optionalKey(Media),
  video: Schema.optionalKey(Media)
}).check(
  Schema.makeFilter((fields) =>
    fields.type.toLowerCase() in fields ? undefined : `Header of type ${fields.type} is missing its ${fields.type}`
  )
)

const cardIndex = Schema.Int.check(
  Schema.makeFilter((index) => index >= 0 && index < maxCards, { message: `Card index must be 0 to ${maxCards - 1}` })
)

/** Cards with a picture or a film, and cards of products, which have no part of their own. */
const Card = Schema.Union([
  Schema.Struct({
    card_index: cardIndex,
    type: oneOf(["cta_url"]),
    header: cardHeader,
    body: cardBody,
    action: Schema.Union([LinkAction, RepliesAction])
  }),
  Schema.Struct({
    card_index: cardIndex,
    type: oneOf(["product"]),
    header: Schema.optionalKey(cardHeader),
    body: cardBody,
    action: ProductAction
  })
])

/** The form of a card's action, which all cards of a message share. */
const formOf = ({ action }: typeof Card.Type): string => {
  if (action.buttons !== undefined) return `${action.buttons.length} replies`
  return action.parameters !== undefined ? "link" : `product of ${action.catalog_id}`
}

const carousel = Schema.Struct({
  body,
  action: Schema.Struct({
    cards: Schema.Array(Card).check(
      Schema.makeFilter((cards) => cards.length >= minCards && cards.length <= maxCards, {
        message: `Invalid cards count. Min allowed cards: ${minCards}, Max allowed cards: ${maxCards}`
      }),
      Schema.makeFilter((cards) => new Set(cards.map(({ card_index }) => card_index)).size === cards.length, {
        message: "Duplicated card index found"
      }),
      Schema.makeFilter((cards) => new Set(cards.map(formOf)).size <= 1, {
        message: "Cards must have the same kind and number of buttons"
      })
    )
  })
})

const reader = (interactive: Schema.ConstraintDecoder<unknown>): ContentReader =>
  decoder(Schema.Struct({ interactive }))

/** Newer kinds of interactive message. The texts of their refusals follow those of the older kinds. */
export const newerReaders: Readonly<Record<string, ContentReader>> = {
  address_message: reader(address),
  call_permission_request: reader(callPermission),
  carousel: reader(carousel),
  request_contact_info: reader(contactRequest)
}
