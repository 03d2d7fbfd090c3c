import { DateTime } from "effect"
import type { Json } from "../../client/promise/Endpoint.ts"
import type { Campaign, CreateCampaignRequest } from "../../client/promise/SessionMethods.ts"
import { maxCampaignPace, minCampaignPace } from "../../src/domain/campaigns/Campaign.ts"
import { sendAtRefusal } from "../../src/domain/sends/ScheduledSend.ts"
import type { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import { instantIn, localIn, ownZone } from "../inbox/schedule/zones.ts"
import {
  componentsOf,
  inputsOf,
  isFileInput,
  previewOf,
  problemOf,
  type TemplateInput,
  type TemplatePreview,
  type TemplateValue
} from "../inbox/template/templateForm.ts"

/** Sources of the value of a placeholder: a text for all, or a field of the recipient. */
export const sourceKinds = ["name", "text", "phone", "email", "attribute", "column"] as const
export type SourceKind = (typeof sourceKinds)[number]

/** The value of a placeholder. */
export interface ValueSource {
  readonly kind: SourceKind
  /** The text, or the name of the attribute or column. */
  readonly text: string
  /** The text of recipients without the field; empty: they get no message. */
  readonly fallback: string
}

const noSource: ValueSource = { kind: "text", text: "", fallback: "" }

export const audienceKinds = ["everyone", "filter", "label", "chosen", "file"] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Recipients of a campaign as the form has them. */
export interface AudienceDraft {
  readonly kind: AudienceKind
  readonly tags: ReadonlyArray<string>
  readonly attributes: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly search: string
  /** Its contacts become chosen ones when the step is saved: the service has no labels in audiences. */
  readonly label: string
  readonly contactIds: ReadonlyArray<string>
  /** Rows of the uploaded file. */
  readonly rows: number
}

export type CampaignStop = Campaign["stopOn"][number]

/** A campaign as the form has it. */
export interface CampaignDraft {
  readonly name: string
  /** The sending number; empty: chosen by the service. */
  readonly from: string
  readonly template: string
  readonly language: string
  /** By the names of the placeholders. */
  readonly values: Readonly<Record<string, ValueSource>>
  /** Files by the ids of their inputs. */
  readonly files: Readonly<Record<string, TemplateValue>>
  readonly audience: AudienceDraft
  /** Local time of the start; empty: at once. */
  readonly local: string
  readonly zone: string
  /** Messages per second; empty: the default. */
  readonly pace: string
  readonly stopOn: ReadonlyArray<CampaignStop>
}

export const emptyDraft = (contactIds: ReadonlyArray<string>): CampaignDraft => ({
  name: "",
  from: "",
  template: "",
  language: "",
  values: {},
  files: {},
  audience: {
    kind: contactIds.length > 0 ? "chosen" : "filter",
    tags: [],
    attributes: [],
    search: "",
    label: "",
    contactIds,
    rows: 0
  },
  local: "",
  zone: ownZone(),
  pace: "",
  stopOn: ["reply", "opt_out"]
})

/** Name of the placeholder of an input. Placeholders of campaigns have letters, digits and underscores only. */
export const placeholderOf = (inputId: string): string => inputId.replaceAll(/\W/g, "_").slice(0, 64)

export const sourceOf = ({ values }: Pick<CampaignDraft, "values">, input: TemplateInput): ValueSource =>
  values[placeholderOf(input.id)] ?? noSource

const fieldOf = ({ kind, text }: ValueSource): string => {
  if (kind === "attribute") return `attributes.${text.trim()}`
  return kind === "column" ? `columns.${text.trim()}` : kind
}

const plainKind = (field: string): SourceKind =>
  field === "phone" || field === "email" || field === "name" ? field : "text"

const sourceFrom = (value: Campaign["values"][string]): ValueSource => {
  if (typeof value === "string") return { ...noSource, text: value }
  const fallback = value.fallback ?? ""
  const [, group, name = ""] = /^(attributes|columns)\.(.+)$/s.exec(value.field) ?? []
  if (group === undefined) return { kind: plainKind(value.field), text: "", fallback }
  return { kind: group === "attributes" ? "attribute" : "column", text: name, fallback }
}

type Fields = Readonly<Record<string, Json>>

const fieldsIn = (json: Json | undefined): Fields =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? Object.fromEntries(Object.entries(json)) : {}

const listIn = (json: Json | undefined): ReadonlyArray<Fields> => (Array.isArray(json) ? json.map(fieldsIn) : [])

/** Files of headers in components, by the ids of their inputs. */
const filesIn = (components: ReadonlyArray<Fields>, prefix = ""): Readonly<Record<string, TemplateValue>> =>
  Object.fromEntries(
    components.flatMap((component): ReadonlyArray<readonly [string, TemplateValue]> => {
      const cards = listIn(component["cards"]).flatMap((card, index) =>
        Object.entries(filesIn(listIn(card["components"]), `card.${index}.`))
      )
      if (component["type"] !== "header") return cards
      const [parameter = {}] = listIn(component["parameters"])
      const file = fieldsIn(parameter[String(parameter["type"])])
      const { link, mediaId } = file
      if (typeof link === "string") return [[`${prefix}header`, link]]
      return typeof mediaId === "string" ? [[`${prefix}header`, { mediaId, name: mediaId }]] : []
    })
  )

const attributeText = (value: Json): string =>
  typeof value === "string" && attributeJson(value) === value ? value : JSON.stringify(value)

/** An attribute as it is compared: numbers, true and false are no texts unless they are in quotes. */
export const attributeJson = (text: string): Json => {
  const trimmed = text.trim()
  if (/^(?:-?\d{1,15}(?:\.\d{1,6})?|true|false|"(?:[^"\\]|\\["\\])*")$/.test(trimmed)) return JSON.parse(trimmed)
  return trimmed
}

const audienceFrom = ({ audience, counts }: Campaign): AudienceDraft => {
  const { audience: empty } = emptyDraft([])
  if (audience === null) return { ...empty, kind: "file", rows: counts.recipients }
  const { all, attributes, contactIds, search, tags } = audience
  return {
    ...empty,
    kind: all ? "everyone" : contactIds === null ? "filter" : "chosen",
    tags,
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value: attributeText(value) })),
    search: search ?? "",
    contactIds: contactIds ?? []
  }
}

