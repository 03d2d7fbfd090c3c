import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { readSend } from "../../../emulator/messenger/readSend.ts"
import { instagramBody, messengerBody, reactionBodyOf } from "../../../src/adapters/meta/client/GraphDirectMessages.ts"
import type { MessengerChannel } from "../../../src/domain/conversations/Channel.ts"
import { composeMessenger } from "../../../src/domain/messages/messenger/composeMessenger.ts"
import { messengerRules } from "../../../src/domain/messages/messenger/MessengerRules.ts"
import { sendId } from "../../meta/graph.ts"

const person = "5275811702471834"

const oneOf = <const Values extends ReadonlyArray<string>>(...values: Values) => Schema.Literals(values)
/** Values around a limit of code points. */
const around = (limit: number) => oneOf("Hello", "é".repeat(limit), "é".repeat(limit + 1))
const some = <S extends Schema.Constraint>(part: S, maximum: number) =>
  Schema.Array(part).check(Schema.isMaxLength(maximum))
const maybe = Schema.optionalKey

const Address = oneOf("https://example.com/a", "http://example.com/b", "ftp://example.com/c", "no address", "https://")
const Facebook = oneOf("https://business.facebook.com/acme/videos/1", "https://www.facebook.com/photo.php?fbid=1")
const GoodAddress = oneOf("https://example.com/a", "https://example.com/b")
const Likely = Schema.Union([GoodAddress, GoodAddress, GoodAddress, Address])

const Button = Schema.Struct({
  type: oneOf("web_url", "postback", "phone_number", "share"),
  title: oneOf("Menu", "é".repeat(20), " "),
  url: Likely,
  payload: oneOf("+15551234567", "+15551234567", "15551234567", "x".repeat(1_000), "x".repeat(1_001))
})
const GoodButton = Schema.Struct({ ...Button.fields, type: oneOf("web_url"), title: oneOf("Menu"), url: GoodAddress })
const SomeButton = Schema.Union([GoodButton, GoodButton, GoodButton, Button])

const Image = Schema.Struct({
  url: Likely,
  isHero: maybe(Schema.Boolean),
  action: maybe(Schema.Struct({ ...Button.fields, type: oneOf("web_url", "postback", "postback", "phone_number") }))
})
const GoodImage = Schema.Struct({ url: GoodAddress })

const amount = Schema.Literals([0, 19.99, -5, 1_000])
const word = oneOf("Ada", "Ada", "Visa 2345", " ")
const Item = Schema.Struct({
  title: word,
  price: maybe(amount),
  quantity: maybe(Schema.Literals([0, 2, -1])),
  currency: maybe(oneOf("EUR", "eur")),
  imageUrl: maybe(Likely)
})
const GoodItem = Schema.Struct({ title: oneOf("Soup"), price: amount })
const Receipt = Schema.Struct({
  recipientName: oneOf("Ada", "Ada", "Ada", "Ada", "Ada", " "),
  merchantName: maybe(oneOf("Acme")),
  orderNumber: oneOf("1042"),
  currency: oneOf("USD", "USD", "USD", "USD", "USD", "usd", "dollars"),
  paymentMethod: oneOf("Visa 2345"),
  orderUrl: maybe(Likely),
  timestamp: maybe(Schema.Literals([0, 1, 1_428_444_852, 1_795_000_000, -1])),
  items: Schema.Union([some(GoodItem, 101), some(GoodItem, 3), some(GoodItem, 3), some(Item, 3)]),
  address: maybe(
    Schema.Struct({
      street1: oneOf("1 Hacker Way"),
      city: oneOf("Menlo Park"),
      postalCode: oneOf("94025"),
      state: maybe(oneOf("CA")),
      country: oneOf("US", "us", "USA")
    })
  ),
  summary: Schema.Struct({
    subtotal: maybe(amount),
    totalTax: maybe(amount),
    totalCost: Schema.Union([amount, amount, Schema.Undefined])
  }),
  adjustments: maybe(some(Schema.Struct({ name: word, amount: maybe(amount) }), 2))
})

