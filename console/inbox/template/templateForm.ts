import { Array as Arr, Option, Result, Schema } from "effect"
import type { TemplateComponent } from "../../../client/promise/SessionMethods.ts"
import { bodyText, placeholdersOf } from "../../../src/domain/templates/checkParts.ts"
import { TemplateDefinition, checkTemplateUse, isMarketing, isNamed } from "../../../src/domain/templates/Template.ts"
import type { TemplateRefused } from "../../../src/domain/templates/TemplatePart.ts"
import { addressProblem } from "../compose/composition.ts"

/** An input of a template. */
export interface TemplateInput {
  /** `header.1`, `body.name`, `button.0`: the same part and placeholder in every language. */
  readonly id: string
  readonly part: "header" | "body" | "button"
  /** text: any text. address: the rest of a button's address. code: a coupon. The others: the address of a file. */
  readonly kind: "text" | "address" | "code" | "image" | "video" | "document"
  /** The placeholder, or the text of a button. */
  readonly name: string
  /** Card of a carousel, from 0; null outside of cards. Its ids begin with `card.0.`. */
  readonly card: number | null
}

/** A text, or an uploaded file with its name on the member's computer. */
export type TemplateValue = string | { readonly mediaId: string; readonly name: string }

/** Entered values by the id of the input. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>

/** Whether the input is a file. */
export const isFileInput = ({ kind }: TemplateInput): boolean =>
  kind === "image" || kind === "video" || kind === "document"

/** The part of a type. */
export const partOf = ({ components }: TemplateDefinition, type: string) =>
  components.find((part) => part.type.toUpperCase() === type)

const formatOf = (definition: TemplateDefinition): string =>
  partOf(definition, "HEADER")?.format?.toUpperCase() ?? "TEXT"

const mediaKinds = { IMAGE: "image", VIDEO: "video", DOCUMENT: "document" } as const

const mediaKindOf = (format: string): "image" | "video" | "document" | null =>
  format === "IMAGE" || format === "VIDEO" || format === "DOCUMENT" ? mediaKinds[format] : null

const buttonsOf = (definition: TemplateDefinition) => partOf(definition, "BUTTONS")?.buttons ?? []

/** Text of the body; empty without one. */
export const bodyOf = (definition: TemplateDefinition): string => {
  const body = partOf(definition, "BODY")
  return body === undefined ? "" : bodyText(body)
}

const withComponents = (
  definition: TemplateDefinition,
  components: TemplateDefinition["components"]
): TemplateDefinition => ({ ...definition, components })

/** Cards of a carousel, each as a template of its own. */
export const cardsOf = (definition: TemplateDefinition): ReadonlyArray<TemplateDefinition> =>
  definition.components
    .flatMap(({ cards = [] }) => cards)
    .map(({ components }) => withComponents(definition, components))

/** Whether the form has inputs for the whole template: products, offers and locations have none. */
const canBeFilled = (definition: TemplateDefinition): boolean =>
  (formatOf(definition) === "TEXT" || mediaKindOf(formatOf(definition)) !== null) &&
  definition.components.every(({ limited_time_offer: offer }) => offer?.has_expiration !== true) &&
  cardsOf(definition).every(canBeFilled) &&
  buttonsOf(definition).every(({ type }) => type.toUpperCase() !== "MPM")

const headerInputs = (definition: TemplateDefinition): ReadonlyArray<TemplateInput> => {
  const header = partOf(definition, "HEADER")
  if (header === undefined) return []
  const kind = mediaKindOf(formatOf(definition))
  if (kind !== null) return [{ id: "header", part: "header", kind, name: "", card: null }]
  return placeholdersOf(header.text ?? "").map((name) => ({
    id: `header.${name}`,
    part: "header",
    kind: "text",
    name,
    card: null
  }))
}

/** A button that copies or fills in the code of the body. Lists have it in one form or the other (platforms P3). */
const repeatsCode = ({ category }: TemplateDefinition, { type }: { readonly type: string }): boolean =>
  type.toUpperCase() === "OTP" || (category.toUpperCase() === "AUTHENTICATION" && type.toUpperCase() === "URL")

