import { type Result, Schema } from "effect"
import { decoder } from "../graph/fields.ts"
import type { GraphError } from "../graph/GraphError.ts"
import { paramName } from "../graph/issueRefusal.ts"
import { oneOf } from "../graph/parameters.ts"
import { address, atLeastOne, filledText, noMoreThan, PersonId, textUpTo } from "./parameters.ts"
import type { Inbox } from "./Sender.ts"
import { sendWording } from "./wording.ts"

/** Limits of templates (platforms P8). */
const maxButtons = 3
const maxElements = 10
const maxTemplateText = 640
const maxElementText = 80
export const maxButtonTitle = 20
export const maxPayload = 1000
const minGridImages = 2
const maxGridImages = 6
const maxGridTitle = 45
const maxReceiptElements = 100

const buttonTypes: Readonly<Record<Inbox["channel"], ReadonlyArray<string>>> = {
  messenger: ["phone_number", "postback", "web_url"],
  instagram: ["postback", "web_url"]
}

const webview = {
  webview_height_ratio: Schema.optionalKey(oneOf(["compact", "full", "tall"])),
  messenger_extensions: Schema.optionalKey(Schema.Boolean),
  fallback_url: Schema.optionalKey(address),
  webview_share_button: Schema.optionalKey(oneOf(["hide"]))
}

interface ButtonFields {
  readonly type: string
  readonly title?: string
  readonly url?: string
  readonly payload?: string
}

/** Requires the fields of the button's type. */
const isWhole = Schema.makeFilter(({ payload = "", title, type, url }: ButtonFields) => {
  if (title === undefined) return "(#100/2018053) Element button title cannot be empty."
  switch (type.toLowerCase()) {
    case "web_url":
      return url === undefined ? "(#100/2018041) Web url cannot be empty for url type button" : undefined
    case "postback":
      return payload === "" ? "(#100/2018040) Payload cannot be empty for postback type button" : undefined
    default:
      return /^\+\d{5,15}$/.test(payload)
        ? undefined
        : { path: ["payload"], issue: `(#100) Param ${paramName} must be a phone number: + and digits` }
  }
})

const button = (types: ReadonlyArray<string>) =>
  Schema.Struct({
    type: oneOf(types),
    title: Schema.optionalKey(filledText(maxButtonTitle)),
    url: Schema.optionalKey(address),
    payload: Schema.optionalKey(textUpTo(maxPayload)),
    ...webview
  }).check(isWhole)

/** A button without a title: a tap on the card itself. */
const DefaultAction = Schema.Struct({ type: oneOf(["web_url"]), url: address, ...webview })

const incomplete =
  "(#100/2018035) Incomplete element data: title and at least one other field (image url, subtitle or buttons) is " +
  "required with non-empty value"

const element = (channel: Inbox["channel"]) =>
  Schema.Struct({
    title: Schema.optionalKey(filledText(maxElementText)),
    subtitle: Schema.optionalKey(textUpTo(maxElementText)),
    image_url: Schema.optionalKey(address),
    default_action: Schema.optionalKey(DefaultAction),
    buttons: Schema.optionalKey(
      Schema.Array(button(buttonTypes[channel])).check(atLeastOne).check(noMoreThan(maxButtons))
    )
  }).check(
    Schema.makeFilter(({ subtitle = "", title, ...more }) =>
      title === undefined || (subtitle === "" && Object.keys(more).length === 0) ? incomplete : undefined
    )
  )

const template_type = Schema.String
const sharable = Schema.optionalKey(Schema.Boolean)

const buttonTemplate = (channel: Inbox["channel"]) =>
  Schema.Struct({
    template_type,
    text: filledText(maxTemplateText),
    buttons: Schema.Array(button(buttonTypes[channel]))
      .check(
        Schema.makeFilter((buttons) => buttons.length >= 1, {
          message: `(#100) param ${paramName} must be non-empty.`
        })
      )
      .check(noMoreThan(maxButtons)),
    sharable
  })

const genericTemplate = (channel: Inbox["channel"]) =>
  Schema.Struct({
    template_type,
    elements: Schema.Array(element(channel)).check(atLeastOne).check(noMoreThan(maxElements)),
    sharable,
    image_aspect_ratio: Schema.optionalKey(oneOf(["horizontal", "square"]))
  })

const gridTypes = ["postback", "web_url"]
const someButtons = (types: ReadonlyArray<string>) =>
  Schema.optionalKey(Schema.Array(button(types)).check(atLeastOne).check(noMoreThan(maxButtons)))

const GridImage = Schema.Struct({
  url: address,
  is_hero_image: Schema.optionalKey(Schema.Boolean),
  action: Schema.optionalKey(
    Schema.Struct({
      type: oneOf(gridTypes),
      url: Schema.optionalKey(address),
      payload: Schema.optionalKey(filledText(maxPayload)),
      ...webview
    }).check(
      Schema.makeFilter(({ payload, type, url }) =>
        (type.toLowerCase() === "web_url" ? url : payload) === undefined
          ? "(#100) The action of an image must have the field of its type"
          : undefined
      )
    )
  )
})

