import { Option, Schema } from "effect"
import type { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import type { TemplateButton, TemplatePart } from "../../src/domain/templates/TemplatePart.ts"

const Values = Schema.Struct({
  type: Schema.String,
  index: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String])),
  parameters: Schema.optionalKey(Schema.Array(Schema.JsonObject))
})
type Values = typeof Values.Type

const decodeValues = Schema.decodeUnknownOption(
  Schema.Array(
    Schema.Struct({
      ...Values.fields,
      cards: Schema.optionalKey(
        Schema.Array(Schema.Struct({ card_index: Schema.Int, components: Schema.Array(Values) }))
      )
    })
  )
)

const isObject = Schema.is(Schema.JsonObject)
const files = ["image", "video", "document", "location"]

const words = (parameter: Schema.JsonObject): string => {
  const { coupon_code, currency, date_time, payload, text } = parameter
  const fallback = [currency, date_time].filter(isObject).map(({ fallback_value }) => fallback_value)
  return String([text, payload, coupon_code, ...fallback].find((value) => typeof value === "string") ?? "")
}

/** The text with a value in place of each placeholder that has one. */
const filled = (text: string, parameters: ReadonlyArray<Schema.JsonObject>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
    const named = parameters.find((parameter) => parameter["parameter_name"] === name)
    const value = named ?? parameters[Number(name) - 1]
    return value === undefined ? placeholder : words(value)
  })

const ofType = (given: ReadonlyArray<Values>, type: string) =>
  given.find((one) => one.type.toLowerCase() === type)?.parameters ?? []

const header = (part: TemplatePart, given: ReadonlyArray<Values>): Schema.JsonObject => {
  const parameters = ofType(given, "header")
  const format = (part.format ?? "TEXT").toUpperCase()
  if (format === "TEXT") return { format, text: filled(part.text ?? "", parameters) }
  const file = parameters.flatMap((parameter) => files.map((name) => parameter[name]).filter(isObject))[0]
  return { format, ...(file === undefined ? {} : { file }) }
}

const button = (
  { phone_number, text, type, url }: TemplateButton,
  index: number,
  given: ReadonlyArray<Values>
): Schema.JsonObject => {
  const parameters =
    given.find((one) => one.type.toLowerCase() === "button" && Number(one.index ?? 0) === index)?.parameters ?? []
  const [value] = parameters.map(words)
  return {
    type: type.toUpperCase(),
    text: text ?? type,
    ...(url === undefined ? {} : { url: filled(url, parameters) }),
    ...(phone_number === undefined ? {} : { phoneNumber: phone_number }),
    ...(value === undefined || url !== undefined ? {} : { payload: value })
  }
}

const shown = (parts: ReadonlyArray<TemplatePart>, given: ReadonlyArray<Values>): Schema.JsonObject =>
  Object.fromEntries(
    parts.flatMap((part): ReadonlyArray<readonly [string, Schema.Json]> => {
      switch (part.type.toUpperCase()) {
        case "HEADER":
          return [["header", header(part, given)]]
        case "BODY":
          return [["body", filled(part.text ?? "", ofType(given, "body"))]]
        case "FOOTER":
          return [["footer", part.text ?? ""]]
        case "BUTTONS":
          return [["buttons", (part.buttons ?? []).map((one, index) => button(one, index, given))]]
        default:
          return []
      }
    })
  )

/** A template as the person sees it: `{header?, body?, footer?, buttons?, cards?}`, with the values of the send. */
export const shownTemplate = (
  { components }: TemplateDefinition,
  given: ReadonlyArray<unknown> | null
): Schema.JsonObject => {
  const values = Option.getOrElse(decodeValues(given ?? []), () => [])
  const cards = components.flatMap((part) => part.cards ?? [])
  const valuesOf = (card: number) =>
    values.flatMap((one) => one.cards ?? []).find(({ card_index }) => card_index === card)?.components ?? []
  return {
    ...shown(components, values),
    ...(cards.length === 0 ? {} : { cards: cards.map((card, index) => shown(card.components, valuesOf(index))) })
  }
}
