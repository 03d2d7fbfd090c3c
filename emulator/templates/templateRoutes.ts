import { Effect, Layer, Result, Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import { decoder } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { type GraphError, refusal, unknownObject } from "../graph/GraphError.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { managementWording } from "../graph/issueRefusal.ts"
import { listTemplates } from "./listTemplates.ts"
import { readTemplate, readTemplateEdit } from "./readTemplate.ts"
import { Templates } from "./Templates.ts"
import { invalidTemplate, type StoredTemplate } from "./TemplatesState.ts"

/** How many templates one call may delete. */
const maxDeletions = 100

const success = { status: 200, body: { success: true } }

const create = Effect.fnUntraced(function* (call: GraphCall) {
  const token = yield* tokenOf(call)
  if (!(yield* EmulatorState).manages(token, call.id)) return yield* unknownObject(call.method, call.id)
  const draft = yield* Effect.fromResult(readTemplate(call.params))
  const { category, id, status } = yield* (yield* Templates).create(call.id, draft)
  return { status: 200, body: { id, status, category } }
})

/** `POST /{template-id}`: the category, the components or the time to live. */
export const editTemplate = ({ definition, wabaId }: StoredTemplate) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    const token = yield* tokenOf(call)
    if (!(yield* EmulatorState).manages(token, wabaId)) return yield* unknownObject(call.method, call.id)
    const draft = yield* Effect.fromResult(readTemplateEdit(call.params, definition))
    yield* (yield* Templates).edit(definition.id, draft)
    return success
  })

const Id = Schema.Union([Schema.String, Schema.Int])
const Deletion = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  hsm_id: Schema.optionalKey(Id),
  hsm_ids: Schema.optionalKey(Schema.Array(Id))
})
const readDeletion = decoder(Deletion, "ignored", managementWording)

const notFound = invalidTemplate(2593002, "Message Template Not Found", "The message template was not found.")
const disabled = invalidTemplate(
  undefined,
  "Message Template Can't Be Deleted",
  "A disabled template can't be deleted."
)

/** The templates that a call names: all languages of a name, one of them by its id too, or several ids. */
const namedBy = (
  { hsm_id, hsm_ids, name }: typeof Deletion.Type,
  templates: ReadonlyArray<StoredTemplate>
): Result.Result<ReadonlyArray<StoredTemplate>, GraphError> => {
  if (hsm_ids !== undefined) {
    if (name !== undefined || hsm_id !== undefined) {
      return Result.fail(refusal(100, { message: "(#100) Param hsm_ids cannot be combined with name or hsm_id." }))
    }
    if (hsm_ids.length < 1 || hsm_ids.length > maxDeletions) {
      return Result.fail(refusal(100, { message: `(#100) Param hsm_ids must have 1 to ${maxDeletions} ids.` }))
    }
    const found = hsm_ids.flatMap((id) => templates.find(({ definition }) => definition.id === String(id)) ?? [])
    return found.length === hsm_ids.length ? Result.succeed(found) : Result.fail(notFound)
  }
  if (name === undefined) return Result.fail(refusal(100, { message: "(#100) The parameter name is required." }))
  const found = templates.filter(
    ({ definition }) => definition.name === name && (hsm_id === undefined || definition.id === String(hsm_id))
  )
  return found.length > 0 ? Result.succeed(found) : Result.fail(notFound)
}

const remove = Effect.fnUntraced(function* (call: GraphCall) {
  const token = yield* tokenOf(call)
  if (!(yield* EmulatorState).manages(token, call.id)) return yield* unknownObject(call.method, call.id)
  const templates = yield* Templates
  const asked = yield* Effect.fromResult(readDeletion(call.params))
  const found = yield* Effect.fromResult(namedBy(asked, yield* templates.ofBusiness(call.id)))
  if (found.some(({ definition }) => definition.status === "DISABLED")) return yield* disabled
  yield* templates.remove(new Set(found.map(({ definition }) => definition.id)))
  return success
})

/** `GET`, `POST` and `DELETE /{waba-id}/message_templates` (platforms P3). */
export const layer = Layer.mergeAll(
  graphEdge("GET", "/message_templates", "whatsapp", listTemplates),
  graphEdge("POST", "/message_templates", "whatsapp", create),
  graphEdge("DELETE", "/message_templates", "whatsapp", remove)
)
