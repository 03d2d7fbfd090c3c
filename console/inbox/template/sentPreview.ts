import { Option, Schema } from "effect"
import { placeholdersOf } from "../../../src/domain/templates/checkParts.ts"
import { TemplateDefinition, isNamed } from "../../../src/domain/templates/Template.ts"
import type { Message } from "../conversationTypes.ts"
import { bodyOf, partOf, previewOf, type TemplatePreview, type TemplateValues } from "./templateForm.ts"

type Sent = NonNullable<Message["template"]>

const text = Schema.optionalKey(Schema.String)
const fallback = Schema.optionalKey(Schema.Struct({ fallback_value: Schema.String }))
const file = Schema.optionalKey(Schema.Struct({ link: text }))

/** Kinds of values. Templates with other kinds, such as products, are not in the console. */
const Parameter = Schema.Struct({
  parameter_name: text,
  text,
  coupon_code: text,
  currency: fallback,
  date_time: fallback,
  image: file,
  video: file,
  document: file
})
type Parameter = typeof Parameter.Type

const part = { type: Schema.String, parameters: Schema.optionalKey(Schema.Array(Parameter)) }
const Card = Schema.Struct({ card_index: Schema.Int, components: Schema.Array(Schema.Struct(part)) })
const Component = Schema.Struct({ ...part, cards: Schema.optionalKey(Schema.Array(Card)) })
type Component = typeof Component.Type

const decodeDefinition = Schema.decodeUnknownOption(TemplateDefinition)
const decodeComponent = Schema.decodeUnknownOption(Component)

const componentsIn = (components: Sent["components"]) =>
  components.flatMap((component) => Option.toArray(decodeComponent(component)))

/** A value as the contact reads it. */
const words = ({ currency, date_time, text }: Parameter): string =>
  text ?? currency?.fallback_value ?? date_time?.fallback_value ?? ""

const address = ({ document, image, video }: Parameter): string | undefined =>
  image?.link ?? video?.link ?? document?.link

/** Values of named placeholders by name, the others in the order of their numbers. */
const valuesOf = (definition: TemplateDefinition, components: ReadonlyArray<Component>): TemplateValues => {
  const texts = { header: partOf(definition, "HEADER")?.text ?? "", body: bodyOf(definition) }
  const values = components.flatMap(({ parameters = [], type }) => {
    const part = type.toLowerCase()
    if (part !== "header" && part !== "body") return []
    const names = placeholdersOf(texts[part])
    return parameters.map((parameter, index) => {
      const name = parameter.parameter_name ?? (isNamed(definition) ? names[index] : String(index + 1))
      const media = address(parameter)
      return media === undefined ? [`${part}.${name}`, words(parameter)] : [part, media]
    })
  })
  return Object.fromEntries(values)
}

/** Cards of a carousel with their values. A send identifies a card by its index. */
const cardsOf = (definition: TemplateDefinition, sent: ReadonlyArray<Component>): ReadonlyArray<TemplatePreview> => {
  const values = sent.flatMap(({ cards = [] }) => cards)
  return definition.components
    .flatMap(({ cards = [] }) => cards)
    .map(({ components }, position) => {
      const card = { ...definition, components }
      const own = values.find(({ card_index: index }) => index === position)?.components ?? []
      return previewOf(card, valuesOf(card, own))
    })
}

/** The template as the contact received it, by its current definition; null if it is not listed. */
export const sentPreview = (
  listed: ReadonlyArray<unknown>,
  { components, language, name }: Sent
): TemplatePreview | null => {
  const definition = listed
    .flatMap((item) => Option.toArray(decodeDefinition(item)))
    .find((known) => known.name === name && known.language === language)
  if (definition === undefined) return null
  const sent = componentsIn(components)
  return { ...previewOf(definition, valuesOf(definition, sent)), cards: cardsOf(definition, sent) }
}

/** The values in the order of the send. */
export const sentValues = (components: Sent["components"]): ReadonlyArray<string> =>
  componentsIn(components)
    .flatMap(({ cards = [], parameters = [] }) =>
      parameters.concat(cards.flatMap((card) => card.components.flatMap((part) => part.parameters ?? [])))
    )
    .map((parameter) => address(parameter) ?? (words(parameter) || (parameter.coupon_code ?? "")))
    .filter((value) => value !== "")
