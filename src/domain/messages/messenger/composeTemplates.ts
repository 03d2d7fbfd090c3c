import { Result } from "effect"
import type { ImageDraft, MessengerDraft, MessengerRefused, ReceiptDraft, ReceiptItemDraft } from "./MessengerDraft.ts"
import { MessagePartMissing, PartProblem } from "./MessengerDraft.ts"
import {
  type MessengerRules,
  gridButtonTypes,
  maxElementTextLength,
  maxGridImages,
  maxGridTitleLength,
  maxReceiptItems,
  minGridImages
} from "./MessengerRules.ts"
import type { ImageGrid, MediaTemplate, Receipt } from "./MessengerTemplates.ts"
import {
  type Composed,
  type Some,
  addressOf,
  atMost,
  bounded,
  each,
  formed,
  invalid,
  maybe,
  maybeButtons,
  needed,
  oneOf,
  taps,
  webAddress
} from "./composeParts.ts"
import { notBlank } from "../../text/textLimits.ts"

const { Malformed, TooFew, TooMany } = PartProblem.cases

/** The addresses of several images of one message. */
export const composeImages = (
  drafts: Some<ImageDraft>,
  { maxImages }: Pick<MessengerRules, "maxImages">
): Composed<Some<string>> =>
  Result.gen(function* () {
    yield* atMost(maxImages, drafts, "images")
    return yield* each(drafts, "images", ({ url }, field) => addressOf(url, `${field}.url`))
  })

const gridImage = ({ action, isHero, url }: ImageDraft, field: string): Composed<ImageGrid["images"][number]> =>
  Result.gen(function* () {
    const image = { url: yield* addressOf(url, `${field}.url`), isHero: isHero === true }
    if (action === null || action === undefined) return { ...image, action: null }
    const type = yield* oneOf(gridButtonTypes, action.type, `${field}.action.type`)
    return { ...image, action: yield* taps[type](action, `${field}.action`) }
  })

/** A grid of images. */
export const composeImageGrid = (
  drafts: Some<ImageDraft>,
  { buttons, subtitle, title }: Pick<MessengerDraft, "buttons" | "subtitle" | "title">
): Composed<ImageGrid> =>
  Result.gen(function* () {
    if (drafts.length < minGridImages) return yield* invalid("images", TooFew.make({ limit: minGridImages }))
    yield* atMost(maxGridImages, drafts, "images")
    const images = yield* each(drafts, "images", gridImage)
    const [, second] = images.flatMap(({ isHero }, index) => (isHero ? [index] : []))
    if (second !== undefined) return yield* invalid(`images[${second}].isHero`, TooMany.make({ limit: 1 }))
    return {
      images,
      title: yield* maybe(title, "title", (text, field) => bounded(text, maxGridTitleLength, field)),
      subtitle: yield* maybe(subtitle, "subtitle", (text, field) => bounded(text, maxElementTextLength, field)),
      buttons: yield* maybeButtons(buttons, "buttons", { buttonTypes: gridButtonTypes })
    }
  })

/** The platform fetches no other addresses for a media template. */
const facebookAddress = formed(
  /^https:\/\/(?:[a-z0-9-]+\.)*facebook\.com\/\S+$/i,
  "the https address of a photo or video on facebook.com"
)
const attachment = formed(/^\d{1,30}$/, "the digits of an attachment id")

/** An image or video with buttons, by its address or by an attachment id. */
export const composeMedia = (
  { attachmentId, attachmentType, attachmentUrl, buttons }: MessengerDraft,
  rules: Pick<MessengerRules, "buttonTypes">
): Result.Result<MediaTemplate, MessengerRefused> =>
  Result.gen(function* () {
    const url = yield* maybe(attachmentUrl, "attachmentUrl", facebookAddress)
    const id = yield* maybe(attachmentId, "attachmentId", attachment)
    if (url !== null && id !== null) {
      return yield* invalid("attachmentId", Malformed.make({ expected: "no attachmentId beside attachmentUrl" }))
    }
    const kind = yield* oneOf(["image", "video"], attachmentType, "attachmentType")
    const media =
      url === null
        ? id === null
          ? yield* Result.fail(new MessagePartMissing({ field: "attachmentUrl" }))
          : ({ _tag: "Id", attachmentId: id } as const)
        : ({ _tag: "Url", url } as const)
    return { kind, media, buttons: yield* maybeButtons(buttons, "buttons", rules) }
  })

