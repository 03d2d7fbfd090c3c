import { Result, Schema } from "effect"
import { checkParts, placeholdersOf } from "./checkParts.ts"
import {
  TemplateNotApproved,
  TemplateNotFound,
  TemplateParameterCountMismatch,
  TemplatePart,
  type TemplateRefused
} from "./TemplatePart.ts"
import { readTemplateValues, type SentComponents } from "./readTemplateValues.ts"
import type { Inbound } from "../inbound/Inbound.ts"
import { isJsonObject } from "../text/isJsonObject.ts"

const optionalText = Schema.optionalKey(Schema.String)

/** A component as it was approved, with the cards of a carousel. */
export const TemplateComponent = Schema.Struct({
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

/** A send's use of a template; `components` in the form of the send: `{type, sub_type?, index?, parameters?}`. */
export interface TemplateUse {
  readonly name: string
  readonly languageCode: string
  readonly components: ReadonlyArray<unknown> | null
}

/** How long a value of an authentication template may be: codes are short, and links stay out. */
const authenticationTextLength = 15

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
  sentComponents: SentComponents
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

/** Whether the values fit the template: as many, under the names and of the kinds, as it was approved with. */
export const checkTemplateValues = (
  definition: TemplateDefinition,
  components: ReadonlyArray<unknown> | null
): Result.Result<void, TemplateRefused> =>
  Result.flatMap(readTemplateValues(components), (read) => checkComponents(definition, read))

const isOnlyTexts = Schema.is(
  Schema.Array(
    Schema.Struct({
      type: Schema.Literals(["header", "body"]),
      parameters: Schema.optionalKey(
        Schema.Array(
          Schema.Struct({
            type: Schema.Literal("text"),
            text: Schema.String,
            parameter_name: Schema.optionalKey(Schema.Never)
          })
        )
      )
    })
  )
)

/**
 * Whether the values are only texts of header and body, without names. The platform alone decides about these (contract:
 * The platform decides about templates).
 */
export const hasOnlyTexts = (components: ReadonlyArray<unknown> | null): boolean => isOnlyTexts(components ?? [])

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
    yield* checkTemplateValues(definition, components)
    return definition
  })

/** A template as lists show it: its parts as the platform has them, so that nothing is lost (platforms P3). */
export class ListedTemplate extends Schema.Opaque<ListedTemplate>()(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    language: Schema.String,
    status: Schema.String,
    /** Open: old templates carry categories that the platform no longer documents. */
    category: Schema.String,
    components: Schema.Array(Schema.Record(Schema.String, Schema.Json)),
    /** NAMED or POSITIONAL; absent in listings from before names existed. */
    parameter_format: optionalText,
    /** Why the platform rejected it, in its word; `NONE` or absent without a reason. */
    rejected_reason: optionalText,
    /** The platform's rating of how people receive it: `{score}`. */
    quality_score: Schema.optionalKey(Schema.Json)
  })
) {}

/** Only an approved template can be sent. */
export const isApproved = ({ status }: Pick<ListedTemplate, "status">): boolean => status.toUpperCase() === "APPROVED"

/** Whether it is for offers, which people can refuse to get (contract: Blocked and opted-out recipients). */
export const isMarketing = ({ category }: Pick<ListedTemplate, "category">): boolean =>
  category.toUpperCase() === "MARKETING"

const noReason = "NONE"

/** Why the platform rejected the template; null if it gave no reason. */
export const rejectedReason = ({ rejected_reason: reason = noReason }: Pick<ListedTemplate, "rejected_reason">) =>
  reason === noReason || reason === "" ? null : reason

/** The rating of a template: GREEN, YELLOW, RED or UNKNOWN; null before the first one. */
export const qualityOf = ({ quality_score: quality }: Pick<ListedTemplate, "quality_score">): string | null =>
  isJsonObject(quality) && typeof quality["score"] === "string" ? quality["score"] : null

type Reported = Extract<Inbound, { readonly _tag: "TemplateChanged" }>

/** A reported change of a template. Null and absent fields were not reported. */
export type TemplateChange = Pick<Reported, "templateId" | "name" | "language" | "status" | "category"> &
  Partial<Pick<Reported, "quality" | "reason">>

/**
 * Reports in the form of a status that lists never show (platforms P3): an approved template is about to lose its
 * approval, or that warning was lifted.
 */
const warnings: ReadonlySet<string> = new Set(["FLAGGED", "REINSTATED"])

/**
 * Lists and reports may write the same id differently: a long one is no exact number. The name and language are a key
 * too.
 */
const isAbout = ({ language, name, templateId }: TemplateChange, template: ListedTemplate): boolean =>
  templateId === template.id || (name === template.name && language === template.language)

/** The template after the change, if it is the one that has changed. */
export const changedBy =
  (change: TemplateChange) =>
  (template: ListedTemplate): ListedTemplate => {
    if (!isAbout(change, template)) return template
    const { category, quality = null, reason = null, status } = change
    return {
      ...template,
      category: category ?? template.category,
      status: status === null || warnings.has(status.toUpperCase()) ? template.status : status,
      ...(reason !== null && { rejected_reason: reason }),
      ...(quality !== null && { quality_score: { score: quality } })
    }
  }
