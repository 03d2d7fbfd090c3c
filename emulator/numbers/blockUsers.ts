import { DateTime, Effect, Layer, Schema } from "effect"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import { decoder } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { errorBody, graphCode, refusal } from "../graph/GraphError.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { managementWording } from "../graph/issueRefusal.ts"
import { page } from "../graph/page.ts"
import { oneOf } from "../graph/parameters.ts"
import { traceId } from "../graph/randomIds.ts"
import { isUserId } from "../person/WhatsAppRequest.ts"
import { Windows } from "../person/Windows.ts"
import { type NumberRecord, NumberRecords, numberOfCall } from "./NumberRecords.ts"

/** How many people one call may name, and one number may block (platforms P21). */
const maxUsers = 1_000
const maxBlocked = 64_000

/** Some of the people could not be blocked or unblocked. */
const someFailed = 139100
const listFull = 139101
const reengagement = 131047

const readUsers = decoder(
  Schema.Struct({
    messaging_product: oneOf(["whatsapp"]),
    block_users: Schema.Array(Schema.Struct({ user: Schema.String })).check(
      Schema.makeFilter((users) => users.length >= 1 && users.length <= maxUsers, {
        message: `Param block_users must have 1 to ${maxUsers} items.`
      })
    )
  }),
  "ignored",
  managementWording
)

/** A person whom a call names. `failure` says why the call does not change her state; null when it does. */
interface Named {
  readonly input: string
  readonly personId: string
  readonly failure: { readonly code: number; readonly details: string } | null
}

const describe = ({ input, personId }: Named): Schema.JsonObject => ({
  input,
  [isUserId(personId) ? "user_id" : "wa_id"]: personId
})

const failed = (named: Named): Schema.JsonObject => ({
  ...describe(named),
  errors:
    named.failure === null
      ? []
      : [
          {
            message: graphCode(named.failure.code).title,
            code: named.failure.code,
            error_data: { details: named.failure.details }
          }
        ]
})

/** A partial failure has status 200, and an error beside its results. A call that fails for everybody has the status of the error. */
const answer = Effect.fnUntraced(function* (list: "added_users" | "removed_users", named: ReadonlyArray<Named>) {
  const done = named.filter(({ failure }) => failure === null)
  const others = named.filter(({ failure }) => failure !== null)
  const block_users = {
    [list]: done.map(describe),
    ...(others.length === 0 ? {} : { failed_users: others.map(failed) })
  }
  const body = { messaging_product: "whatsapp", block_users }
  if (others.length === 0) return { status: 200, body }
  const error = refusal(someFailed, { details: "Failed to block or unblock some users." })
  const status = done.length > 0 ? 200 : error.httpStatus
  return { status, body: { ...body, ...errorBody(error, yield* traceId, "whatsapp") } }
})

/** The people whom a call names, each once, as the platform knows them. */
const namedBy = Effect.fnUntraced(function* (call: GraphCall) {
  const { block_users: users } = yield* Effect.fromResult(readUsers(call.params))
  const state = yield* EmulatorState
  return yield* Effect.forEach(users, ({ user }) =>
    Effect.map(isUserId(user) ? Effect.succeed(user) : state.waIdOf(digitsOf(user)), (personId) => ({
      input: user,
      personId
    }))
  )
})

/** Whether a person wrote to the number in the last 24 hours. Other people cannot be blocked. */
const wroteLately = Effect.fnUntraced(function* ({ id }: SeededPhoneNumber, personId: string) {
  return yield* (yield* Windows).check("whatsapp", id, personId, {}, yield* DateTime.now)
})

const block = Effect.fnUntraced(function* (call: GraphCall) {
  const number = yield* numberOfCall(call)
  const asked = yield* Effect.forEach(yield* namedBy(call), (one) =>
    Effect.map(wroteLately(number, one.personId), (mayBlock) => ({ ...one, mayBlock }))
  )
  const named = yield* (yield* NumberRecords).modify(number.id, (record) => {
    const blocked = new Set(record.blocked)
    const results = asked.map(({ input, mayBlock, personId }): Named => {
      if (!mayBlock) {
        const details = "User has not messaged in the last 24 hours"
        return { input, personId, failure: { code: reengagement, details } }
      }
      if (!blocked.has(personId) && blocked.size >= maxBlocked) {
        return { input, personId, failure: { code: listFull, details: `The blocklist has ${maxBlocked} users.` } }
      }
      blocked.add(personId)
      return { input, personId, failure: null }
    })
    return [results, { ...record, blocked: [...blocked] }]
  })
  return yield* answer("added_users", named)
})

const unblock = Effect.fnUntraced(function* (call: GraphCall) {
  const { id } = yield* numberOfCall(call)
  const asked = yield* namedBy(call)
  const gone = new Set(asked.map(({ personId }) => personId))
  yield* (yield* NumberRecords).modify(id, (record) => [
    undefined,
    { ...record, blocked: record.blocked.filter((one) => !gone.has(one)) }
  ])
  return yield* answer(
    "removed_users",
    asked.map(({ input, personId }) => ({ input, personId, failure: null }))
  )
})

const list = Effect.fnUntraced(function* (call: GraphCall) {
  const number = yield* numberOfCall(call)
  const { blocked } = yield* (yield* NumberRecords).of(number.id)
  const people = blocked.map((id) => ({ messaging_product: "whatsapp", [isUserId(id) ? "user_id" : "wa_id"]: id }))
  return { status: 200, body: yield* Effect.fromResult(page(call, people)) }
})

/** Whether the business of a number has blocked a person whom it knows by any of these ids. */
export const isBlocked = ({ blocked }: NumberRecord, ids: ReadonlyArray<string>): boolean =>
  ids.some((id) => blocked.includes(id))

/** `POST`, `DELETE` and `GET /{phone-number-id}/block_users`. */
export const layer = Layer.mergeAll(
  graphEdge("POST", "/block_users", "whatsapp", block),
  graphEdge("DELETE", "/block_users", "whatsapp", unblock),
  graphEdge("GET", "/block_users", "whatsapp", list)
)
