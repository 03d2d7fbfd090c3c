import { Effect, type Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import { type NodeType, only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { page } from "../graph/page.ts"
import { Templates } from "./Templates.ts"
import { qualityOf, type StoredTemplate } from "./TemplatesState.ts"

const defaultFields = [
  "name",
  "parameter_format",
  "components",
  "language",
  "status",
  "category",
  "sub_category",
  "previous_category",
  "id"
]

const templateType: NodeType = {
  name: "WhatsAppMessageTemplate",
  defaultFields,
  knownFields: new Set([
    ...defaultFields,
    "quality_score",
    "rejected_reason",
    "correct_category",
    "cta_url_link_tracking_opted_out",
    "last_updated_time",
    "library_template_name",
    "message_send_ttl_seconds"
  ])
}

/** The object of a template, in lists and on its own. */
const describe = ({ components, definition, more }: StoredTemplate): Schema.JsonObject => ({
  ...definition,
  components,
  ...more
})

/** The words of a filter: a single word, comma-separated words, or a JSON list; case does not matter. */
const words = (filter: Schema.Json): ReadonlyArray<string> =>
  (Array.isArray(filter) ? filter.map(String) : String(filter).split(",")).map((word) => word.trim().toLowerCase())

/** The searchable content of a template. */
const contentOf = ({ definition }: StoredTemplate): string =>
  definition.components
    .flatMap(({ buttons = [], text = "" }) => [text, ...buttons.map((button) => button.text ?? "")])
    .join("\n")

/**
 * Filters templates. Statuses, categories, languages and quality are compared; names and contents are searched, in any
 * case.
 */
const matches = (stored: StoredTemplate, params: Schema.JsonObject): boolean => {
  const { definition } = stored
  const compared = {
    status: definition.status,
    category: definition.category,
    language: definition.language,
    quality_score: qualityOf(definition)
  }
  const searched = {
    name: definition.name,
    content: contentOf(stored),
    name_or_content: `${definition.name}\n${contentOf(stored)}`
  }
  return (
    Object.entries(compared).every(
      ([field, value]) => params[field] === undefined || words(params[field]).includes(value.toLowerCase())
    ) &&
    Object.entries(searched).every(
      ([field, value]) =>
        params[field] === undefined || value.toLowerCase().includes(String(params[field]).toLowerCase())
    )
  )
}

/** `GET /{waba-id}/message_templates` with `fields`, a page, and filters (platforms P3). */
export const listTemplates = Effect.fnUntraced(function* (call: GraphCall) {
  const token = yield* tokenOf(call)
  if (!(yield* EmulatorState).manages(token, call.id)) return yield* unknownObject(call.method, call.id)
  const fields = yield* Effect.fromResult(readFields(call.params["fields"], templateType))
  const templates = yield* (yield* Templates).ofBusiness(call.id)
  const found = templates.filter((stored) => matches(stored, call.params))
  const body = yield* Effect.fromResult(
    page(
      call,
      found.map((stored) => only(describe(stored), fields))
    )
  )
  return { status: 200, body }
})

/** `GET /{template-id}?fields`. */
export const readTemplateNode = (stored: StoredTemplate) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    const token = yield* tokenOf(call)
    if (!(yield* EmulatorState).manages(token, stored.wabaId)) return yield* unknownObject(call.method, call.id)
    const fields = yield* Effect.fromResult(readFields(call.params["fields"], templateType))
    return { status: 200, body: only(describe(stored), fields) }
  })