const SomeReply = Schema.Struct({
  contentType: maybe(oneOf("text", "user_phone_number", "user_email", "location")),
  title: oneOf("Yes", "Yes", "No", " "),
  payload: oneOf("YES", "x".repeat(1_000), "x".repeat(1_001)),
  imageUrl: maybe(Likely)
})

const Card = Schema.Struct({
  title: around(80),
  subtitle: around(80),
  imageUrl: maybe(Likely),
  defaultAction: maybe(Schema.Struct({ type: oneOf("web_url"), url: Likely })),
  buttons: maybe(some(SomeButton, 4))
})
const GoodCard = Schema.Struct({ title: oneOf("Welcome"), subtitle: oneOf("Hello") })

/** A draft of every type, with a mistake now and then. */
const Draft = Schema.Struct({
  text: oneOf("Hello", "é".repeat(500), "é".repeat(501), "x".repeat(2_000), "x".repeat(2_001), ""),
  quickReplies: Schema.Union([
    some(Schema.Struct({ title: oneOf("Yes"), payload: oneOf("YES") }), 14),
    some(SomeReply, 3)
  ]),
  buttonTemplateText: around(640),
  buttons: some(SomeButton, 4),
  elements: Schema.Union([some(GoodCard, 11), some(Card, 2)]),
  attachmentUrl: Schema.Union([GoodAddress, Facebook, Facebook, Address, oneOf("")]),
  attachmentType: oneOf("image", "image", "video", "video", "audio", "gif"),
  attachmentId: oneOf("", "", "1857777774821032", "x1"),
  images: Schema.Union([some(GoodImage, 32), some(GoodImage, 6), some(Image, 7)]),
  title: maybe(around(45)),
  subtitle: maybe(around(80)),
  receipt: Receipt,
  reaction: Schema.Struct({ messageId: oneOf("m_1", "m_1", ""), emoji: oneOf("👍", "🙏🏽", "❤️", "❤", "", "ab") }),
  stickerId: oneOf("like", "369239263222822", "thumb", "")
})
type Draft = typeof Draft.Type

/** The fields that are there, as JSON. */
const json = (fields: object): Schema.JsonObject => JSON.parse(JSON.stringify(fields))

const button = ({ payload, title, type, url }: typeof Button.Type) =>
  type === "web_url" ? { type, title, url } : { type, title, payload }

const whole = (card: typeof Card.Type | typeof GoodCard.Type): typeof Card.Type => card

const template = (payload: object) => ({ attachment: { type: "template", payload } })

