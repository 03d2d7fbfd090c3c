import { Option, Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import { bodyText } from "./checkParts.ts"
import type { TemplateDefinition } from "./Template.ts"
import type { TemplateButton, TemplatePart } from "./TemplatePart.ts"

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

const files = ["image", "video", "document", "location"]

const words = (parameter: Schema.JsonObject): string => {
  const { coupon_code, currency, date_time, payload, text } = parameter
  const fallback = [currency, date_time].filter(isJsonObject).map(({ fallback_value }) => fallback_value)
  return String([text, payload, coupon_code, ...fallback].find((value) => typeof value === "string") ?? "")
}

/** Replaces each placeholder that has a value. */
const filled = (text: string, parameters: ReadonlyArray<Schema.JsonObject>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
    const namedParameter = parameters.find((parameter) => parameter["parameter_name"] === name)
    const value = namedParameter ?? parameters[Number(name) - 1]
    return value === undefined ? placeholder : words(value)
  })

const ofType = (values: ReadonlyArray<Values>, type: string) =>
  values.find((one) => one.type.toLowerCase() === type)?.parameters ?? []

const header = (part: TemplatePart, values: ReadonlyArray<Values>): Schema.JsonObject => {
  const parameters = ofType(values, "header")
  const format = (part.format ?? "TEXT").toUpperCase()
  if (format === "TEXT") return { format, text: filled(part.text ?? "", parameters) }
  const file = parameters.flatMap((parameter) => files.map((name) => parameter[name]).filter(isJsonObject))[0]
  return { format, ...(file === undefined ? {} : { file }) }
}

const button = (
  { phone_number, text, type, url }: TemplateButton,
  index: number,
  values: ReadonlyArray<Values>
): Schema.JsonObject => {
  const parameters =
    values.find((one) => one.type.toLowerCase() === "button" && Number(one.index ?? 0) === index)?.parameters ?? []
  const [value] = parameters.map(words)
  return {
    type: type.toUpperCase(),
    text: text ?? type,
    ...(url === undefined ? {} : { url: filled(url, parameters) }),
    ...(phone_number === undefined ? {} : { phoneNumber: phone_number }),
    ...(value === undefined || url !== undefined ? {} : { payload: value })
  }
}

const partsView = (parts: ReadonlyArray<TemplatePart>, values: ReadonlyArray<Values>): Schema.JsonObject =>
  Object.fromEntries(
    parts.flatMap((part): ReadonlyArray<readonly [string, Schema.Json]> => {
      switch (part.type.toUpperCase()) {
        case "HEADER":
          return [["header", header(part, values)]]
        case "BODY":
          return [["body", filled(bodyText(part), ofType(values, "body"))]]
        case "FOOTER":
          return [["footer", part.text ?? ""]]
        case "BUTTONS":
          return [["buttons", (part.buttons ?? []).map((one, index) => button(one, index, values))]]
        default:
          return []
      }
    })
  )

/**
 * A template as the recipient sees it: `{header?, body?, footer?, buttons?, cards?}`, with the values of a send.
 * Placeholders without a value stay.
 */
export const renderTemplate = (
  { components }: TemplateDefinition,
  input: ReadonlyArray<unknown> | null
): Schema.JsonObject => {
  const values = Option.getOrElse(decodeValues(input ?? []), () => [])
  const cards = components.flatMap((part) => part.cards ?? [])
  const valuesOf = (card: number) =>
    values.flatMap((one) => one.cards ?? []).find(({ card_index }) => card_index === card)?.components ?? []
  return {
    ...partsView(components, values),
    ...(cards.length === 0 ? {} : { cards: cards.map((card, index) => partsView(card.components, valuesOf(index))) })
  }
}
