import { Result, Schema } from "effect"
import { expectationText, firstIssue, pathText } from "../text/firstIssue.ts"
import { TemplateComponentsUnreadable } from "./TemplatePart.ts"

const optionalText = Schema.optionalKey(Schema.String)

/** A product of the business's catalogue. */
const Product = Schema.Struct({ product_retailer_id: optionalText, catalog_id: optionalText })

/** Parameters of a button that shows products: the picture of one, and the selection if not all are shown. */
const ProductAction = Schema.Struct({
  thumbnail_product_retailer_id: optionalText,
  sections: Schema.optionalKey(Schema.Array(Schema.Struct({ product_items: Schema.Array(Product) })))
})

/** Limits of a file of a header (platforms P1). */
const maxCaption = 1024
const maxFilename = 240

const someText = Schema.String.check(
  Schema.makeFilter((text) => text.trim() !== "", { expected: "a text that is not blank" })
)

const textUpTo = (limit: number) =>
  Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => Array.from(text).length <= limit, { expected: `at most ${limit} characters` })
    )
  )

const Link = Schema.String.check(
  Schema.makeFilter((link) => /^https?:\/\/\S+$/i.test(link) && URL.canParse(link), {
    expected: "a link such as https://example.com/a.png"
  })
)

/** A file of a header: by the platform's id, by its public address, or by the id of an uploaded file. */
const Source = Schema.Struct({
  id: Schema.optionalKey(someText),
  link: Schema.optionalKey(Link),
  mediaId: Schema.optionalKey(someText),
  caption: textUpTo(maxCaption),
  filename: textUpTo(maxFilename)
}).check(
  Schema.makeFilter(({ id, link, mediaId }) => [id, link, mediaId].filter((name) => name !== undefined).length === 1, {
    expected: "exactly one of id, link and mediaId"
  })
)

const coordinate = (limit: number) =>
  Schema.Union([Schema.Finite, Schema.FiniteFromString]).check(
    Schema.makeFilter((degrees) => Math.abs(degrees) <= limit, { expected: `degrees from -${limit} to ${limit}` })
  )

/** Kinds of values. Each has its value under its own name. */
const parameterTypes = [
  "text",
  "currency",
  "date_time",
  "image",
  "video",
  "document",
  "location",
  "payload",
  "coupon_code",
  "product",
  "limited_time_offer",
  "action"
] as const

/** A word of the platform, which compares without case. */
const wordOf = (words: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter((word) => words.includes(word.toLowerCase()), { expected: `one of ${words.join(", ")}` })
  )

/** A parameter of a send, with all that the platform requires. */
const Parameter = Schema.Struct({
  type: wordOf(parameterTypes),
  text: optionalText,
  parameter_name: optionalText,
  currency: Schema.optionalKey(Schema.Struct({ fallback_value: someText, code: someText, amount_1000: Schema.Int })),
  date_time: Schema.optionalKey(Schema.Struct({ fallback_value: someText })),
  image: Schema.optionalKey(Source),
  video: Schema.optionalKey(Source),
  document: Schema.optionalKey(Source),
  location: Schema.optionalKey(
    Schema.Struct({ latitude: coordinate(90), longitude: coordinate(180), name: optionalText, address: optionalText })
  ),
  payload: optionalText,
  coupon_code: optionalText,
  limited_time_offer: Schema.optionalKey(Schema.Struct({ expiration_time_ms: Schema.Int })),
  product: Schema.optionalKey(Product),
  action: Schema.optionalKey(ProductAction)
})

/** The name of the value that a parameter of this type leaves out; null if it has it. */
const missingValue = (parameter: typeof Parameter.Type): string | null => {
  const type = parameter.type.toLowerCase()
  const value = Object.entries(parameter).find(([name]) => name === type)?.[1]
  return value === undefined || (type === "text" && value === "") ? type : null
}

/** Kinds of buttons that take a value in a send. */
export const sentButtonTypes = [
  "quick_reply",
  "url",
  "copy_code",
  "flow",
  "catalog",
  "mpm",
  "spm",
  "voice_call",
  "order_details",
  "reminder",
  "booking_confirmation"
]

const part = {
  sub_type: Schema.optionalKey(wordOf(sentButtonTypes)),
  index: Schema.optionalKey(
    Schema.Union([Schema.Int, Schema.String.check(Schema.isPattern(/^\d+$/, { expected: "an index from 0" }))])
  ),
  parameters: Schema.optionalKey(Schema.Array(Parameter))
}

/** A component of a card of a carousel. */
const CardPart = Schema.Struct({ ...part, type: wordOf(["header", "body", "button"]) })

const Components = Schema.Array(
  Schema.Struct({
    ...part,
    type: wordOf(["header", "body", "footer", "button", "carousel", "limited_time_offer"]),
    cards: Schema.optionalKey(
      Schema.Array(Schema.Struct({ card_index: Schema.Int, components: Schema.Array(CardPart) }))
    )
  })
)
/** The values of a send. */
export type SentComponents = typeof Components.Type

const decode = Schema.decodeUnknownResult(Components)

/** The fields of parameters without a value, as in `[0].parameters[1].text`. */
const missingIn = (components: ReadonlyArray<typeof CardPart.Type>, list: string): ReadonlyArray<string> =>
  components.flatMap(({ parameters = [] }, index) =>
    parameters.flatMap((parameter, ordinal) => {
      const missing = missingValue(parameter)
      return missing === null ? [] : [`${list}[${index}].parameters[${ordinal}].${missing}`]
    })
  )

/**
 * Reads the values of a send, as strictly as the platform: their kinds, required fields and forms. Whether they fit a
 * template is another question.
 */
export const readTemplateValues = (
  components: ReadonlyArray<unknown> | null
): Result.Result<SentComponents, TemplateComponentsUnreadable> => {
  const read = decode(components ?? [])
  if (Result.isFailure(read)) {
    const { issue, path } = firstIssue(read.failure.issue)
    return Result.fail(new TemplateComponentsUnreadable({ problem: expectationText(issue), path: pathText(path) }))
  }
  const [missing] = [
    ...missingIn(read.success, ""),
    ...read.success.flatMap(({ cards = [] }, index) =>
      cards.flatMap((card, ordinal) => missingIn(card.components, `[${index}].cards[${ordinal}].components`))
    )
  ]
  return missing === undefined
    ? Result.succeed(read.success)
    : Result.fail(new TemplateComponentsUnreadable({ problem: "Expected a value", path: missing }))
}
