import { Effect } from "effect"
import { tokenOf } from "../graph/authenticate.ts"
import { only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { page } from "../graph/page.ts"
import { Accounts } from "../tokens/Accounts.ts"
import { withRegistration } from "../numbers/NumberRecords.ts"
import { describeNumber, numberType } from "./numberNodes.ts"

const list = Effect.fnUntraced(function* (call: GraphCall) {
  const owned = (yield* Accounts).ofToken(yield* tokenOf(call))
  const numbers = owned.numbers.filter(({ wabaId }) => wabaId === call.id)
  if (numbers.length === 0) return yield* unknownObject(call.method, call.id)
  const fields = yield* Effect.fromResult(readFields(call.params["fields"], numberType))
  const described = yield* Effect.forEach(numbers, (number) => withRegistration(describeNumber(number)))
  const body = yield* Effect.fromResult(
    page(
      call,
      described.map((number) => only(number, fields))
    )
  )
  return { status: 200, body }
})

/** `GET /{waba-id}/phone_numbers?fields&limit&after&before`. */
export const layer = graphEdge("GET", "/phone_numbers", "whatsapp", list)