const buttonInputs = (definition: TemplateDefinition): ReadonlyArray<TemplateInput> =>
  buttonsOf(definition).flatMap(({ text: name = "", type, url = "" }, index): ReadonlyArray<TemplateInput> => {
    const kind = type.toUpperCase()
    if (repeatsCode(definition, { type })) return []
    if (kind === "COPY_CODE") return [{ id: `button.${index}`, part: "button", kind: "code", name, card: null }]
    return kind === "URL" && placeholdersOf(url).length > 0
      ? [{ id: `button.${index}`, part: "button", kind: "address", name, card: null }]
      : []
  })

const ownInputs = (definition: TemplateDefinition): ReadonlyArray<TemplateInput> => [
  ...headerInputs(definition),
  ...placeholdersOf(bodyOf(definition)).map((name): TemplateInput => ({
    id: `body.${name}`,
    part: "body",
    kind: "text",
    name,
    card: null
  })),
  ...buttonInputs(definition)
]

const inCard = (card: number, id: string): string => `card.${card}.${id}`

const inputInCard = (input: TemplateInput, card: number): TemplateInput => ({
  ...input,
  id: inCard(card, input.id),
  card
})

/** Inputs of the template in reading order, then those of its cards. A code button repeats the value of the body. */
export const inputsOf = (definition: TemplateDefinition): ReadonlyArray<TemplateInput> => [
  ...ownInputs(definition),
  ...cardsOf(definition).flatMap((card, index) => ownInputs(card).map((input) => inputInCard(input, index)))
]

/** Values of a card, under the ids of its own inputs. */
const valuesInCard = (values: TemplateValues, card: number): TemplateValues => {
  const prefix = inCard(card, "")
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, value]) => (id.startsWith(prefix) ? [[id.slice(prefix.length), value]] : []))
  )
}

/** A value as text: that of an uploaded file is its name. */
const valueOf = (values: TemplateValues, id: string): string => {
  const value = values[id] ?? ""
  return typeof value === "string" ? value.trim() : value.name
}

const fileOf = (values: TemplateValues, id: string) => {
  const value = values[id] ?? ""
  return typeof value === "string" ? { link: value.trim() } : { mediaId: value.mediaId }
}

/** The values in the form of a send. */
export const componentsOf = (
  definition: TemplateDefinition,
  values: TemplateValues
): ReadonlyArray<TemplateComponent> => {
  const cards = cardsOf(definition).map((card, index) => ({
    card_index: index,
    components: ownComponents(card, valuesInCard(values, index))
  }))
  return [...ownComponents(definition, values), ...(cards.length === 0 ? [] : [{ type: "carousel", cards }])]
}

const ownComponents = (definition: TemplateDefinition, values: TemplateValues): ReadonlyArray<TemplateComponent> => {
  const hasNames = isNamed(definition)
  const text = ({ id, name }: TemplateInput) => ({
    type: "text",
    ...(hasNames ? { parameter_name: name } : {}),
    text: valueOf(values, id)
  })
  const inputs = ownInputs(definition)
  // The platform reads unnamed values in the order of their numbers, which may differ from the order in the text.
  const textsOf = (type: TemplateInput["part"]) => {
    const texts = inputs.filter(({ part }) => part === type)
    return hasNames ? texts : texts.toSorted((one, other) => Number(one.name) - Number(other.name))
  }
  const media = inputs.find(({ id }) => id === "header")
  const header =
    media === undefined ? textsOf("header").map(text) : [{ type: media.kind, [media.kind]: fileOf(values, "header") }]
  const body = textsOf("body")
  const buttons = buttonsOf(definition).flatMap(({ type }, index): ReadonlyArray<TemplateComponent> => {
    const input = inputs.find(({ id }) => id === `button.${index}`)
    if (repeatsCode(definition, { type })) {
      const code = valueOf(values, body[0]?.id ?? "")
      return [{ type: "button", sub_type: "url", index, parameters: [{ type: "text", text: code }] }]
    }
    if (input === undefined) return []
    const value = valueOf(values, input.id)
    return input.kind === "code"
      ? [{ type: "button", sub_type: "copy_code", index, parameters: [{ type: "coupon_code", coupon_code: value }] }]
      : [{ type: "button", sub_type: "url", index, parameters: [{ type: "text", text: value }] }]
  })
  return [
    ...(header.length === 0 ? [] : [{ type: "header", parameters: header }]),
    ...(body.length === 0 ? [] : [{ type: "body", parameters: body.map(text) }]),
    ...buttons
  ]
}

