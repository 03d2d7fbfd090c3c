import { Effect, Option, Result, type Schema } from "effect"
import type { TemplateDefinition } from "../../../domain/Template.ts"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { type GraphError, refusal, unknownObject } from "../graph/GraphError.ts"
import { page } from "../graph/page.ts"

/** The fields that come without being asked for; the others have to be named. */
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

const knownFields: ReadonlySet<string> = new Set([
  ...defaultFields,
  "quality_score",
  "rejected_reason",
  "correct_category",
  "cta_url_link_tracking_opted_out",
  "last_updated_time",
  "library_template_name",
  "message_send_ttl_seconds"
])

/** `fields=name,quality_score{score}` names two fields; of nested ones everything comes. */
const readFields = (fields: Schema.Json | undefined): Result.Result<ReadonlyArray<string>, GraphError> => {
  if (fields === undefined || fields === "") return Result.succeed(defaultFields)
  const names = String(fields)
    .replaceAll(/\{[^}]*\}/g, "")
    .split(",")
    .map((name) => name.trim())
  const unknown = names.find((name) => !knownFields.has(name))
  return unknown === undefined
    ? Result.succeed([...names, "id"])
    : Result.fail(
        refusal(100, {
          message: `(#100) Tried accessing nonexisting field (${unknown}) on node type (WhatsAppMessageTemplate)`
        })
      )
}

const only = (template: Schema.JsonObject, fields: ReadonlyArray<string>): Schema.JsonObject =>
  Object.fromEntries(Object.entries(template).filter(([name]) => fields.includes(name)))

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
  const fields = yield* Effect.fromResult(readFields(call.params["fields"]))
  const found = templates.value.filter((definition) => matches(definition, call.params))
  const body = yield* Effect.fromResult(
    page(
      call,
      found.map((definition) => only({ ...definition }, fields))
    )
  )
  return { status: 200, body }
})

/** `GET /{waba-id}/message_templates?fields&limit&after&before&status&name&category&language` (platforms page §1.3). */
export const layer = graphEdge("GET", "/message_templates", "whatsapp", list)
