import { Effect, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { conversationAccounts, listChannelConversations } from "../../../app/conversations/conversations.ts"
import { listTemplates } from "../../../app/templates/listTemplates.ts"
import { sendWhatsApp } from "../../../app/sends/sendWhatsApp.ts"
import { phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { ListedTemplate } from "../../../domain/templates/Template.ts"
import { ok } from "../shared/envelope.ts"
import { pageOf } from "../shared/pagination.ts"
import { contentOf, whatsAppTypes } from "../shared/sends/WhatsAppMessage.ts"
import { DeveloperApi } from "./Api.ts"
import { Caller } from "./ApiKeyAuth.ts"
import { BadRequest, missingField, unknownType } from "./Failures.ts"
import { fixFor, fixForTo, keyOutcomes, lookupFailures, senderFailures, sendFailures } from "./platformFailures.ts"
import { paged } from "./pagination.ts"
import { askedMessage, conversationView, type SendMessageRequest } from "./WhatsAppGroup.ts"

/** A template in a list. */
export const templateItem = ({ category, components, id, language, name, status }: ListedTemplate) => ({
  id,
  name,
  language,
  status,
  category,
  components
})

/** Sends the message of a request. */
export const sendMessage = Effect.fnUntraced(
  function* (organizationId: OrganizationId, { from = null, ...request }: SendMessageRequest) {
    const content = contentOf(askedMessage(request))
    if (Result.isFailure(content)) return yield* Effect.fail(content.failure)
    const sent = yield* sendWhatsApp(organizationId, request.to, content.success, from)
    return ok({
      waMessageId: sent.platformMessageId,
      status: "sent" as const,
      conversationId: sent.conversationId,
      contactId: sent.contactId
    })
  },
  Effect.catchTags({
    ...sendFailures("whatsapp"),
    ...senderFailures,
    ...keyOutcomes,
    UnknownMessageType: ({ type }) => unknownType(type, whatsAppTypes),
    MessagePartAbsent: ({ field }) => missingField(field, fixFor(field)),
    InvalidPhoneNumber: ({ reason }) =>
      new BadRequest({ message: `Invalid field to: ${phoneRefusals[reason]}`, fix: fixForTo(reason) })
  })
)

export const layer = HttpApiBuilder.group(DeveloperApi, "whatsapp", (handlers) =>
  handlers.handleAll({
    sendMessage: ({ payload }) => Effect.flatMap(Caller, ({ organizationId }) => sendMessage(organizationId, payload)),
    listTemplates: Effect.fnUntraced(
      function* ({ query: { from = null } }) {
        const { organizationId } = yield* Caller
        return ok((yield* listTemplates(organizationId, from)).map(templateItem))
      },
      Effect.catchTags({ ...lookupFailures("whatsapp"), ...senderFailures })
    ),
    listConversations: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Caller
      const page = pageOf(query)
      const found = yield* listChannelConversations(organizationId, "whatsapp", page)
      const accounts = yield* conversationAccounts(
        organizationId,
        found.rows.map(({ conversation }) => conversation)
      )
      return ok(paged(found, page, (row) => conversationView(row, accounts.get(row.conversation.id))))
    })
  })
)
