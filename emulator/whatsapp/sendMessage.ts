import { DateTime, Effect, Match, Option, Result, Schema } from "effect"
import { renderTemplate } from "../../src/domain/templates/renderTemplate.ts"
import { showReceipt } from "../person/signs.ts"
import { checkTemplateUse } from "../../src/domain/templates/Template.ts"
import type { TemplateRefused } from "../../src/domain/templates/TemplatePart.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import type { FaultRule } from "../FaultRule.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { type GraphError, refusal, unknownObject } from "../graph/GraphError.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphAnswer } from "../graph/graphEdge.ts"
import { conversationKey, messageKey } from "../graph/randomIds.ts"
import { unnamedCode } from "../graph/suffer.ts"
import { takeFault } from "../graph/takeFault.ts"
import { checkMedia } from "../media/checkMedia.ts"
import { isBlocked } from "../numbers/blockUsers.ts"
import { NumberRecords } from "../numbers/NumberRecords.ts"
import { People } from "../person/People.ts"
import { type ThreadKey, Threads } from "../person/Threads.ts"
import { Windows } from "../person/Windows.ts"
import { SendThroughput } from "../SendThroughput.ts"
import { Templates } from "../templates/Templates.ts"
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
import { wamid } from "./wamid.ts"

/** Button types in the form of answers: `Url`, `QuickReply`. */
const inWords = (type: string): string =>
  type
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

const statusCodes: Readonly<Record<string, number>> = { PAUSED: 132015, DISABLED: 132016 }

const doesNotExist = ({ languageCode, name }: { readonly languageCode: string; readonly name: string }) =>
  refusal(132001, { details: `template name (${name}) does not exist in ${languageCode}` })

/** The platform's answer for a template that cannot be sent; details as observed on the wire. */
const templateRefusal: (refused: TemplateRefused) => GraphError = Match.type<TemplateRefused>().pipe(
  Match.tags({
    TemplateNotFound: doesNotExist,
    // A template that is pending or rejected does not exist for senders.
    TemplateNotApproved: (refused) => {
      const code = statusCodes[refused.status.toUpperCase()]
      return code === undefined ? doesNotExist(refused) : refusal(code)
    },
    TemplateComponentsUnreadable: ({ problem }) => refusal(100, { details: problem }),
    TemplateParameterCountMismatch: ({ buttonType = "", component, expected, given, index = 0 }) => {
      if (component !== "button") {
        return refusal(132000, {
          details: `${component}: number of localizable_params (${given}) does not match the expected number of params (${expected})`
        })
      }
      return expected > given
        ? refusal(131008, {
            details: `buttons: Button at index ${index} of type ${inWords(buttonType)} requires a parameter`
          })
        : refusal(132018, { details: `buttons: Button at index ${index} does not take ${given} parameters` })
    },
    TemplateParameterNameMismatch: ({ component, missing, unknown }) =>
      unknown.length === 0
        ? refusal(100, { details: "Parameter name is missing or empty" })
        : refusal(132012, {
            details: `${component}: Unknown parameter name (${unknown.join(", ")}), expected (${missing.join(", ")})`
          }),
    TemplateParameterFormatMismatch: ({ component, expected, given, index = 0 }) =>
      component === "button"
        ? refusal(132018, { details: `buttons: Button at index ${index} must be of type ${inWords(expected)}` })
        : refusal(132012, { details: `${component}: Format mismatch, expected ${expected}, received ${given}` }),
    TemplateParameterValueMissing: ({ component, parameter, value }) =>
      refusal(131008, { details: `${component}: Parameter at index ${parameter} is missing ${value}` }),
    TemplateParameterTextInvalid: ({ component, limit, parameter }) =>
      refusal(132018, {
        details:
          limit === null
            ? `${component}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`
            : `${component}: Parameter at index ${parameter} exceeds the parameter length limit ${limit}`
      })
  }),
  Match.exhaustive
)

const decodeReaction = Schema.decodeUnknownOption(
  Schema.Struct({ message_id: Schema.String, emoji: Schema.optionalKey(Schema.String) })
)

const sender = Effect.fnUntraced(function* (call: GraphCall) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  return yield* Option.match(state.phoneNumber(call.id, token), {
    onNone: () => Effect.fail(unknownObject(call.method, call.id)),
    onSome: Effect.succeed
  })
})

/** Checks the send against the platform's data; returns the template. */
const checkSend = Effect.fnUntraced(function* (send: Send, number: SeededPhoneNumber) {
  if (send.recipient._tag === "Phone" && send.recipient.digits === digitsOf(number.displayPhoneNumber)) {
    return yield* refusal(131021)
  }
  if (send.template === null) return null
  const templates = (yield* (yield* Templates).ofBusiness(number.wabaId)).map(({ definition }) => definition)
  return yield* Effect.fromResult(Result.mapError(checkTemplateUse(templates, send.template), templateRefusal))
})

