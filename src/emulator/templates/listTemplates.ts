import { Effect, Option, type Schema } from "effect"
import type { TemplateDefinition } from "../../domain/template/Template.ts"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import { type NodeType, only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { page } from "../graph/page.ts"

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

const template: NodeType = {
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

/** A filter is one word, several with commas, or a JSON list of them; case does not matter. */
const words = (filter: Schema.Json): ReadonlyArray<string> =>
  (Array.isArray(filter) ? filter.map(String) : String(filter).split(",")).map((word) => word.trim().toLowerCase())

/** Names are searched, the other filters compared. */
const matches = (definition: TemplateDefinition, params: Schema.JsonObject): boolean => {
  const { name } = params
  const exactly = (["status", "category", "language"] as const).every((field) => {
    const filter = params[field]
    return filter === undefined || words(filter).includes(definition[field].toLowerCase())
  })
  return exactly && (name === undefined || definition.name.includes(String(name)))
}

const list = Effect.fnUntraced(function* (call: GraphCall) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  const templates = state.templates(call.id, token)
  if (Option.isNone(templates)) return yield* unknownObject(call.method, call.id)
  const fields = yield* Effect.fromResult(readFields(call.params["fields"], template))
  const found = templates.value.filter((definition) => matches(definition, call.params))
  const body = yield* Effect.fromResult(
    page(
      call,
      found.map((definition) => only({ ...definition }, fields))
    )
  )
  return { status: 200, body }
})

/** `GET /{waba-id}/message_templates?fields&limit&after&before&status&name&category&language` (platforms P3). */
export const layer = graphEdge("GET", "/message_templates", "whatsapp", list)