/** The form of a stored campaign. */
export const draftOf = (campaign: Campaign): CampaignDraft => {
  const { template } = campaign
  const zone = ownZone()
  // Without components the values are the parameters of the body.
  const prefix = template.components === null ? "body_" : ""
  return {
    name: campaign.name,
    from: campaign.from ?? "",
    template: template.name,
    language: template.language.code,
    values: Object.fromEntries(
      Object.entries(campaign.values).map(([name, value]) => [`${prefix}${name}`, sourceFrom(value)])
    ),
    files: filesIn(template.components ?? []),
    audience: audienceFrom(campaign),
    local: campaign.sendAt === null ? "" : localIn(Date.parse(campaign.sendAt), zone),
    zone,
    pace: campaign.pace === null ? "" : String(campaign.pace),
    stopOn: campaign.stopOn
  }
}

/** Values of all inputs, each text as `textFor` has it. */
const filledBy = (
  draft: CampaignDraft,
  definition: TemplateDefinition,
  textFor: (source: ValueSource, input: TemplateInput) => string
): Readonly<Record<string, TemplateValue>> =>
  Object.fromEntries(
    inputsOf(definition).map((input) => [
      input.id,
      isFileInput(input) ? (draft.files[input.id] ?? "") : textFor(sourceOf(draft, input), input)
    ])
  )

/** The message as a recipient reads it: with fallbacks, or with the names of fields in brackets. */
export const draftPreview = (
  draft: CampaignDraft,
  definition: TemplateDefinition,
  nameOf: (source: ValueSource) => string
): TemplatePreview =>
  previewOf(
    definition,
    filledBy(draft, definition, (source) =>
      source.kind === "text" ? source.text : source.fallback || `[${nameOf(source)}]`
    )
  )

