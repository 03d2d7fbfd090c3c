import { Result, Schema, SchemaIssue } from "effect"
import { checkParts, placeholdersOf } from "./checkParts.ts"
import { PartValues, TemplatePart } from "./TemplatePart.ts"
import {
  TemplateComponentsUnreadable,
  TemplateNotApproved,
  TemplateNotFound,
  TemplateParameterCountMismatch,
  type TemplateRefused
} from "./TemplateRefused.ts"

const optionalText = Schema.optionalKey(Schema.String)

const TemplateComponent = Schema.Struct({
  ...TemplatePart.fields,
  cards: Schema.optionalKey(Schema.Array(Schema.Struct({ components: Schema.Array(TemplatePart) })))
})

/**
 * A template as the platform lists it, one per name and language. Statuses, categories and kinds are open: the
 * platform adds to them, and its old data carries values that it no longer documents (platforms P3).
 */
export class TemplateDefinition extends Schema.Opaque<TemplateDefinition>()(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    language: Schema.String,
    status: Schema.String,
    category: Schema.String,
    components: Schema.Array(TemplateComponent),
    parameter_format: optionalText,
    previous_category: optionalText,
    sub_category: optionalText,
    rejected_reason: optionalText,
    quality_score: Schema.optionalKey(Schema.Json)
  })
) {}

const GivenComponents = Schema.Array(
  Schema.Struct({
    ...PartValues.fields,
    cards: Schema.optionalKey(
      Schema.Array(Schema.Struct({ card_index: Schema.Int, components: Schema.Array(PartValues) }))
    )
  })
)
type GivenComponents = typeof GivenComponents.Type

/** A send's use of a template; `components` in the form of the send: `{type, sub_type?, index?, parameters?}`. */
export interface TemplateUse {
  readonly name: string
  readonly languageCode: string
  readonly components: ReadonlyArray<unknown> | null
}

/** How long a value of an authentication template may be: codes are short, and links stay out. */
const authenticationTextLength = 15

const formatIssue = SchemaIssue.makeFormatterDefault()
const decodeComponents = Schema.decodeUnknownResult(GivenComponents)

const readComponents = (components: ReadonlyArray<unknown> | null) =>
  Result.mapError(
    decodeComponents(components ?? []),
    ({ issue }) => new TemplateComponentsUnreadable({ problem: formatIssue(issue) })
  )

/** Whether placeholders have names; listings from before names existed do not say. */
export const isNamed = ({ components, parameter_format: format }: TemplateDefinition): boolean =>
  format === undefined
    ? components.some(({ text = "" }) => placeholdersOf(text).some((name) => !/^\d+$/.test(name)))
    : format.toUpperCase() === "NAMED"

const checkCount = (component: string, expected: number, actual: number): Result.Result<void, TemplateRefused> =>
  expected === actual
    ? Result.void
    : Result.fail(new TemplateParameterCountMismatch({ component, expected, given: actual }))

const checkComponents = (
  definition: TemplateDefinition,
  sentComponents: GivenComponents
): Result.Result<void, TemplateRefused> =>
  Result.gen(function* () {
    const rules = {
      named: isNamed(definition),
      maxTextLength: definition.category.toUpperCase() === "AUTHENTICATION" ? authenticationTextLength : null
    }
    yield* checkParts(definition.components, sentComponents, rules)

    const offer = definition.components.find(({ limited_time_offer: offer }) => offer?.has_expiration === true)
    const expiry = sentComponents.find(({ type }) => type.toLowerCase() === "limited_time_offer")
    yield* checkCount("limited_time_offer", offer === undefined ? 0 : 1, expiry?.parameters?.length ?? 0)

    const cards = definition.components.flatMap(({ cards = [] }) => cards)
    const sentCards = sentComponents.flatMap(({ cards = [] }) => cards)
    yield* checkCount("carousel", cards.length, sentCards.length)
    for (const [card, { components }] of cards.entries()) {
      const values = sentCards.find(({ card_index: index }) => index === card)
      yield* checkParts(components, values?.components ?? [], { ...rules, card })
    }
  })

/**
 * The template that a send names, when the platform would take the send: it exists in that language, is approved, and
 * gets as many values, under the names and of the kinds, as it was approved with.
 */
export const checkTemplateUse = (
  definitions: ReadonlyArray<TemplateDefinition>,
  { components, languageCode, name }: TemplateUse
): Result.Result<TemplateDefinition, TemplateRefused> =>
  Result.gen(function* () {
    const definition = definitions.find((known) => known.name === name && known.language === languageCode)
    if (definition === undefined) return yield* Result.fail(new TemplateNotFound({ name, languageCode }))
    const { status } = definition
    if (status.toUpperCase() !== "APPROVED") {
      return yield* Result.fail(new TemplateNotApproved({ name, languageCode, status }))
    }
    yield* checkComponents(definition, yield* readComponents(components))
    return definition
  })