/**
 * The code for a message outside the messaging window. The platform accepts it without a template, and fails it later.
 */
const reengagement = 131047

const isTooLate = Effect.fnUntraced(function* ({ category, from, to, waId }: AcceptedMessage) {
  if (to._tag === "Group") return false
  const windows = yield* Windows
  return !(yield* windows.check("whatsapp", from.id, waId, { template: category !== null }, yield* DateTime.now))
})

/** Shows the message on the person's phone. A reaction is shown at its message. */
const show = Effect.fnUntraced(function* (
  { callbackData, category, content, conversationId, from, id, to, type, waId }: AcceptedMessage,
  ids: ReadonlyArray<string>,
  template: Schema.JsonObject | null,
  context: Schema.Json | undefined
) {
  const threads = yield* Threads
  const key: ThreadKey = { channel: "whatsapp", accountId: from.id, ids: [ids[0] ?? waId, ...ids.slice(1)] }
  const reaction = type === "reaction" ? decodeReaction(content) : Option.none()
  if (Option.isSome(reaction)) {
    const { emoji = "", message_id } = reaction.value
    return yield* threads.react(key, message_id, "business", emoji)
  }
  yield* threads.enter(key, {
    id,
    at: DateTime.formatIso(yield* DateTime.now),
    by: "business",
    content: { type, [type]: content, ...(context === undefined ? {} : { context }) },
    template,
    receipt: { to, waId, callbackData, conversationId, category }
  })
})

/** An accepted message with the fields that the person's thread shows. */
interface Way {
  readonly message: AcceptedMessage
  readonly ids: ReadonlyArray<string>
  readonly template: Schema.JsonObject | null
  readonly context: Schema.Json | undefined
}

/** Schedules the reports of the message. */
const follow = Effect.fnUntraced(function* (
  { context, ids, message, template }: Way,
  { fault, isEchoTaken }: { readonly fault: Option.Option<FaultRule>; readonly isEchoTaken: boolean }
) {
  const failing = Option.filter(fault, ({ mode }) => mode === "async")
  const fails = Option.isSome(failing) || (yield* isTooLate(message))
  const code = Option.match(failing, { onNone: () => reengagement, onSome: (rule) => rule.code ?? unnamedCode })
  const { from, id, to, waId } = message
  if (!fails && to._tag !== "Group") yield* show(message, ids, template, context)
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
    isEchoed: false,
    isEchoTaken
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

/** The refusal of a send to a person that the business blocked (platforms P21). */
const blockedByBusiness = refusal(131026, { details: "Message Undeliverable. The business has blocked this user." })

/** Sends of a number, and marking messages as read. */
export const sendMessage = Effect.fnUntraced(function* (call: GraphCall) {
  const number = yield* sender(call)
  const receipt = readReceipt(call.params)
  if (Option.isSome(receipt)) {
    const { message_id, typing_indicator } = yield* Effect.fromResult(receipt.value)
    yield* showReceipt(number.id, message_id, typing_indicator !== undefined)
    return { status: 200, body: { success: true } }
  }

  const send = yield* Effect.fromResult(readSend(call.params))
  const record = yield* (yield* NumberRecords).of(number.id)
  if (record.isRegistered === false) return yield* refusal(133010)
  const template = yield* checkSend(send, number)
  yield* checkMedia(call.params, send.type, number.id)

  const { recipient: to } = send
  const state = yield* EmulatorState
  const waId = to._tag === "Phone" ? yield* state.waIdOf(to.digits) : to.input
  const ids = yield* (yield* People).idsOf(number.wabaId, waId)
  if (isBlocked(record, ids)) return yield* blockedByBusiness
  if (to._tag !== "Group") yield* (yield* SendThroughput).count(number.id, waId)
  const fault = yield* takeFault("whatsapp", [to.input, waId], (code, subcode) => refusal(code, { subcode }))

  const id = wamid(waId, yield* messageKey)
  const message: AcceptedMessage = {
    id,
    from: number,
    to,
    waId,
    callbackData: send.callbackData,
    conversationId: yield* conversationKey,
    category: template?.category.toLowerCase() ?? null,
    type: send.type,
    content: call.params[send.type] ?? {}
  }
  const templateView = template === null ? null : renderTemplate(template, send.template?.components ?? null)
  yield* follow({ message, ids, template: templateView, context: call.params["context"] }, fault)
  return accepted(message, send.template !== null)
})
