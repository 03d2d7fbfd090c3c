import { Schema } from "effect"

/** Limits of interactive messages. Characters are code points, as the platform counts them (platforms P1). */
export const interactiveLimits = {
  bodyText: 1_024,
  listBodyText: 4_096,
  cardText: 160,
  /** Line breaks in the text of a card. */
  cardLineBreaks: 2,
  headerText: 60,
  footerText: 60,
  buttonText: 20,
  buttonId: 256,
  flowButtonText: 30,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
  sectionTitle: 24,
  caption: 1_024,
  filename: 240,
  buttons: 3,
  /** Rows of a list in all sections together. */
  rows: 10,
  sections: 10,
  /** Products of a list in all sections together. */
  products: 30,
  minCards: 2,
  cards: 10
} as const

const limits = interactiveLimits

/** A text with at least one character. */
export const label = (max: number) =>
  Schema.String.check(
    Schema.isBetweenCodePoints(1, max, {
      expected: `1 to ${max} characters`,
      toJsonSchema: () => [{ minLength: 1, maxLength: max }, true]
    })
  )

/** A text that may be empty. */
export const shortText = (max: number) =>
  Schema.String.check(Schema.isMaxCodePoints(max, { expected: `at most ${max} characters` }))

/** An id of the platform or of the caller. */
export const someId = Schema.String.check(Schema.isPattern(/\S/, { expected: "a text that is not blank" }))

/** An address that the platform fetches, or that a tap opens. */
export const webAddress = Schema.String.check(
  Schema.isPattern(/^https?:\/\/\S+$/i, { expected: "an http or https address" }),
  Schema.makeFilter((text) => URL.canParse(text) || "Expected an http or https address")
)

/** A list of limited length. */
export const listOf = <S extends Schema.Constraint>(item: S, min: number, max: number) =>
  Schema.Array(item).check(Schema.isBetweenLength(min, max, { expected: `${min} to ${max} entries` }))

/** A file that the platform fetches (`link`) or has (`id`), or that was uploaded to this service (`mediaId`). */
const file = {
  id: Schema.optionalKey(someId),
  link: Schema.optionalKey(webAddress),
  mediaId: Schema.optionalKey(someId)
}

const Picture = Schema.Struct({ ...file, caption: Schema.optionalKey(shortText(limits.caption)) })
const Document = Schema.Struct({ ...Picture.fields, filename: Schema.optionalKey(shortText(limits.filename)) })

/** The body of a message or card. */
export const bodyOf = (max: number) => Schema.Struct({ text: label(max) })

/** The parts that most kinds have around their action. The value of a header is under the name of its type. */
export const frame = {
  header: Schema.optionalKey(
    Schema.Struct({
      type: Schema.Literals(["text", "image", "video", "document"]),
      text: Schema.optionalKey(label(limits.headerText)),
      image: Schema.optionalKey(Picture),
      video: Schema.optionalKey(Picture),
      document: Schema.optionalKey(Document)
    })
  ),
  body: bodyOf(limits.bodyText),
  footer: Schema.optionalKey(Schema.Struct({ text: label(limits.footerText) }))
}

/** A header of text. */
export const textHeader = Schema.Struct({ type: Schema.Literal("text"), text: label(limits.headerText) })

/** The header of a card. */
export const cardHeader = Schema.Struct({
  type: Schema.Literals(["image", "video"]),
  image: Schema.optionalKey(Picture),
  video: Schema.optionalKey(Picture)
})

/** An action with a name alone. */
export const named = <const Name extends string>(name: Name) => Schema.Struct({ name: Schema.Literal(name) })

/** An action with a name and parameters. */
export const withParameters = <const Name extends string, const Fields extends Schema.Struct.Fields>(
  name: Name,
  parameters: Fields
) => Schema.Struct({ name: Schema.Literal(name), parameters: Schema.Struct(parameters) })
