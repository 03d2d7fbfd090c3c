import { Duration, Option, Result, Schema } from "effect"
import { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import type { EmulatorSeed } from "../EmulatorSeed.ts"
import { type GraphError, refusal } from "../graph/GraphError.ts"

/** Maximum number of templates of a business account, as for a verified business. */
export const maxTemplates = 6_000

/** Time for which the name of a deleted template stays reserved. */
const nameHeldFor = Duration.toMillis(Duration.days(30))
const maxDeleted = 1_000

/** Period of the edit limit of an approved template (platforms P3). */
const editsRemembered = Duration.toMillis(Duration.days(30))
const editLimits = [
  { span: Duration.toMillis(Duration.days(1)), max: 1, text: "once in 24 hours" },
  { span: editsRemembered, max: 10, text: "10 times in 30 days" }
]

const editable: ReadonlySet<string> = new Set(["APPROVED", "PAUSED", "REJECTED"])

/** Events of the platform that are no status, with the resulting status; null leaves it unchanged. */
const statuses: Readonly<Record<string, string | null>> = { FLAGGED: null, REINSTATED: "APPROVED" }

/** A template with the platform's own data. Times are epoch milliseconds. */
const StoredTemplate = Schema.Struct({
  wabaId: Schema.String,
  definition: TemplateDefinition,
  /** The submitted parts, which may have more fields than the definition. */
  components: Schema.Array(Schema.JsonObject),
  /** Further fields of the object. */
  more: Schema.JsonObject,
  /** Time of the automatic approval; null for none. */
  reviewAt: Schema.NullOr(Schema.Finite),
  /** Times of edits while approved, in the last 30 days. */
  edits: Schema.Array(Schema.Finite)
})
export type StoredTemplate = typeof StoredTemplate.Type

export const TemplatesState = Schema.Struct({
  /** The business accounts whose seeded templates were added. */
  businesses: Schema.Array(Schema.String),
  /** Oldest first. */
  templates: Schema.Array(StoredTemplate),
  /** Approved templates that were deleted in the last 30 days. */
  deleted: Schema.Array(
    Schema.Struct({ wabaId: Schema.String, name: Schema.String, language: Schema.String, at: Schema.Finite })
  )
})
export type TemplatesState = typeof TemplatesState.Type

/** A decision of the platform about a template, in its own words: `APPROVED`, `REJECTED`, `PAUSED`, `FLAGGED`. */
export interface Decision {
  readonly event: string
  readonly reason?: string | undefined
}

/** A submitted template, in the form of lists. */
export interface TemplateDraft {
  readonly name: string
  readonly language: string
  readonly category: string
  readonly parameter_format: string
  /** The parts that senders need. */
  readonly definition: TemplateDefinition["components"]
  /** The parts with all submitted fields. */
  readonly components: ReadonlyArray<Schema.JsonObject>
  /** Further fields of the object. */
  readonly more: Schema.JsonObject
}

export type TemplateKey = Pick<TemplateDefinition, "name" | "language">

const isObject = Schema.is(Schema.JsonObject)

const ofSeed = (wabaId: string, definition: TemplateDefinition): StoredTemplate => ({
  wabaId,
  definition,
  components: definition.components.map((part) => ({ ...part })).filter(isObject),
  more: {},
  reviewAt: null,
  edits: []
})

export const noTemplates: TemplatesState = { businesses: [], templates: [], deleted: [] }

/** Adds the seeded templates of new business accounts. */
export const withSeed = (state: TemplatesState, { templates }: EmulatorSeed): TemplatesState => {
  const added = Object.entries(templates).filter(([wabaId]) => !state.businesses.includes(wabaId))
  if (added.length === 0) return state
  return {
    ...state,
    businesses: [...state.businesses, ...added.map(([wabaId]) => wabaId)],
    templates: [
      ...state.templates,
      ...added.flatMap(([wabaId, ofBusiness]) => ofBusiness.map((definition) => ofSeed(wabaId, definition)))
    ]
  }
}

/** A refusal of the management API, with the reason in the text for users. */
export const invalidTemplate = (subcode: number | undefined, title: string, message: string): GraphError =>
  refusal(100, { message: "Invalid parameter", subcode, user: { title, message } })

const languageNames = new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "standard", fallback: "code" })

const languageName = (code: string): string => languageNames.of(code.replace("_", "-")) ?? code

const exists = (language: string) =>
  invalidTemplate(
    2388024,
    "Content in This Language Already Exists",
    `There is already ${languageName(language)} content for this template. You can create a new template and try again.`
  )

const beingDeleted = (language: string) =>
  invalidTemplate(
    2388023,
    "Message Template Language Is Being Deleted",
    `New ${languageName(language)} content can't be added to this message template while the existing ${languageName(language)} content is being deleted. Try again in 4 weeks or consider creating a new message template.`
  )

const otherCategory = (requested: string, known: string) =>
  invalidTemplate(
    undefined,
    "Template Category Doesn't Match",
    `The category ${requested} doesn't match the one that's already associated with this template, ${known}.`
  )

const full = invalidTemplate(
  2388019,
  "Message Template Limit Exceeded",
  `You've reached the maximum number of message templates: ${maxTemplates}.`
)

const notEditable = (status: string) =>
  invalidTemplate(
    2388039,
    "Message Template Status Can't Be Changed",
    `This message template is ${status}. Only approved, rejected or paused templates can be edited.`
  )

