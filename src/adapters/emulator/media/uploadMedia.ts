import { Effect, Option, Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "../graph/authenticate.ts"
import { decoder } from "../graph/decoder.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { refusal, unknownObject } from "../graph/GraphError.ts"
import { oneOf } from "../graph/parameters.ts"
import { MediaVault } from "./MediaVault.ts"
import { uploadRefusal } from "./uploadRefusal.ts"

/** What stands in the form or the query beside the file. */
const readForm = decoder(
  Schema.Struct({ messaging_product: oneOf(["whatsapp"]), type: Schema.optionalKey(Schema.String) })
)

const required = (name: string) => refusal(100, { message: `(#100) The parameter ${name} is required.` })

const upload = Effect.fnUntraced(function* (call: GraphCall) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  const number = state.phoneNumber(call.id, token)
  if (Option.isNone(number)) return yield* unknownObject(call.method, call.id)
  if (call.params["messaging_product"] === undefined) return yield* required("messaging_product")
  yield* Effect.fromResult(readForm(call.params))
  const file = call.files.find(({ field }) => field === "file")
  if (file === undefined) return yield* required("file")
  const refused = uploadRefusal(file)
  if (Option.isSome(refused)) return yield* refused.value
  const { bytes, filename, mimeType } = file
  const { id } = yield* (yield* MediaVault).keep({ mimeType, bytes, filename, owner: number.value.id, uploaded: true })
  return { status: 200, body: { id } }
})

/** `POST /{phone-number-id}/media`, a form with `messaging_product`, `type` and `file` (platforms P4). */
export const layer = graphEdge("POST", "/media", "whatsapp", upload)
