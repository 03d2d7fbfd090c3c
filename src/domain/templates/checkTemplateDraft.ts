import { Result, Schema } from "effect"
import { placeholdersOf } from "./checkParts.ts"
import { expectationText, firstIssue, pathText } from "../text/firstIssue.ts"
import { checkTemplateButtons } from "./checkTemplateButtons.ts"
import { TemplateComponent } from "./Template.ts"
import {
  at,
  checkAll,
  type Checked,
  DraftProblem,
  inCapitals,
  lengthOf,
  type Location,
  parameterFormats,
  refuse,
  templateCategories,
  type TemplateDraft,
  type TemplateDraftRefused,
  type TemplateEdit
} from "./TemplateDraft.ts"
import type { TemplatePart } from "./TemplatePart.ts"

/** Limits of a submitted template; lengths in characters (platforms P3). */
const maxName = 512
const maxHeader = 60
const maxBody = 1024
const maxFooter = 60
const maxOffer = 16
const maxCardBody = 160
const maxButtons = 10
const maxCardButtons = 2
const maxCards = 10

const headerFormats = ["TEXT", "IMAGE", "VIDEO", "GIF", "DOCUMENT", "LOCATION", "PRODUCT"]

/** The components that `checkTemplateParts` checks. */
interface Rules {
  readonly category: string
  readonly isNamed: boolean
}

const { cases } = DraftProblem

type Part = typeof TemplateComponent.Type

/** Numbers count up from 1; names have small letters, digits and underscores. */
const placeholderProblem = (names: ReadonlyArray<string>, { isNamed }: Rules): DraftProblem | null => {
  if (isNamed) return names.every((name) => /^[a-z][a-z0-9_]*$/.test(name)) ? null : cases.NamesBroken.make({})
  const inOrder = names.toSorted((a, b) => Number(a) - Number(b))
  return inOrder.every((name, index) => name === String(index + 1)) ? null : cases.NumbersBroken.make({})
}

