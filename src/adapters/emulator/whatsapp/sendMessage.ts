import { DateTime, Effect, Option, Result } from "effect"
import { checkTemplateUse } from "../../../domain/Template.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import { type FaultRule, Faults } from "../Faults.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import type { GraphAnswer } from "../graph/graphEdge.ts"
import { refusal, unknownObject } from "../graph/GraphError.ts"
import { messageKey } from "../graph/randomIds.ts"
import { suffer, unnamedCode } from "../graph/suffer.ts"
import { Webhooks } from "../Webhooks.ts"
import { readReceipt, readSend, type Send } from "./readSend.ts"
import { type AcceptedMessage, failedStatus } from "./statusWebhook.ts"
import { templateRefusal } from "./templateRefusal.ts"
import { wamid } from "./wamid.ts"

const sender = Effect.fnUntraced(function* (call: GraphCall) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  return yield* Option.match(state.phoneNumber(call.id, token), {
    onNone: () => Effect.fail(unknownObject(call.method, call.id)),
    onSome: (number) => Effect.succeed({ number, token })
  })
})

/** What depends on the platform's data, not on the form of the send. */
const checkSend = Effect.fnUntraced(function* (send: Send, number: SeededPhoneNumber, token: string) {
  const state = yield* EmulatorState
  if (send.recipient._tag === "Phone" && send.recipient.digits === digitsOf(number.displayPhoneNumber)) {
    return yield* refusal(131021)
  }
  if (send.template !== null) {
    const templates = Option.getOrElse(state.templates(number.wabaId, token), () => [])
    yield* Effect.fromResult(Result.mapError(checkTemplateUse(templates, send.template), templateRefusal))
  }
})

/**
 * Reports what an accepted message comes to. For now that is what a fault asks for; a message without a template to
 * somebody whose 24 hours are over belongs here as well (131047), since the platform accepts those and fails them later.
 */
const follow = Effect.fnUntraced(function* (message: AcceptedMessage, fault: Option.Option<FaultRule>) {
  const webhooks = yield* Webhooks
  if (Option.isNone(fault)) return
  const now = yield* DateTime.now
  const seconds = Math.floor(DateTime.toEpochMillis(now) / 1000)
  yield* webhooks.owe(failedStatus(message, fault.value.code ?? unnamedCode, seconds))
})

const accepted = ({ id, to, waId }: AcceptedMessage, isTemplate: boolean): GraphAnswer => ({
  status: 200,
  body: {
    messaging_product: "whatsapp",
    contacts: [
      to._tag === "Phone"
        ? { input: to.input, wa_id: waId }
        : { input: to.input, ...(to._tag === "User" ? { user_id: to.input } : {}) }
    ],
    messages: [isTemplate ? { id, message_status: "accepted" } : { id }]
  }
})

/** Sends of a number, and marking messages as read. */
export const sendMessage = Effect.fnUntraced(function* (call: GraphCall) {
  const { number, token } = yield* sender(call)
  const receipt = readReceipt(call.params)
  if (Option.isSome(receipt)) {
    yield* Effect.fromResult(receipt.value)
    return { status: 200, body: { success: true } }
  }

  const asked = yield* Effect.fromResult(readSend(call.params))
  yield* checkSend(asked, number, token)

  const { recipient: to } = asked
  const state = yield* EmulatorState
  const waId = to._tag === "Phone" ? yield* state.waIdOf(to.digits) : to.input
  const fault = yield* (yield* Faults).take("whatsapp", [to.input, waId])
  if (Option.isSome(fault)) yield* suffer(fault.value, (code, subcode) => refusal(code, { subcode }))

  const id = wamid(waId, yield* messageKey)
  const message = { id, from: number, to, waId, callbackData: asked.callbackData }
  yield* follow(message, fault)
  return accepted(message, asked.template !== null)
})