const atLeastTwo = Schema.makeFilter((items: ReadonlyArray<unknown>) => items.length >= minGridImages, {
  message: `(#194) param ${paramName} has too few elements.`
})
const oneHero = Schema.makeFilter(
  (images: ReadonlyArray<typeof GridImage.Type>) => images.filter((image) => image.is_hero_image === true).length < 2,
  { message: "(#100) At most one image can be the hero image" }
)

/** The grid of images, which Messenger alone has. */
const ImageGrid = Schema.Struct({
  template_type,
  elements: Schema.Array(
    Schema.Struct({
      images: Schema.Array(GridImage).check(atLeastTwo).check(noMoreThan(maxGridImages)).check(oneHero),
      title: Schema.optionalKey(filledText(maxGridTitle)),
      subtitle: Schema.optionalKey(filledText(maxElementText)),
      buttons: someButtons(gridTypes)
    })
  )
    .check(atLeastOne)
    .check(noMoreThan(1)),
  sharable
})

/** Media templates take files of the platform, and addresses of Facebook. */
const MediaTemplate = Schema.Struct({
  template_type,
  elements: Schema.Array(
    Schema.Struct({
      media_type: oneOf(["image", "video"]),
      url: Schema.optionalKey(
        address.check(
          Schema.makeFilter((url) => /^https:\/\/([a-z0-9-]+\.)*facebook\.com\//i.test(url), {
            message: `(#100) ${paramName} should be a Facebook URL`
          })
        )
      ),
      attachment_id: Schema.optionalKey(PersonId),
      buttons: someButtons(buttonTypes.messenger)
    }).check(
      Schema.makeFilter(({ attachment_id, url }) =>
        (attachment_id === undefined) === (url === undefined)
          ? "(#100) An element must have exactly one of attachment_id and url"
          : undefined
      )
    )
  )
    .check(atLeastOne)
    .check(noMoreThan(1)),
  sharable
})

const word = filledText(maxPayload * maxPayload)
const currency = Schema.String.check(
  Schema.makeFilter((code) => /^[A-Z]{3}$/.test(code), {
    message: `(#100) Param ${paramName} must be an ISO-4217-3 currency code`
  })
)
const country = Schema.String.check(
  Schema.makeFilter((code) => /^[A-Z]{2}$/i.test(code), {
    message: `(#100) Param ${paramName} must be a two-letter country code`
  })
)
const seconds = Schema.String.check(
  Schema.makeFilter((text) => /^\d{1,16}$/.test(text), { message: `(#100) Param ${paramName} must be a timestamp` })
)
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The receipt of an order, which Messenger alone has. */
const Receipt = Schema.Struct({
  template_type,
  recipient_name: word,
  merchant_name: Schema.optionalKey(word),
  order_number: word,
  currency,
  payment_method: word,
  order_url: Schema.optionalKey(address),
  timestamp: Schema.optionalKey(seconds),
  elements: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        title: word,
        subtitle: Schema.optionalKey(Schema.String),
        quantity: Schema.optionalKey(count),
        price: Schema.Finite,
        currency: Schema.optionalKey(currency),
        image_url: Schema.optionalKey(address)
      })
    ).check(noMoreThan(maxReceiptElements))
  ),
  address: Schema.optionalKey(
    Schema.Struct({
      street_1: word,
      street_2: Schema.optionalKey(Schema.String),
      city: word,
      postal_code: word,
      state: word,
      country
    })
  ),
  summary: Schema.Struct({
    subtotal: Schema.optionalKey(Schema.Finite),
    shipping_cost: Schema.optionalKey(Schema.Finite),
    total_tax: Schema.optionalKey(Schema.Finite),
    total_cost: Schema.Finite
  }),
  adjustments: Schema.optionalKey(Schema.Array(Schema.Struct({ name: word, amount: Schema.Finite }))),
  sharable
})

type Reader = (input: unknown) => Result.Result<unknown, GraphError>

/** The parameter name in the platform's errors about template fields. */
export const templateParam = "name_placeholder"

const reader = (template: Schema.ConstraintDecoder<unknown>): Reader =>
  decoder(Schema.Struct({ [templateParam]: template }), "refused", sendWording)

const readersOf = (channel: Inbox["channel"]): ReadonlyMap<string, Reader> =>
  new Map([
    ["button", reader(buttonTemplate(channel))],
    ["generic", reader(genericTemplate(channel))]
  ])

/** Decoders of a template from `{[templateParam]: payload}`, by type. */
export const templateReaders: Readonly<Record<Inbox["channel"], ReadonlyMap<string, Reader>>> = {
  messenger: new Map([
    ...readersOf("messenger"),
    ["image_grid", reader(ImageGrid)],
    ["media", reader(MediaTemplate)],
    ["receipt", reader(Receipt)]
  ]),
  instagram: readersOf("instagram")
}
