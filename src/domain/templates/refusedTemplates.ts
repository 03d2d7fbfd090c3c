import { Match, type Schema } from "effect"
import { ContentRefused } from "../messages/ContentRefused.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import { DraftProblem, type TemplateDraftRefused } from "./TemplateDraft.ts"
import type { TemplateRefused } from "./TemplatePart.ts"

type Values = ReadonlyArray<Schema.JsonObject>

const objectsIn = (json: Schema.Json | undefined): Values => (Array.isArray(json) ? json.filter(isJsonObject) : [])

const typeIs = (component: Schema.JsonObject, type: string): boolean => String(component["type"]).toLowerCase() === type

interface Located {
  readonly field: string
  readonly component: Schema.JsonObject | null
}

interface Location {
  readonly component: string
  readonly index?: number
}

/** The component among the values, or the list if the values leave it out. */
const locate = (values: Values, field: string, { component, index }: Location): Located => {
  const found = values.findIndex(
    (value) => typeIs(value, component) && (index === undefined || Number(value["index"] ?? 0) === index)
  )
  return found < 0 ? { field, component: null } : { field: `${field}[${found}]`, component: values[found] ?? null }
}

/** The component of the template, or of a card of its carousel. */
const locateIn = (values: Values, field: string, location: Location & { readonly card?: number }): Located => {
  const { card } = location
  if (card === undefined) return locate(values, field, location)
  const carousel = locate(values, field, { component: "carousel" })
  const cards = objectsIn(carousel.component?.["cards"])
  const found = cards.findIndex((one) => one["card_index"] === card)
  if (found < 0) return carousel
  return locate(objectsIn(cards[found]?.["components"]), `${carousel.field}.cards[${found}].components`, location)
}

const parameters = (located: Located, rest = ""): string =>
  located.component === null ? located.field : `${located.field}.parameters${rest}`

/** The field of a value of another kind: its parameter, or the component whose `sub_type` differs. */
const ofFormat = (located: Located, kind: string): string => {
  const { component, field } = located
  if (component !== null && String(component["sub_type"]).toUpperCase() === kind) return `${field}.sub_type`
  const index = objectsIn(component?.["parameters"]).findIndex((one) => String(one["type"]).toUpperCase() === kind)
  return index < 0 ? parameters(located) : parameters(located, `[${index}].type`)
}

const counted = (count: number): string => `${count} ${count === 1 ? "value" : "values"}`

/** The requirement that the values violate. */
const expectationOf: (refused: TemplateRefused) => string = Match.type<TemplateRefused>().pipe(
  Match.tags({
    TemplateNotFound: ({ languageCode, name }) => `Expected a template; ${name} does not exist in ${languageCode}`,
    TemplateNotApproved: ({ status }) => `Expected an approved template; it is ${status}`,
    TemplateComponentsUnreadable: ({ problem }) => problem,
    TemplateParameterCountMismatch: ({ component, expected, given, index }) =>
      component === "carousel"
        ? `Expected values for ${expected} cards, got ${given}`
        : `Expected ${counted(expected)} for the ${component}${index === undefined ? "" : ` ${index}`} of the template, got ${given}`,
    TemplateParameterNameMismatch: ({ missing, unknown }) =>
      [
        ...(missing.length === 0 ? [] : [`Expected parameter_name ${missing.join(", ")}`]),
        ...(unknown.length === 0 ? [] : [`The template has no placeholder ${unknown.join(", ")}`])
      ].join("; "),
    TemplateParameterFormatMismatch: ({ expected, given }) =>
      `Expected ${expected.toLowerCase()}, as the template has it, got ${given === "UNKNOWN" ? "no value" : given.toLowerCase()}`,
    TemplateParameterTextInvalid: ({ limit }) =>
      limit === null
        ? "Expected text without line breaks, tabs and more than 4 consecutive spaces"
        : `Expected at most ${limit} characters`,
    TemplateParameterValueMissing: ({ value }) => `Expected a value for ${value}`
  }),
  Match.exhaustive
)

/**
 * Values of a send that do not fit their template; `field` is the name of the list of values, such as
 * `template.components`.
 */
export const refusedSend = (refused: TemplateRefused, values: Values | null, field: string): ContentRefused => {
  const located = (location: Location & { readonly card?: number }) => locateIn(values ?? [], field, location)
  const where = Match.valueTags(refused, {
    TemplateNotFound: () => field,
    TemplateNotApproved: () => field,
    TemplateComponentsUnreadable: ({ path = "" }) => `${field}${path}`,
    TemplateParameterCountMismatch: (one) => parameters(located(one)),
    TemplateParameterNameMismatch: (one) => parameters(located(one)),
    TemplateParameterFormatMismatch: (one) => ofFormat(located(one), one.given),
    TemplateParameterTextInvalid: (one) => parameters(located(one), `[${one.parameter}].text`),
    TemplateParameterValueMissing: (one) => parameters(located(one), `[${one.parameter}].${one.value}`)
  })
  return new ContentRefused({ field: where, expectation: expectationOf(refused) })
}

const draftExpectation = DraftProblem.match({
  Missing: () => null,
  Malformed: ({ reason }) => reason,
  NotOneOf: ({ supported }) => `Expected one of: ${supported.join(", ")}`,
  Repeated: ({ type }) => `Expected one component of type ${type}`,
  TooLong: ({ limit }) => `Expected at most ${limit} characters`,
  CountOutside: ({ max, min }) => `Expected ${min} to ${max}`,
  TooManyOfKind: ({ kind, limit }) => `Expected at most ${limit} of type ${kind}`,
  ButtonsMixed: () => "Expected the quick replies before or after all other buttons",
  NumbersBroken: () => "Expected placeholders such as {{1}} and {{2}}, which count up from 1",
  NamesBroken: () => "Expected placeholders such as {{first_name}}, of lowercase letters, digits and underscores",
  PlaceholderAtEnd: () => "Expected words before the first and after the last placeholder",
  TooManyPlaceholders: ({ limit }) =>
    limit === 0 ? "Expected no placeholders" : `Expected at most ${limit} placeholder`,
  PlaceholderInLink: () => "Expected at most one placeholder, at the end of the link",
  ExampleMissing: () => "Expected an example of each placeholder, and of the file of a header",
  NotALink: () => "Expected a link such as https://example.com/orders/{{1}}",
  FileMissing: () => "Expected the id of an uploaded file that was not sent",
  CardsDiffer: () => "Expected the same kinds of parts and buttons as in the first card"
})

/** A template that the platform would not review. */
export const refusedDraft = ({ field, part, problem }: TemplateDraftRefused): ContentRefused =>
  new ContentRefused({
    field,
    expectation:
      problem._tag === "Missing" && field === "components" && part !== null
        ? `Expected a component of type ${part}`
        : draftExpectation(problem)
  })
