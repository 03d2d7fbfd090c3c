import { Schema } from "effect"
import { type MessageContent, withoutNulls } from "../Message.ts"

/**
 * The effect of a tap: a page opens, the business receives a postback, a number is dialled (contract: Developer
 * Messenger).
 */
export const MessengerButton = Schema.TaggedUnion({
  WebUrl: { title: Schema.NonEmptyString, url: Schema.NonEmptyString },
  Postback: { title: Schema.NonEmptyString, payload: Schema.NonEmptyString },
  PhoneNumber: { title: Schema.NonEmptyString, number: Schema.NonEmptyString }
})
export type MessengerButton = typeof MessengerButton.Type

/** A card of a carousel. `defaultUrl` opens when the card itself is tapped. */
export const MessengerElement = Schema.Struct({
  title: Schema.NonEmptyString,
  subtitle: Schema.NullOr(Schema.NonEmptyString),
  imageUrl: Schema.NullOr(Schema.NonEmptyString),
  defaultUrl: Schema.NullOr(Schema.NonEmptyString),
  buttons: Schema.Array(MessengerButton)
})
export type MessengerElement = typeof MessengerElement.Type

/** An image of a grid. A tap on it does what `action` says; null: it opens the image. At most one is the hero. */
const GridImage = Schema.Struct({
  url: Schema.NonEmptyString,
  isHero: Schema.Boolean,
  action: Schema.NullOr(
    Schema.TaggedUnion({ WebUrl: { url: Schema.NonEmptyString }, Postback: { payload: Schema.NonEmptyString } })
  )
})

/** Several images as one picture, with a title and buttons below. */
export const ImageGrid = Schema.Struct({
  images: Schema.NonEmptyArray(GridImage),
  title: Schema.NullOr(Schema.NonEmptyString),
  subtitle: Schema.NullOr(Schema.NonEmptyString),
  buttons: Schema.Array(MessengerButton)
})
export type ImageGrid = typeof ImageGrid.Type

/** An image or video with buttons: a post of Facebook by its address, or a file that the platform has. */
export const MediaTemplate = Schema.Struct({
  kind: Schema.Literals(["image", "video"]),
  media: Schema.TaggedUnion({ Url: { url: Schema.NonEmptyString }, Id: { attachmentId: Schema.NonEmptyString } }),
  buttons: Schema.Array(MessengerButton)
})
export type MediaTemplate = typeof MediaTemplate.Type

const text = Schema.NonEmptyString
const amount = Schema.Finite

/** An order that was paid. Amounts are in units of the currency; `timestamp` is in seconds since 1970. */
export const Receipt = Schema.Struct({
  recipientName: text,
  merchantName: Schema.NullOr(text),
  orderNumber: text,
  currency: text,
  paymentMethod: text,
  orderUrl: Schema.NullOr(text),
  timestamp: Schema.NullOr(Schema.Int),
  items: Schema.Array(
    Schema.Struct({
      title: text,
      subtitle: Schema.NullOr(text),
      quantity: Schema.NullOr(Schema.Int),
      price: amount,
      currency: Schema.NullOr(text),
      imageUrl: Schema.NullOr(text)
    })
  ),
  address: Schema.NullOr(
    Schema.Struct({
      street1: text,
      street2: Schema.NullOr(text),
      city: text,
      postalCode: text,
      state: text,
      country: text
    })
  ),
  summary: Schema.Struct({
    subtotal: Schema.NullOr(amount),
    shippingCost: Schema.NullOr(amount),
    totalTax: Schema.NullOr(amount),
    totalCost: amount
  }),
  adjustments: Schema.Array(Schema.Struct({ name: text, amount }))
})
export type Receipt = typeof Receipt.Type

/** The button as the platform has it. */
export const messengerButton = MessengerButton.match({
  WebUrl: ({ title, url }) => ({ type: "web_url", url, title }),
  Postback: ({ payload, title }) => ({ type: "postback", title, payload }),
  PhoneNumber: ({ number, title }) => ({ type: "phone_number", title, payload: number })
})

/** The card as the platform has it. */
export const messengerElement = ({
  buttons,
  defaultUrl,
  imageUrl,
  subtitle,
  title
}: MessengerElement): MessageContent =>
  withoutNulls({
    title,
    subtitle,
    image_url: imageUrl,
    default_action: defaultUrl === null ? null : { type: "web_url", url: defaultUrl },
    buttons: buttons.length === 0 ? null : buttons.map(messengerButton)
  })

/** Null for an empty list, which the platform refuses. */
const listed = (parts: ReadonlyArray<Schema.Json>): ReadonlyArray<Schema.Json> | null =>
  parts.length === 0 ? null : parts

/** The payload of a grid of images. */
export const imageGridPayload = ({ buttons, images, subtitle, title }: ImageGrid): MessageContent => ({
  template_type: "image_grid",
  elements: [
    withoutNulls({
      images: images.map(({ action, isHero, url }) =>
        withoutNulls({
          url,
          is_hero_image: isHero ? true : null,
          action:
            action === null
              ? null
              : action._tag === "WebUrl"
                ? { type: "web_url", url: action.url }
                : { type: "postback", payload: action.payload }
        })
      ),
      title,
      subtitle,
      buttons: listed(buttons.map(messengerButton))
    })
  ]
})

/** The payload of an image or video with buttons. */
export const mediaPayload = ({ buttons, kind, media }: MediaTemplate): MessageContent => ({
  template_type: "media",
  elements: [
    withoutNulls({
      media_type: kind,
      ...(media._tag === "Url" ? { url: media.url } : { attachment_id: media.attachmentId }),
      buttons: listed(buttons.map(messengerButton))
    })
  ]
})

/** The payload of a receipt. */
export const receiptPayload = (receipt: Receipt): MessageContent =>
  withoutNulls({
    template_type: "receipt",
    recipient_name: receipt.recipientName,
    merchant_name: receipt.merchantName,
    order_number: receipt.orderNumber,
    currency: receipt.currency,
    payment_method: receipt.paymentMethod,
    order_url: receipt.orderUrl,
    timestamp: receipt.timestamp === null ? null : String(receipt.timestamp),
    elements: listed(receipt.items.map(({ imageUrl, ...item }) => withoutNulls({ ...item, image_url: imageUrl }))),
    address:
      receipt.address === null
        ? null
        : withoutNulls({
            street_1: receipt.address.street1,
            street_2: receipt.address.street2,
            city: receipt.address.city,
            postal_code: receipt.address.postalCode,
            state: receipt.address.state,
            country: receipt.address.country
          }),
    summary: withoutNulls({
      subtotal: receipt.summary.subtotal,
      shipping_cost: receipt.summary.shippingCost,
      total_tax: receipt.summary.totalTax,
      total_cost: receipt.summary.totalCost
    }),
    adjustments: listed(receipt.adjustments)
  })
