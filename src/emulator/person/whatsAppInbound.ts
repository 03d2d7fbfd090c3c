import { DateTime, Effect, Option } from "effect"
import type { TemplateDefinition } from "../../domain/template/Template.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { EmulatorState } from "../EmulatorState.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"
import { Windows } from "./Windows.ts"
import { BadInbound } from "./personFields.ts"
import { type Reported, type WhatsAppDoing, whatsAppMessage } from "./whatsAppMessage.ts"
import { echo, notice, preference, userIdUpdate } from "./whatsAppNotices.ts"
import { idsOf, type PersonalRequest, whatsAppSender } from "./whatsAppSender.ts"

type TemplateRequest = Extract<WhatsAppRequest, { readonly type: "template_status" }>

/**
 * Words of the platform that are no status of a template, and the status that it has with them; null leaves it alone.
 */
const statuses: Readonly<Record<string, string | null>> = { FLAGGED: null, REINSTATED: "APPROVED" }

const withEvent =
  ({ event, reason }: TemplateRequest) =>
  (template: TemplateDefinition): TemplateDefinition => ({
    ...template,
    status: (event in statuses ? statuses[event] : event) ?? template.status,
    ...(event === "REJECTED" ? { rejected_reason: reason ?? "NONE" } : {})
  })

/** Decides about a template of the number's business, and reports that. The id is a number here (platforms P5). */
const templateStatus = Effect.fnUntraced(function* (
  { wabaId }: SeededPhoneNumber,
  request: TemplateRequest
): Effect.fn.Return<Reported, BadInbound, EmulatorState> {
  const state = yield* EmulatorState
  const changed = yield* state.changeTemplate(wabaId, request, withEvent(request))
  if (Option.isNone(changed)) {
    return yield* new BadInbound({ reason: "name: the business has no such template in this language" })
  }
  const { category, id, language, name } = changed.value
  return {
    body: {
      _tag: "Change",
      field: "message_template_status_update",
      value: {
        event: request.event,
        message_template_id: Number.isSafeInteger(Number(id)) ? Number(id) : id,
        message_template_name: name,
        message_template_language: language,
        message_template_category: category,
        reason: request.reason ?? "NONE"
      }
    },
    messageId: null,
    opensWindow: false
  }
})

const numberOf = Effect.fnUntraced(function* (to: string | undefined) {
  const found = (yield* EmulatorState).numberOf(to)
  if (Option.isNone(found)) return yield* new BadInbound({ reason: "to: names no number of the platform" })
  return found.value
})

const reportOf = (doing: Omit<WhatsAppDoing, "request">, request: PersonalRequest) => {
  switch (request.type) {
    case "system":
      return notice({ ...doing, request })
    case "user_id_update":
      return userIdUpdate({ ...doing, request })
    case "user_preferences":
      return Effect.succeed(preference({ ...doing, request }))
    case "echo":
      return echo({ ...doing, request })
    default:
      return whatsAppMessage({ ...doing, request })
  }
}

/** Has a person do something on WhatsApp; the platform's decisions about templates come this way too. */
export const whatsAppInbound = Effect.fnUntraced(function* (request: WhatsAppRequest) {
  const now = yield* DateTime.now
  const number = yield* numberOf(request.to)
  const webhooks = yield* Webhooks
  const report = (reported: Reported) =>
    webhooks.report({ object: "whatsapp_business_account", entryId: number.wabaId, at: now, body: reported.body })

  if (request.type === "template_status") {
    yield* report(yield* templateStatus(number, request))
    return { messageId: null }
  }
  const at = request.timestamp ?? now
  const sender = yield* whatsAppSender(number.wabaId, request)
  const reported = yield* reportOf({ number, sender, at }, request)
  if (reported.opensWindow) {
    const windows = yield* Windows
    for (const id of idsOf(sender.person)) yield* windows.opened("whatsapp", number.id, id, at)
  }
  yield* report(reported)
  return { messageId: reported.messageId }
})
