import { DateTime, Effect, Option, Result } from "effect"
import { checkTemplateUse } from "../../../domain/Template.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import type { FaultRule } from "../FaultRule.ts"
import { Faults } from "../Faults.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import type { GraphAnswer } from "../graph/graphEdge.ts"
import { refusal, unknownObject } from "../graph/GraphError.ts"
import { conversationKey, messageKey } from "../graph/randomIds.ts"
import { checkMedia } from "../media/checkMedia.ts"
import { suffer, unnamedCode } from "../graph/suffer.ts"
import { Windows } from "../person/Windows.ts"
import { type AcceptedSend, Followups } from "../webhooks/Followups.ts"
import { readReceipt, readSend, type Send } from "./readSend.ts"
import {
  type AcceptedMessage,
  deliveredReport,
  echoReport,
  failedReport,
  readReport,
  sentReport
} from "./statusReport.ts"
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

/** What depends on the platform's data, not on the form of the send; gives the template that is sent. */
const checkSend = Effect.fnUntraced(function* (send: Send, number: SeededPhoneNumber, token: string) {
  const state = yield* EmulatorState
  if (send.recipient._tag === "Phone" && send.recipient.digits === digitsOf(number.displayPhoneNumber)) {
    return yield* refusal(131021)
  }
  if (send.template === null) return null
  const templates = Option.getOrElse(state.templates(number.wabaId, token), () => [])
  return yield* Effect.fromResult(Result.mapError(checkTemplateUse(templates, send.template), templateRefusal))
})

/** Outside the messaging window the platform accepts a message without a template, and fails it later. */
const reengagement = 131047

const isTooLate = Effect.fnUntraced(function* ({ category, from, to, waId }: AcceptedMessage) {
  if (to._tag === "Group") return false
  const windows = yield* Windows
  return !(yield* windows.check("whatsapp", from.id, waId, { template: category !== null }, yield* DateTime.now))
})

/** Has it reported what the message comes to. */
const follow = Effect.fnUntraced(function* (message: AcceptedMessage, fault: Option.Option<FaultRule>) {
  const asked = Option.filter(fault, ({ mode }) => mode === "async")
  const fails = Option.isSome(asked) || (yield* isTooLate(message))
  const code = Option.match(asked, { onNone: () => reengagement, onSome: (rule) => rule.code ?? unnamedCode })
  const { from, id, to, waId } = message
  const send: AcceptedSend = {
    id,
    channel: "whatsapp",
    accountId: from.id,
    to: waId,
    recipients: [to.input, waId],
    sent: (at) => sentReport(message, at),
    delivered: (at) => deliveredReport(message, at),
    read: (at, wasDelivered) => readReport(message, at, wasDelivered),
    failed: (at) => failedReport(message, at, code),
    echo: (at) => echoReport(message, at),
    isEchoed: false
  }
  yield* (yield* Followups).follow(send, fails, fault)
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
  const template = yield* checkSend(asked, number, token)
  yield* checkMedia(call.params, asked.type, number.id)

  const { recipient: to } = asked
  const state = yield* EmulatorState
  const waId = to._tag === "Phone" ? yield* state.waIdOf(to.digits) : to.input
  const fault = yield* (yield* Faults).take("whatsapp", [to.input, waId])
  if (Option.isSome(fault)) yield* suffer(fault.value, "whatsapp", (code, subcode) => refusal(code, { subcode }))

  const id = wamid(waId, yield* messageKey)
  const message: AcceptedMessage = {
    id,
    from: number,
    to,
    waId,
    callbackData: asked.callbackData,
    conversationId: yield* conversationKey,
    category: template?.category.toLowerCase() ?? null,
    type: asked.type,
    content: call.params[asked.type] ?? {}
  }
  yield* follow(message, fault)
  return accepted(message, asked.template !== null)
})