const NamedExamples = Schema.Array(
  Schema.Struct({ param_name: Schema.String, example: Schema.optionalKey(Schema.Json) })
)
const Examples = Schema.Struct({
  header_text: Schema.optionalKey(Schema.Array(Schema.String)),
  header_text_named_params: Schema.optionalKey(NamedExamples),
  header_handle: Schema.optionalKey(Schema.Array(Schema.String)),
  /** An uploaded file instead of a handle. */
  mediaId: Schema.optionalKey(Schema.String),
  body_text: Schema.optionalKey(Schema.Array(Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  body_text_named_params: Schema.optionalKey(NamedExamples)
})
const isExamples = Schema.is(Examples)

const examplesOf = ({ example }: TemplatePart): typeof Examples.Type => (isExamples(example) ? example : {})

/** Whether each placeholder has an example. */
const hasExamples = (part: TemplatePart, names: ReadonlyArray<string>, { isNamed }: Rules): boolean => {
  const examples = examplesOf(part)
  const isHeader = part.type === "HEADER"
  if (isNamed) {
    const values = (isHeader ? examples.header_text_named_params : examples.body_text_named_params) ?? []
    return names.every((name) => values.some(({ param_name }) => param_name === name))
  }
  const [first = []] = examples.body_text ?? []
  const count = isHeader
    ? (examples.header_text ?? []).length
    : typeof first === "string"
      ? (examples.body_text ?? []).length
      : first.length
  return count >= names.length
}

const checkWords = (location: Location, part: TemplatePart, max: number, rules: Rules): Checked => {
  const { text = "" } = part
  if (text.trim() === "") return refuse(at(location, "text"), cases.Missing.make({}))
  if (lengthOf(text) > max) return refuse(at(location, "text"), cases.TooLong.make({ limit: max }))
  const names = placeholdersOf(text)
  const problem = placeholderProblem(names, rules)
  if (problem !== null) return refuse(at(location, "text"), problem)
  return hasExamples(part, names, rules) ? Result.void : refuse(at(location, "example"), cases.ExampleMissing.make({}))
}

const checkHeader = (location: Location, part: TemplatePart, rules: Rules): Checked => {
  const { format = "" } = part
  if (!headerFormats.includes(format)) {
    return refuse(at(location, "format"), cases.NotOneOf.make({ supported: headerFormats }))
  }
  if (format === "TEXT") {
    return placeholdersOf(part.text ?? "").length > 1
      ? refuse(at(location, "text"), cases.TooManyPlaceholders.make({ limit: 1 }))
      : checkWords(location, part, maxHeader, rules)
  }
  if (format === "LOCATION" || format === "PRODUCT") return Result.void
  const { header_handle: handles = [], mediaId } = examplesOf(part)
  return handles.length > 0 || mediaId !== undefined
    ? Result.void
    : refuse(at(location, "example"), cases.ExampleMissing.make({}))
}

const checkBody = (location: Location, part: TemplatePart, max: number, rules: Rules): Checked => {
  // The body of an authentication template is the platform's own.
  if (rules.category === "AUTHENTICATION") return Result.void
  const text = part.text?.trim() ?? ""
  return text.startsWith("{{") || text.endsWith("}}")
    ? refuse(at(location, "text"), cases.PlaceholderAtEnd.make({}))
    : checkWords(location, part, max, rules)
}

const checkFooter = (location: Location, part: TemplatePart, rules: Rules): Checked => {
  if (rules.category === "AUTHENTICATION") return Result.void
  return placeholdersOf(part.text ?? "").length > 0
    ? refuse(at(location, "text"), cases.TooManyPlaceholders.make({ limit: 0 }))
    : checkWords(location, part, maxFooter, rules)
}

const checkOffer = (location: Location, { limited_time_offer: offer }: TemplatePart): Checked => {
  const text = at(at(location, "limited_time_offer"), "text")
  if (offer?.text === undefined || offer.text.trim() === "") return refuse(text, cases.Missing.make({}))
  return lengthOf(offer.text) > maxOffer ? refuse(text, cases.TooLong.make({ limit: maxOffer })) : Result.void
}

/** The kinds of a card's parts and buttons; all cards of a carousel have the same. */
const shapeOf = (parts: ReadonlyArray<TemplatePart>): string =>
  parts
    .map(({ buttons = [], format = "", type }) => `${type} ${format} ${buttons.map((button) => button.type).join(" ")}`)
    .toSorted()
    .join("\n")

const cardParts: Readonly<Record<string, (location: Location, part: TemplatePart, rules: Rules) => Checked>> = {
  HEADER: checkHeader,
  BODY: (location, part, rules) => checkBody(location, part, maxCardBody, rules),
  BUTTONS: (location, part) => checkTemplateButtons(location, part, maxCardButtons)
}

const checkCards = (location: Location, { cards = [] }: Part, rules: Rules): Checked =>
  Result.gen(function* () {
    const field = at(location, "cards")
    if (cards.length < 1 || cards.length > maxCards) {
      return yield* refuse(field, cases.CountOutside.make({ min: 1, max: maxCards }))
    }
    yield* checkAll(cards, ({ components }, index) =>
      checkKnown({ ...field, field: `${field.field}[${index}].components` }, components, cardParts, rules)
    )
    const [first] = cards
    const other = cards.findIndex(({ components }) => shapeOf(components) !== shapeOf(first?.components ?? []))
    if (other > 0) return yield* refuse({ ...field, field: `${field.field}[${other}]` }, cases.CardsDiffer.make({}))
  })

const checks: Readonly<Record<string, (location: Location, part: Part, rules: Rules) => Checked>> = {
  HEADER: checkHeader,
  BODY: (location, part, rules) => checkBody(location, part, maxBody, rules),
  FOOTER: checkFooter,
  BUTTONS: (location, part) => checkTemplateButtons(location, part, maxButtons),
  CALL_PERMISSION_REQUEST: () => Result.void,
  CAROUSEL: checkCards,
  LIMITED_TIME_OFFER: checkOffer
}

/** Checks each part by the check of its type, and that no type occurs twice. */
function checkKnown<P extends TemplatePart>(
  { field }: Location,
  parts: ReadonlyArray<P>,
  known: Readonly<Record<string, (location: Location, part: P, rules: Rules) => Checked>>,
  rules: Rules
): Checked {
  const types = parts.map(({ type }) => type)
  return checkAll(parts, (part, index) => {
    const { type } = part
    const location = { field: `${field}[${index}]`, part: type }
    const check = known[type]
    if (check === undefined) {
      return refuse(at({ field: location.field }, "type"), cases.NotOneOf.make({ supported: Object.keys(known) }))
    }
    return types.indexOf(type) === index
      ? check(location, part, rules)
      : refuse(location, cases.Repeated.make({ type }))
  })
}

const decodeParts = Schema.decodeUnknownResult(Schema.Array(TemplateComponent))

/**
 * Whether the platform would take these parts for review: their kinds, numbers, lengths, placeholders and examples
 * (contract: Submitting a template).
 */
export const checkTemplateParts = (components: ReadonlyArray<Schema.JsonObject>, rules: Rules): Checked =>
  Result.gen(function* () {
    const location = { field: "components" }
    const read = decodeParts(components.map(inCapitals))
    if (Result.isFailure(read)) {
      const { issue, path } = firstIssue(read.failure.issue)
      return yield* refuse(
        { field: `${location.field}${pathText(path)}` },
        cases.Malformed.make({ reason: expectationText(issue) })
      )
    }
    const parts = read.success
    if (!parts.some(({ type }) => type === "BODY")) {
      return yield* refuse({ ...location, part: "BODY" }, cases.Missing.make({}))
    }
    yield* checkKnown(location, parts, checks, rules)
  })

const isName = (name: string): boolean => name.length <= maxName && /^[a-z0-9_]+$/.test(name)
const isLanguage = (language: string): boolean => /^[a-z]{2,3}(?:_[A-Z]{2,3})?$/.test(language)

const malformed = (field: string, reason: string): Checked => refuse({ field }, cases.Malformed.make({ reason }))

const checkCategory = (category: string): Checked =>
  templateCategories.some((known) => known === category)
    ? Result.void
    : refuse({ field: "category" }, cases.NotOneOf.make({ supported: templateCategories }))

/** The first part of a new template that the platform would refuse. */
export const checkTemplateDraft = ({
  category,
  components,
  language,
  name,
  parameter_format
}: TemplateDraft): Result.Result<void, TemplateDraftRefused> =>
  Result.gen(function* () {
    if (!isName(name)) {
      return yield* malformed("name", `Expected 1 to ${maxName} lowercase letters, digits and underscores`)
    }
    if (!isLanguage(language)) return yield* malformed("language", "Expected a language code such as en or en_US")
    yield* checkCategory(category)
    if (!parameterFormats.includes(parameter_format)) {
      return yield* refuse({ field: "parameter_format" }, cases.NotOneOf.make({ supported: parameterFormats }))
    }
    yield* checkTemplateParts(components, { category, isNamed: parameter_format === "NAMED" })
  })

/** The first part of an edit that the platform would refuse. `rules` are those of the template. */
export const checkTemplateEdit = ({ category, components }: TemplateEdit, rules: Rules): Checked =>
  Result.gen(function* () {
    if (category !== undefined) yield* checkCategory(category)
    if (components !== undefined)
      yield* checkTemplateParts(components, { ...rules, category: category ?? rules.category })
  })