const text = (text: string | null | undefined, field: string): Composed<string> => needed(notBlank(text), field)
const currency = formed(/^[A-Z]{3}$/, "the three capital letters of a currency, such as USD")
const country = formed(/^[A-Za-z]{2}$/, "the two letters of a country, such as US")

/** An amount, which a discount may make negative. */
const amount = (value: number | null | undefined, field: string): Composed<number> =>
  Result.flatMap(needed(value, field), (number) =>
    Number.isFinite(number) ? Result.succeed(number) : invalid(field, Malformed.make({ expected: "a number" }))
  )
const maybeAmount = (value: number | null | undefined, field: string): Composed<number | null> =>
  value === null || value === undefined ? Result.succeed(null) : amount(value, field)

/** A count or an instant. */
const maybeWhole = (value: number | null | undefined, field: string): Composed<number | null> => {
  if (value === null || value === undefined) return Result.succeed(null)
  return Number.isSafeInteger(value) && value >= 0
    ? Result.succeed(value)
    : invalid(field, Malformed.make({ expected: "a whole number of at least 0" }))
}

const item = (draft: ReceiptItemDraft, field: string): Composed<Receipt["items"][number]> =>
  Result.gen(function* () {
    return {
      title: yield* text(draft.title, `${field}.title`),
      subtitle: notBlank(draft.subtitle),
      quantity: yield* maybeWhole(draft.quantity, `${field}.quantity`),
      price: yield* amount(draft.price, `${field}.price`),
      currency: yield* maybe(draft.currency, `${field}.currency`, currency),
      imageUrl: yield* maybe(draft.imageUrl, `${field}.imageUrl`, webAddress)
    }
  })

const address = (draft: NonNullable<ReceiptDraft["address"]>, field: string): Composed<Receipt["address"]> =>
  Result.gen(function* () {
    return {
      street1: yield* text(draft.street1, `${field}.street1`),
      street2: notBlank(draft.street2),
      city: yield* text(draft.city, `${field}.city`),
      postalCode: yield* text(draft.postalCode, `${field}.postalCode`),
      state: yield* text(draft.state, `${field}.state`),
      country: yield* Result.flatMap(text(draft.country, `${field}.country`), (code) =>
        country(code, `${field}.country`)
      )
    }
  })

const all = <Draft, Part>(
  drafts: ReadonlyArray<Draft> | null | undefined,
  field: string,
  compose: (draft: Draft, field: string) => Composed<Part>
): Composed<ReadonlyArray<Part>> => {
  const [first, ...others] = drafts ?? []
  return first === undefined ? Result.succeed([]) : each([first, ...others], field, compose)
}

/** The receipt of an order. */
export const composeReceipt = (draft: ReceiptDraft): Composed<Receipt> =>
  Result.gen(function* () {
    const field = "receipt"
    const { adjustments, items, summary } = draft
    const recipientName = yield* text(draft.recipientName, `${field}.recipientName`)
    const orderNumber = yield* text(draft.orderNumber, `${field}.orderNumber`)
    const code = yield* text(draft.currency, `${field}.currency`)
    const paymentMethod = yield* text(draft.paymentMethod, `${field}.paymentMethod`)
    yield* atMost(maxReceiptItems, items ?? [], `${field}.items`)
    return {
      recipientName,
      merchantName: notBlank(draft.merchantName),
      orderNumber,
      currency: yield* currency(code, `${field}.currency`),
      paymentMethod,
      orderUrl: yield* maybe(draft.orderUrl, `${field}.orderUrl`, webAddress),
      timestamp: yield* maybeWhole(draft.timestamp, `${field}.timestamp`),
      items: yield* all(items, `${field}.items`, item),
      address:
        draft.address === null || draft.address === undefined
          ? null
          : yield* address(draft.address, `${field}.address`),
      summary: {
        subtotal: yield* maybeAmount(summary?.subtotal, `${field}.summary.subtotal`),
        shippingCost: yield* maybeAmount(summary?.shippingCost, `${field}.summary.shippingCost`),
        totalTax: yield* maybeAmount(summary?.totalTax, `${field}.summary.totalTax`),
        totalCost: yield* amount(summary?.totalCost, `${field}.summary.totalCost`)
      },
      adjustments: yield* all(adjustments, `${field}.adjustments`, (adjustment, field) =>
        Result.gen(function* () {
          return {
            name: yield* text(adjustment.name, `${field}.name`),
            amount: yield* amount(adjustment.amount, `${field}.amount`)
          }
        })
      )
    }
  })
