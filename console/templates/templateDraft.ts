import { Result } from "effect"
import { checkTemplateDraft } from "../../src/domain/templates/checkTemplateDraft.ts"
import type { DraftProblem as Refusal } from "../../src/domain/templates/TemplateDraft.ts"
import { placeholdersOf } from "../../src/domain/templates/checkParts.ts"
import type { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import type { CreateTemplateRequest } from "../../client/promise/SessionMethods.ts"

/** Kinds of buttons that the form has. */
export const buttonKinds = ["QUICK_REPLY", "URL", "PHONE_NUMBER"] as const
export type ButtonKind = (typeof buttonKinds)[number]

/** A button of the form. `value`: the address or the number. */
export interface DraftButton {
  readonly kind: ButtonKind
  readonly text: string
  readonly value: string
}

/** Categories that the form has: authentication templates have fixed texts of the platform. */
export const draftCategories = ["UTILITY", "MARKETING"] as const
export type DraftCategory = (typeof draftCategories)[number]

/** The form of a new template. */
export interface Draft {
  readonly name: string
  readonly language: string
  readonly category: DraftCategory
  readonly header: string
  readonly body: string
  readonly footer: string
  readonly buttons: ReadonlyArray<DraftButton>
  /** Examples by part and placeholder: `header.1`, `body.first_name`. */
  readonly examples: Readonly<Record<string, string>>
}

export const emptyDraft: Draft = {
  name: "",
  language: "en_US",
  category: "UTILITY",
  header: "",
  body: "",
  footer: "",
  buttons: [],
  examples: {}
}

/** Maximum buttons of the form. */
export const maxButtons = 10

/** A placeholder that needs an example. */
export interface ExampleInput {
  readonly id: string
  readonly part: "header" | "body"
  readonly name: string
}

/** Placeholders of the texts, in reading order. */
export const exampleInputs = ({ body, header }: Pick<Draft, "body" | "header">): ReadonlyArray<ExampleInput> =>
  (["header", "body"] as const).flatMap((part) =>
    placeholdersOf(part === "header" ? header : body).map((name) => ({ id: `${part}.${name}`, part, name }))
  )

/** Whether the placeholders have names, such as `{{first_name}}`. */
const hasNames = (draft: Draft): boolean => exampleInputs(draft).some(({ name }) => !/^\d+$/.test(name))

const examplesOf = (draft: Draft, part: "header" | "body") => {
  const inputs = exampleInputs(draft).filter((input) => input.part === part)
  if (inputs.length === 0) return {}
  const value = (id: string) => (draft.examples[id] ?? "").trim()
  const key = `${part}_text`
  if (hasNames(draft)) {
    const parameters = inputs.map(({ id, name }) => ({ param_name: name, example: value(id) }))
    return { example: { [`${key}_named_params`]: parameters } }
  }
  const values = inputs.toSorted((one, other) => Number(one.name) - Number(other.name)).map(({ id }) => value(id))
  return { example: { [key]: part === "header" ? values : [values] } }
}

const buttonOf = ({ kind, text, value }: DraftButton) => ({
  type: kind,
  text: text.trim(),
  ...(kind === "URL" ? { url: value.trim() } : kind === "PHONE_NUMBER" ? { phone_number: value.trim() } : {})
})

/** Buttons with quick replies first, because the platform refuses other orders. */
export const inOrder = (buttons: ReadonlyArray<DraftButton>): ReadonlyArray<DraftButton> =>
  buttons.toSorted((one, other) => Number(one.kind !== "QUICK_REPLY") - Number(other.kind !== "QUICK_REPLY"))

/** Parts in the form of the platform. */
const componentsOf = (draft: Draft) => {
  const { buttons } = draft
  return [
    ...(draft.header.trim() === ""
      ? []
      : [{ type: "HEADER", format: "TEXT", text: draft.header.trim(), ...examplesOf(draft, "header") }]),
    { type: "BODY", text: draft.body.trim(), ...examplesOf(draft, "body") },
    ...(draft.footer.trim() === "" ? [] : [{ type: "FOOTER", text: draft.footer.trim() }]),
    ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons: buttons.map(buttonOf) }])
  ]
}

const formatOf = (draft: Draft) => (hasNames(draft) ? ("NAMED" as const) : ("POSITIONAL" as const))

/** The request that submits the template. */
export const requestOf = (draft: Draft) => {
  const { category, language, name } = draft
  return {
    name: name.trim(),
    language: language.trim(),
    category,
    parameter_format: formatOf(draft),
    components: componentsOf(draft)
  } satisfies CreateTemplateRequest
}

/** The template as a definition, for its preview. */
export const definitionOf = (draft: Draft): TemplateDefinition => ({ id: "", status: "", ...requestOf(draft) })

/** Inputs of the form that a problem may concern, beside `example.body.1` and `button.0.text`. */
const inputOfPart: Readonly<Record<string, string>> = { HEADER: "header", BODY: "body", FOOTER: "footer" }

/** The first part that the platform would refuse. */
export interface DraftProblem {
  /** Id of the input: `name`, `body`, `example.body.1`, `button.0.text`, `button.0.value`; `form` for no single input. */
  readonly input: string
  readonly kind: Refusal["_tag"]
  /** Maximum characters or number; null without one. */
  readonly limit: number | null
}

const buttonInput = (field: string): string | null => {
  const [, index, name] = /\.buttons\[(\d+)\](?:\.(\w+))?/.exec(field) ?? []
  return index === undefined ? null : `button.${index}.${name === "url" || name === "phone_number" ? "value" : "text"}`
}

/** The first problem by the rules of the service; null if the template can be submitted. */
export const draftProblem = (draft: Draft): DraftProblem | null => {
  const checked = checkTemplateDraft(requestOf(draft))
  const example = exampleInputs(draft).find(({ id }) => (draft.examples[id] ?? "").trim() === "")
  if (Result.isSuccess(checked)) {
    return example === undefined ? null : { input: `example.${example.id}`, kind: "ExampleMissing", limit: null }
  }
  const { field, part, problem } = checked.failure
  const limit = "limit" in problem ? problem.limit : null
  if (problem._tag === "ExampleMissing" && example !== undefined) {
    return { input: `example.${example.id}`, kind: problem._tag, limit }
  }
  const own = field === "name" || field === "language" ? field : buttonInput(field)
  return { input: own ?? inputOfPart[part ?? ""] ?? "form", kind: problem._tag, limit }
}