const approvedCategory = invalidTemplate(
  undefined,
  "Template Category Can't Be Changed",
  "The category of an approved template can't be changed."
)

const editedTooOften = (text: string) =>
  invalidTemplate(undefined, "Message Template Edit Limit", `An approved template can be edited ${text}.`)

/** Adds a pending template, unless its name is reserved. */
export const withNew = (
  state: TemplatesState,
  added: StoredTemplate,
  now: number
): Result.Result<TemplatesState, GraphError> => {
  const { category, language, name } = added.definition
  const ofBusiness = state.templates.filter(({ wabaId }) => wabaId === added.wabaId)
  const sameName = ofBusiness.map(({ definition }) => definition).filter((one) => one.name === name)
  const isHeld = state.deleted.some(
    (one) =>
      one.wabaId === added.wabaId &&
      one.name === name &&
      (one.language === language || sameName.length === 0) &&
      now - one.at < nameHeldFor
  )
  if (sameName.some((one) => one.language === language)) return Result.fail(exists(language))
  if (isHeld) return Result.fail(beingDeleted(language))
  const known = sameName[0]?.category ?? category
  if (known !== category) return Result.fail(otherCategory(category, known))
  if (ofBusiness.length >= maxTemplates) return Result.fail(full)
  return Result.succeed({ ...state, templates: [...state.templates, added] })
}

const refuseEdit = ({ definition, edits }: StoredTemplate, draft: Partial<TemplateDraft>, now: number) => {
  const { category, status } = definition
  if (!editable.has(status)) return notEditable(status)
  if (status !== "APPROVED") return null
  if (draft.category !== undefined && draft.category !== category) return approvedCategory
  const tooMany = editLimits.find(({ max, span }) => edits.filter((at) => now - at < span).length >= max)
  return tooMany === undefined ? null : editedTooOften(tooMany.text)
}

const edited = (before: StoredTemplate, draft: Partial<TemplateDraft>, now: number, reviewAt: number | null) => {
  const { definition } = before
  const { rejected_reason: _, ...rest } = definition
  const { category = definition.category, components, definition: parts, more = {} } = draft
  return {
    ...before,
    definition: { ...rest, status: "PENDING", category, components: parts ?? definition.components },
    components: components ?? before.components,
    more: { ...before.more, ...more },
    reviewAt,
    edits:
      definition.status === "APPROVED"
        ? [...before.edits.filter((at) => now - at < editsRemembered), now]
        : before.edits
  }
}

/** Replaces the fields of the draft; the template is pending again. */
export const withEdit = (
  state: TemplatesState,
  id: string,
  draft: Partial<TemplateDraft>,
  now: number,
  reviewAt: number | null
): Result.Result<TemplatesState, GraphError> => {
  const index = state.templates.findIndex(({ definition }) => definition.id === id)
  const before = state.templates[index]
  if (before === undefined) return Result.succeed(state)
  const refused = refuseEdit(before, draft, now)
  if (refused !== null) return Result.fail(refused)
  return Result.succeed({
    ...state,
    templates: state.templates.with(index, edited(before, draft, now, reviewAt))
  })
}

/** Removes these templates; the names of approved ones stay reserved. */
export const without = (state: TemplatesState, ids: ReadonlySet<string>, now: number): TemplatesState => {
  const removed = state.templates.filter(({ definition }) => ids.has(definition.id))
  const reserved = removed
    .filter(({ definition }) => definition.status === "APPROVED")
    .map(({ definition: { language, name }, wabaId }) => ({ wabaId, name, language, at: now }))
  return {
    ...state,
    templates: state.templates.filter(({ definition }) => !ids.has(definition.id)),
    deleted: [...state.deleted.filter(({ at }) => now - at < nameHeldFor), ...reserved].slice(-maxDeleted)
  }
}

/** Finds the template of a business account with this name and language. */
export const isNamed =
  (wabaId: string, { language, name }: TemplateKey) =>
  ({ definition, wabaId: business }: StoredTemplate): boolean =>
    business === wabaId && definition.name === name && definition.language === language

/** The rating of a template; UNKNOWN before the first one. */
export const qualityOf = ({ quality_score: quality }: TemplateDefinition): string =>
  String(typeof quality === "object" && quality !== null && "score" in quality ? quality.score : "UNKNOWN")

/** The templates with the rating of one. */
export const withRating = (state: TemplatesState, wabaId: string, key: TemplateKey, score: string): TemplatesState => ({
  ...state,
  templates: state.templates.map((one) =>
    isNamed(wabaId, key)(one) ? { ...one, definition: { ...one.definition, quality_score: { score } } } : one
  )
})

/** The template after the decision, if it exists. It is no longer reviewed automatically. */
export const withDecision = (
  state: TemplatesState,
  wabaId: string,
  { language, name }: TemplateKey,
  { event, reason = "NONE" }: Decision
): readonly [Option.Option<TemplateDefinition>, TemplatesState] => {
  const index = state.templates.findIndex(isNamed(wabaId, { language, name }))
  const before = state.templates[index]
  if (before === undefined) return [Option.none(), state]
  const { rejected_reason: _, ...rest } = before.definition
  const definition: TemplateDefinition = {
    ...rest,
    status: (event in statuses ? statuses[event] : event) ?? rest.status,
    ...(event === "REJECTED" ? { rejected_reason: reason } : {})
  }
  const templates = state.templates.with(index, { ...before, definition, reviewAt: null })
  return [Option.some(definition), { ...state, templates }]
}
