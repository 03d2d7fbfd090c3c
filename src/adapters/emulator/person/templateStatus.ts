import { Effect, Option } from "effect"
import type { TemplateDefinition } from "../../../domain/Template.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { EmulatorState } from "../EmulatorState.ts"
import { BadInbound } from "./BadInbound.ts"
import type { Reported } from "./whatsAppMessage.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"

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
export const templateStatus = Effect.fnUntraced(function* (
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
