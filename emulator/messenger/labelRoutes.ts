import { Effect, HashSet, Layer, Option, Schema } from "effect"
import { EmulatorState, me } from "../EmulatorState.ts"
import { ofNobody, tokenOf } from "../graph/authenticate.ts"
import { decoder, type NodeType, only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { refusal } from "../graph/GraphError.ts"
import { page } from "../graph/page.ts"
import { CustomLabels } from "./CustomLabels.ts"
import { filledText, PersonId } from "./parameters.ts"
import { isInstagramLogin } from "./Sender.ts"
import { sendWording } from "./wording.ts"

const maxLabelName = 200

const labelType: NodeType = {
  name: "PageLabel",
  defaultFields: ["id"],
  // `name` is what `page_label_name` was called before Graph API v12.
  knownFields: new Set(["id", "name", "page_label_name"])
}

const readName = decoder(Schema.Struct({ page_label_name: filledText(maxLabelName) }), "ignored", sendWording)
const readUser = decoder(Schema.Struct({ user: PersonId }), "ignored", sendWording)

const invalid = (text: string) => refusal(100, { message: `(#100) ${text}` })
const success = { status: 200, body: { success: true } }

/** The Page of an id, when the token may act for it. */
const pageAt = Effect.fnUntraced(function* (call: GraphCall, id: string) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  return Option.filter(
    state.sender(id, Option.some(token)),
    (sender) => !isInstagramLogin(sender) && sender.tokens.includes(token)
  )
})

const create = Effect.fnUntraced(function* (call: GraphCall) {
  const labels = yield* CustomLabels
  const found = yield* pageAt(call, call.id)
  if (Option.isNone(found)) return yield* ofNobody(call)
  const { name, page_label_name = name } = call.params
  const read = yield* Effect.fromResult(readName(page_label_name === undefined ? {} : { page_label_name }))
  const id = yield* labels.create(found.value.id, read.page_label_name).pipe(
    Effect.catchTags({
      LabelNameTaken: () => invalid("Param page_label_name must be unique: the Page has a label of this name already."),
      LabelsFull: ({ limit }) => invalid(`The Page has ${limit} labels and can have no more.`)
    })
  )
  return { status: 200, body: { id } }
})

/** All labels of a Page, or those of one of the people of the token's Page: people need not be known to have none. */
const list = Effect.fnUntraced(function* (call: GraphCall) {
  const labels = yield* CustomLabels
  const state = yield* EmulatorState
  const isPerson = /^\d+$/.test(call.id) && !state.isAccount(call.id) && Option.isNone(yield* labels.find(call.id))
  const found = yield* pageAt(call, isPerson ? me : call.id)
  if (Option.isNone(found)) return yield* ofNobody(call)
  const fields = yield* Effect.fromResult(readFields(call.params["fields"], labelType))
  const all = yield* labels.ofPage(found.value.id)
  const body = yield* Effect.fromResult(
    page(
      call,
      all
        .filter(({ people }) => !isPerson || HashSet.has(people, call.id))
        .map(({ id, name }) => only({ id, name, page_label_name: name }, fields))
    )
  )
  return { status: 200, body }
})

/** The label of a call and the person that it names. Not found when the token cannot act for the label's Page. */
const labelling = Effect.fnUntraced(function* (call: GraphCall) {
  const labels = yield* CustomLabels
  const label = yield* labels.find(call.id)
  const found = Option.isSome(label) ? yield* pageAt(call, label.value.pageId) : Option.none()
  if (Option.isNone(found)) return yield* ofNobody(call)
  const { user } = yield* Effect.fromResult(readUser(call.params))
  return String(user)
})

const put = Effect.fnUntraced(function* (call: GraphCall) {
  const person = yield* labelling(call)
  yield* Effect.catch((yield* CustomLabels).put(call.id, person), ({ limit }) =>
    invalid(`The label has ${limit} people and can have no more.`)
  )
  return success
})

const remove = Effect.fnUntraced(function* (call: GraphCall) {
  const person = yield* labelling(call)
  yield* (yield* CustomLabels).remove(call.id, person)
  return success
})

/**
 * The labels that a Page puts on its people: `POST` and `GET /{page-id}/custom_labels`, `GET /{psid}/custom_labels`,
 * `POST` and `DELETE /{label-id}/label`.
 */
export const layer = Layer.mergeAll(
  graphEdge("POST", "/custom_labels", "messenger", create),
  graphEdge("GET", "/custom_labels", "messenger", list),
  graphEdge("POST", "/label", "messenger", put),
  graphEdge("DELETE", "/label", "messenger", remove)
)
