import { Effect, Layer, Schema } from "effect"
import { BadControl, control, readBody } from "../control/control.ts"
import { EmulatorState } from "../EmulatorState.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { refusal } from "../graph/GraphError.ts"
import { graphEdge, sharedEdge } from "../graph/graphEdge.ts"
import { messengerKey } from "../graph/randomIds.ts"
import { Tokens } from "../tokens/Tokens.ts"
import { NumberRecords, numberOfCall } from "./NumberRecords.ts"

/** Codes of a number that are remembered; older ones are unknown. */
const maxCodes = 20

/** The number that a code was issued for; its id comes first. */
const numberIdOf = (code: string): string => code.slice(0, code.indexOf("."))

const issue = Effect.gen(function* () {
  const { isRegistered = false, phoneNumberId } = yield* readBody(
    Schema.Struct({ phoneNumberId: Schema.NonEmptyString, isRegistered: Schema.optionalKey(Schema.Boolean) })
  )
  if ((yield* EmulatorState).numberOf(phoneNumberId)._tag === "None") {
    return yield* new BadControl({ reason: "phoneNumberId: is not the id of any number" })
  }
  const code = `${phoneNumberId}.${(yield* messengerKey).slice(0, 40)}`
  yield* (yield* NumberRecords).modify(phoneNumberId, (record) => [
    undefined,
    { ...record, isRegistered, codes: [code, ...(record.codes ?? [])].slice(0, maxCodes) }
  ])
  return { code }
})

const wrongCode = refusal(100, { message: "Invalid verification code format." })
const usedCode = refusal(100, { message: "This authorization code has been used.", subcode: 36009 })
const wrongSecret = refusal(1, { message: "Error validating client secret." })

/** Exchanges a code for the token of its number, once. */
const exchange = Effect.fnUntraced(function* (call: GraphCall) {
  const { client_secret: secret = "", code: parameter = "" } = call.params
  if (!(yield* (yield* Tokens).isAppSecret(String(secret)))) return yield* wrongSecret
  const code = String(parameter)
  const number = (yield* EmulatorState).numberOf(numberIdOf(code))
  if (number._tag === "None" || number.value.id !== numberIdOf(code)) return yield* wrongCode
  const isKnown = yield* (yield* NumberRecords).modify(number.value.id, (record) => {
    const { codes = [] } = record
    return [codes.includes(code), { ...record, codes: codes.filter((one) => one !== code) }]
  })
  if (!isKnown) return yield* usedCode
  return { status: 200, body: { access_token: number.value.accessToken, token_type: "bearer" } }
})

/** Registers a number. A PIN that was set before must be repeated. */
const register = Effect.fnUntraced(function* (call: GraphCall) {
  const { id } = yield* numberOfCall(call)
  const pin = String(call.params["pin"] ?? "")
  if (!/^\d{6}$/.test(pin)) return yield* refusal(100, { message: "(#100) Param pin must be 6 digits long." })
  const isAccepted = yield* (yield* NumberRecords).modify(id, (record) =>
    record.pin === undefined || record.pin === pin ? [true, { ...record, pin, isRegistered: true }] : [false, record]
  )
  return isAccepted ? { status: 200, body: { success: true } } : yield* refusal(133005)
})

/**
 * Embedded signup: `POST /_emulator/signups {phoneNumberId, isRegistered?}` plays the person in the platform's dialog and
 * returns a code, `POST /oauth/access_token` exchanges it, `POST /{phone-number-id}/register` registers the number. Before,
 * sends of the number are refused.
 */
export const layer = Layer.mergeAll(
  control("POST", "/_emulator/signups", issue),
  sharedEdge("POST", "/access_token", (call) =>
    Effect.succeed({
      channel: null,
      handler: call.id === "oauth" ? exchange : () => Effect.fail(refusal(2500))
    })
  ),
  graphEdge("POST", "/register", "whatsapp", register)
)