/** The draft in the platform's form, without a check of ours. */
const unchecked: Readonly<Record<string, (draft: Draft, channel: MessengerChannel) => object>> = {
  text: ({ text }) => ({ text }),
  quick_replies: ({ quickReplies, text }) => ({
    text,
    quick_replies: quickReplies.map(
      (
        reply: Pick<typeof SomeReply.Type, "contentType" | "imageUrl"> & {
          readonly title: string
          readonly payload: string
        }
      ) => {
        const { contentType = "text", imageUrl, payload, title } = reply
        return {
          content_type: contentType,
          ...(contentType === "text" ? { title, payload } : {}),
          image_url: imageUrl
        }
      }
    )
  }),
  button_template: ({ buttons, buttonTemplateText: text }) =>
    template({ template_type: "button", text, buttons: buttons.map(button) }),
  generic_template: ({ elements }) =>
    template({
      template_type: "generic",
      elements: elements.map((card) => {
        const { buttons = [], defaultAction, imageUrl, ...element } = whole(card)
        return {
          ...element,
          image_url: imageUrl,
          default_action: defaultAction,
          buttons: buttons.length === 0 ? undefined : buttons.map(button)
        }
      })
    }),
  attachment_url: ({ attachmentType: type, attachmentUrl: url }) => ({ attachment: { type, payload: { url } } }),
  images: ({ images }) => ({ attachments: images.map(({ url }) => ({ type: "image", payload: { url } })) }),
  image_grid: ({ buttons, images, subtitle, title }) =>
    template({
      template_type: "image_grid",
      elements: [
        {
          title,
          subtitle,
          buttons: buttons.length === 0 ? undefined : buttons.map(button),
          images: images.map((image) => ({
            url: image.url,
            is_hero_image: "isHero" in image ? image.isHero : undefined,
            action:
              "action" in image && image.action !== undefined
                ? { ...button(image.action), title: undefined }
                : undefined
          }))
        }
      ]
    }),
  media_template: ({ attachmentId, attachmentType, attachmentUrl, buttons }) =>
    template({
      template_type: "media",
      elements: [
        {
          media_type: attachmentType,
          url: attachmentUrl || undefined,
          attachment_id: attachmentId || undefined,
          buttons: buttons.length === 0 ? undefined : buttons.map(button)
        }
      ]
    }),
  receipt_template: ({ receipt }) =>
    template({
      template_type: "receipt",
      recipient_name: receipt.recipientName,
      merchant_name: receipt.merchantName,
      order_number: receipt.orderNumber,
      currency: receipt.currency,
      payment_method: receipt.paymentMethod,
      order_url: receipt.orderUrl,
      timestamp: receipt.timestamp === undefined ? undefined : String(receipt.timestamp),
      elements: receipt.items.map((item) => ({
        ...item,
        imageUrl: undefined,
        image_url: "imageUrl" in item ? item.imageUrl : undefined
      })),
      address:
        receipt.address === undefined
          ? undefined
          : {
              street_1: receipt.address.street1,
              city: receipt.address.city,
              postal_code: receipt.address.postalCode,
              state: receipt.address.state,
              country: receipt.address.country
            },
      summary: {
        subtotal: receipt.summary.subtotal,
        total_tax: receipt.summary.totalTax,
        total_cost: receipt.summary.totalCost
      },
      adjustments: receipt.adjustments
    }),
  sticker: ({ stickerId }, channel) =>
    channel === "instagram" ? { attachment: { type: "like_heart" } } : { sticker_id: stickerId }
}
for (const type of ["image", "video", "audio", "file"]) {
  Object.assign(unchecked, {
    [type]: ({ attachmentUrl: url }: Draft) => ({ attachment: { type, payload: { url } } })
  })
}

const uncheckedReaction = ({ reaction: { emoji, messageId: message_id } }: Draft) => ({
  sender_action: "react",
  payload: { message_id, reaction: emoji }
})

const bodyOf = { messenger: messengerBody, instagram: instagramBody }

for (const channel of ["messenger", "instagram"] as const) {
  describe(`composed messages on ${channel}`, () => {
    for (const type of messengerRules[channel].types) {
      it.prop(
        `${channel} ${type}: the emulator accepts exactly what the domain composes`,
        { draft: Draft },
        ({ draft }) => {
          const composed = composeMessenger(channel, { ...draft, to: person, type })
          if (Result.isSuccess(composed)) {
            const { content, tag } = composed.success
            const body =
              content._tag === "Reaction"
                ? reactionBodyOf(channel)(person, content)
                : bodyOf[channel](person, { content, tag, replyTo: null }, sendId)
            const read = readSend(channel, json(body))
            assert.isTrue(
              Result.isSuccess(read),
              JSON.stringify([body, Result.isFailure(read) ? read.failure.message : ""])
            )
            return
          }
          const message = unchecked[type]?.(draft, channel)
          const content = message === undefined ? uncheckedReaction(draft) : { message }
          const read = readSend(channel, json({ recipient: { id: person }, ...content }))
          assert.isTrue(Result.isFailure(read), JSON.stringify([composed.failure, message]))
        },
        { arbitrary: { runs: 300 } }
      )
    }
  })
}