/** A template as the contact reads it. */
export interface TemplatePreview {
  readonly header: string
  /** Address of the header's file; empty if unknown. */
  readonly media: { readonly kind: "image" | "video" | "document"; readonly url: string } | null
  readonly body: string
  readonly footer: string
  readonly buttons: ReadonlyArray<string>
  /** Cards of a carousel, in order. */
  readonly cards: ReadonlyArray<TemplatePreview>
}

/** Fills in values. A missing value leaves its placeholder. */
const filled = (text: string, part: string, values: TemplateValues): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (all, name: string) => valueOf(values, `${part}.${name}`) || all)

export const previewOf = (definition: TemplateDefinition, values: TemplateValues): TemplatePreview => {
  const kind = mediaKindOf(formatOf(definition))
  return {
    header: kind === null ? filled(partOf(definition, "HEADER")?.text ?? "", "header", values) : "",
    media: kind === null ? null : { kind, url: valueOf(values, "header") },
    body: filled(bodyOf(definition), "body", values),
    footer: partOf(definition, "FOOTER")?.text ?? "",
    buttons: buttonsOf(definition).map(({ text = "", type }) => text || type),
    cards: cardsOf(definition).map((card, index) => previewOf(card, valuesInCard(values, index)))
  }
}

/** A problem that prevents sending: an input without a usable value, or a violated template rule. */
export type TemplateProblem =
  | { readonly input: string; readonly reason: "missing" | "address" }
  | { readonly refused: TemplateRefused }

/** The first problem; null if the template can be sent. */
export const problemOf = (definition: TemplateDefinition, values: TemplateValues): TemplateProblem | null => {
  for (const input of inputsOf(definition)) {
    const { id } = input
    if (valueOf(values, id) === "") return { input: id, reason: "missing" }
    const isAddress = isFileInput(input) && typeof values[id] === "string"
    if (isAddress && addressProblem(valueOf(values, id)) !== null) return { input: id, reason: "address" }
  }
  const { language: languageCode, name } = definition
  const checked = checkTemplateUse([definition], { name, languageCode, components: componentsOf(definition, values) })
  return Result.isFailure(checked) ? { refused: checked.failure } : null
}

/** Templates of one name, one per language. */
export interface TemplateGroup {
  readonly name: string
  readonly category: string
  readonly languages: Arr.NonEmptyReadonlyArray<TemplateDefinition>
}

const decode = Schema.decodeUnknownOption(TemplateDefinition)

/** Templates that can be sent to the contact, by name. */
export const sendableTemplates = (
  listed: ReadonlyArray<unknown>,
  contact: { readonly optedOut: boolean }
): ReadonlyArray<TemplateGroup> => {
  const usable = listed
    .flatMap((item) => Option.toArray(decode(item)))
    .filter((definition) => canBeFilled(definition) && !(contact.optedOut && isMarketing(definition)))
  return Object.entries(Arr.groupBy(usable, ({ name }) => name))
    .map(([name, languages]) => ({ name, category: languages[0].category, languages }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Templates whose name or text contains every word of the search. */
export const foundTemplates = (groups: ReadonlyArray<TemplateGroup>, search: string): ReadonlyArray<TemplateGroup> => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return groups.filter(({ languages, name }) => {
    const text = [name, name.replaceAll("_", " "), ...languages.map(bodyOf)].join(" ").toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
