import { Option, Schema } from "effect"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import { defineQuery } from "../api/query.ts"
import { previewOf, type TemplatePreview } from "../inbox/template/templateForm.ts"

/** A template of the list, with reason and quality. */
export type ListedTemplate = Awaited<ReturnType<ParleySession["templates"]["list"]>>["templates"][number]

/** Templates of a number with any status; null: the default number of the organization. */
export const allTemplatesQuery = defineQuery("allTemplates", (parley, from: string | null, signal) =>
  parley.templates.list({ status: "all", ...(from === null ? {} : { from }) }, { signal })
)

const decode = Schema.decodeUnknownOption(TemplateDefinition)

/** The template as its recipient sees it, with placeholders; null if its form is unknown. */
export const listedPreview = (template: ListedTemplate): TemplatePreview | null =>
  Option.match(decode(template), { onNone: () => null, onSome: (definition) => previewOf(definition, {}) })

/** Templates by name, then by language. */
export const inListOrder = (templates: ReadonlyArray<ListedTemplate>): ReadonlyArray<ListedTemplate> =>
  templates.toSorted((one, other) => one.name.localeCompare(other.name) || one.language.localeCompare(other.language))

/** Templates whose name contains the search. */
export const foundByName = (
  templates: ReadonlyArray<ListedTemplate>,
  search: string
): ReadonlyArray<ListedTemplate> => {
  const text = search.trim().toLowerCase().replaceAll(" ", "_")
  return templates.filter(({ name }) => name.toLowerCase().includes(text))
}

/** Look of a status. */
export const statusTone = (status: string): "success" | "info" | "danger" | "warning" => {
  switch (status) {
    case "APPROVED":
      return "success"
    case "REJECTED":
    case "DISABLED":
      return "danger"
    case "PAUSED":
    case "LIMIT_EXCEEDED":
      return "warning"
    default:
      return "info"
  }
}

/** Words of the platform for people: `LIMIT_EXCEEDED` is `Limit exceeded`. */
export const wordsOf = (name: string): string => {
  const words = name.replaceAll("_", " ").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