const audienceOf = ({ audience }: CampaignDraft): NonNullable<CreateCampaignRequest["audience"]> | null => {
  const { attributes, contactIds, kind, search, tags } = audience
  switch (kind) {
    case "everyone":
      return { all: true }
    case "file":
      return null
    case "chosen":
    case "label":
      return { contactIds }
    case "filter":
      return {
        ...(tags.length === 0 ? {} : { tags }),
        ...(search.trim() === "" ? {} : { search: search.trim() }),
        ...(attributes.length === 0
          ? {}
          : { attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, attributeJson(value)])) })
      }
  }
}

/** Whether the recipients are known. A draft without them is stored as one with a file. */
export const hasAudience = ({ audience }: CampaignDraft): boolean => {
  const { attributes, contactIds, kind, rows, search, tags } = audience
  if (kind === "filter") return tags.length > 0 || attributes.length > 0 || search.trim() !== ""
  if (kind === "file") return rows > 0
  return kind === "everyone" || contactIds.length > 0
}

/** The campaign in the form of the API. */
export const requestOf = (draft: CampaignDraft, definition: TemplateDefinition): CreateCampaignRequest => {
  const texts = inputsOf(definition).filter((input) => !isFileInput(input))
  const at = draft.local === "" ? null : instantIn(draft.local, draft.zone)
  return {
    name: draft.name.trim(),
    from: draft.from === "" ? null : draft.from,
    template: {
      name: definition.name,
      language: { code: definition.language },
      components: componentsOf(
        definition,
        filledBy(draft, definition, (_, { id }) => `{{${placeholderOf(id)}}}`)
      )
    },
    values: Object.fromEntries(
      texts.map((input) => {
        const source = sourceOf(draft, input)
        const fallback = source.fallback.trim()
        return [
          placeholderOf(input.id),
          source.kind === "text"
            ? source.text.trim()
            : { field: fieldOf(source), ...(fallback === "" ? {} : { fallback }) }
        ]
      })
    ),
    audience: hasAudience(draft) ? audienceOf(draft) : null,
    sendAt: at === null ? null : new Date(at).toISOString(),
    pace: draft.pace.trim() === "" ? null : Number(draft.pace),
    stopOn: draft.stopOn
  }
}

/** A problem that keeps a step from being complete. `input`: that of the template, or the name of a field. */
export interface DraftProblem {
  readonly input: string
  readonly kind: "missing" | "address" | "template" | "past" | "far" | "pace" | "empty"
}

/** The first problem of the message. */
export const messageProblem = (
  draft: CampaignDraft,
  definition: TemplateDefinition | undefined
): DraftProblem | null => {
  if (draft.name.trim() === "") return { input: "name", kind: "missing" }
  if (definition === undefined) return { input: "template", kind: "missing" }
  const incomplete = inputsOf(definition).find((input) => {
    const { kind, text } = sourceOf(draft, input)
    return !isFileInput(input) && (kind === "text" || kind === "attribute" || kind === "column") && text.trim() === ""
  })
  if (incomplete !== undefined) return { input: incomplete.id, kind: "missing" }
  const texts = filledBy(draft, definition, ({ kind, text }, { id }) =>
    kind === "text" ? text : `{{${placeholderOf(id)}}}`
  )
  const problem = problemOf(definition, texts)
  if (problem === null) return null
  return "input" in problem ? { input: problem.input, kind: problem.reason } : { input: "template", kind: "template" }
}

export const audienceProblem = (draft: CampaignDraft): DraftProblem | null =>
  hasAudience(draft) ? null : { input: "audience", kind: "empty" }

export const deliveryProblem = ({ local, pace, zone }: CampaignDraft, now: number): DraftProblem | null => {
  if (local !== "") {
    const at = instantIn(local, zone)
    if (at === null) return { input: "time", kind: "missing" }
    const refusal = sendAtRefusal(DateTime.toUtc(DateTime.makeUnsafe(at)), DateTime.toUtc(DateTime.makeUnsafe(now)))
    if (refusal !== null) return { input: "time", kind: refusal.reason === "too far ahead" ? "far" : "past" }
  }
  const number = Number(pace)
  const isPace = Number.isInteger(number) && number >= minCampaignPace && number <= maxCampaignPace
  return pace.trim() === "" || isPace ? null : { input: "pace", kind: "pace" }
}
