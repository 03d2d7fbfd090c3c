import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listConversations } from "../../../app/conversations.ts"
import { listTemplates } from "../../../app/listTemplates.ts"
import { sendWhatsApp } from "../../../app/sendWhatsApp.ts"
import type { ListedTemplate } from "../../../domain/ListedTemplate.ts"
import { DeveloperApi } from "./Api.ts"
import { Caller } from "./ApiKeyAuth.ts"
import { BadRequest, ok } from "./Failures.ts"
import { paged, pageOf } from "./pagination.ts"
import { lookupFailures, sendFailures } from "./platformFailures.ts"
import { contentOf } from "./SendMessage.ts"
import { conversationView } from "./WhatsAppConversations.ts"

const templateView = ({ category, components, id, language, name, status }: ListedTemplate) => ({
  id,
  name,
  language,
  status,
  category,
  components
})

export const layer = HttpApiBuilder.group(DeveloperApi, "whatsapp", (handlers) =>
  handlers.handleAll({
    sendMessage: Effect.fn(
      function* ({ payload }) {
        const { organizationId } = yield* Caller
        const content = yield* Effect.fromResult(contentOf(payload))
        const sent = yield* sendWhatsApp(organizationId, payload.to, content)
        return ok({
          waMessageId: sent.platformMessageId,
          status: "sent" as const,
          conversationId: sent.conversationId,
          contactId: sent.contactId
        })
      },
      Effect.catchTags({
        ...sendFailures("whatsapp"),
        InvalidPhoneNumber: () =>
          new BadRequest({
            message: "Invalid field to: not a phone number",
            fix: "Give the number in E.164 without +, for example 15551234567"
          })
      })
    ),
    listTemplates: Effect.fn(
      function* () {
        const { organizationId } = yield* Caller
        return ok((yield* listTemplates(organizationId)).map(templateView))
      },
      Effect.catchTags(lookupFailures("whatsapp"))
    ),
    listConversations: Effect.fn(function* ({ query }) {
      const { organizationId } = yield* Caller
      const page = pageOf(query)
      return ok(paged(yield* listConversations(organizationId, "whatsapp", page), page, conversationView))
    })
  })
)
