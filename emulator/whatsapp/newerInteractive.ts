import { Schema } from "effect"
import { decoder } from "../graph/fields.ts"
import { labelText, link, oneOf } from "../graph/parameters.ts"
import { type ContentReader, Media } from "./contentSchemas.ts"

/** Limits of carousels. */
const minCards = 2
const maxCards = 10
const maxCardText = 160

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
      )
    })
  })
})

const callPermission = Schema.Struct({
  body: Schema.optionalKey(body),
  footer,
  action: Schema.Struct({ name: oneOf(["call_permission_request"]) })
})

/** Asks the person for her number; the platform words the button. */
const contactRequest = Schema.Struct({
  body,
  footer,
  action: Schema.Struct({ name: oneOf(["request_contact_info"]) })
})

const Card = Schema.Struct({
  card_index: Schema.Int,
  type: oneOf(["cta_url"]),
  header: Schema.Struct({
    type: oneOf(["image", "video"]),
    image: Schema.optionalKey(Media),
    video: Schema.optionalKey(Media)
  }).check(
    Schema.makeFilter((given) =>
      given.type.toLowerCase() in given ? undefined : `Header of type ${given.type} is missing its ${given.type}`
    )
  ),
  body: Schema.optionalKey(Schema.Struct({ text: labelText("Card body text", maxCardText) })),
  action: Schema.Union([
    Schema.Struct({
      name: oneOf(["cta_url"]),
      parameters: Schema.Struct({ display_text: labelText("Display text", 20), url: link })
    }),
    Schema.Struct({
      buttons: Schema.Array(
        Schema.Struct({
          type: oneOf(["quick_reply"]),
          quick_reply: Schema.Struct({ id: labelText("Button id", 256), title: labelText("Button title", 20) })
        })
      )
    })
  ])
})

const carousel = Schema.Struct({
  body,
  action: Schema.Struct({
    cards: Schema.Array(Card).check(
      Schema.makeFilter((cards) => cards.length >= minCards && cards.length <= maxCards, {
        message: `Invalid cards count. Min allowed cards: ${minCards}, Max allowed cards: ${maxCards}`
      }),
      Schema.makeFilter((cards) => new Set(cards.map(({ card_index }) => card_index)).size === cards.length, {
        message: "Duplicated card index found"
      })
    )
  })
})

const reader = (interactive: Schema.ConstraintDecoder<unknown>): ContentReader =>
  decoder(Schema.Struct({ interactive }))

/** The kinds of interactive message that came later. The texts of their refusals are made after those of the others. */
export const newerReaders: Readonly<Record<string, ContentReader>> = {
  address_message: reader(address),
  call_permission_request: reader(callPermission),
  carousel: reader(carousel),
  request_contact_info: reader(contactRequest)
}
