import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { conversationAccounts, listChannelConversations } from "../../../app/conversations/conversations.ts"
import { scheduleSend } from "../../../app/sends/scheduledSends.ts"
import { refusedReference } from "../../../app/sends/namedFiles.ts"
import { sendWhatsApp } from "../../../app/sends/sendWhatsApp.ts"
import {
  ChannelAccountId,
  ContactId,
  ConversationId,
  type OrganizationId,
  PlatformMessageId
} from "../../../domain/Ids.ts"
import { type ConversationAccount, ConversationStatus } from "../../../domain/conversations/Conversation.ts"
import { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import { maxPreviewLength } from "../../../domain/messages/messageText.ts"
import type { ConversationOverview } from "../../../ports/conversations/ConversationStore.ts"
import {
  BadGateway,
  Conflict,
  keyOutcomes,
  NotFound,
  suspended,
  TooManyRequests,
  Unavailable
} from "../interfaces/developer/Failures.ts"
import { developerFailure } from "../interfaces/developer/developer.ts"
import { Caller, IdempotencyGuard, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { PageOf, pageOf, pageQuery, paged } from "../interfaces/pagination.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { RequiredText, documentedAs, optional } from "../interfaces/requestFields.ts"
import { type AskedMessage, WhatsAppType, messageParts, templateFields, whatsAppTypes } from "./WhatsAppMessage.ts"
import { developerUploads, draftOf } from "../media/askedFile.ts"
import { ScheduledResponse, scheduledAnswer, sendAtField } from "./ScheduledViews.ts"
import { messengerRefusals, quotedRefused, whatsAppRefusals } from "./messageRefusals.ts"
import { scheduleRefusals } from "./scheduleRefusals.ts"
import { lookupRefusals, recipientRefusals, senderRefusals, sendRefusals } from "./sendRefusals.ts"
import { listTemplatesEndpoint } from "../templates/templates.ts"
import { listedTemplates } from "../templates/templateViews.ts"
import { partExamples } from "./WhatsAppParts.ts"
import { agentField, noAgentLater, senderField, sentFor } from "./senderName.ts"

/**
 * The request of `POST /v1/send-message` (contract: Developer WhatsApp; WhatsApp message types).
 */
export const SendMessageRequest = Schema.Struct({
  to: RequiredText.annotate({
    description:
      "Recipient's phone number, E.164 without +, or their business-scoped user id such as US.13491208655302741918"
  }),
  agent: agentField,
  from: senderField("whatsapp"),
  sendAt: sendAtField,
  type: optional(
    Schema.String.check(documentedAs(WhatsAppType)).annotate({
      description: `template (default), ${whatsAppTypes.slice(1, -1).join(", ")} or ${whatsAppTypes.at(-1)}`
    })
  ),
  template: optional(
    Schema.Struct({
      name: templateFields.name,
      language: Schema.Struct({
        code: RequiredText.annotate({ description: "Language code, such as en_US" })
      }).annotate({ description: "Which of its languages" }),
      components: templateFields.components
    }).annotate({ description: "Required for type template" })
  ),
  ...messageParts(developerUploads)
}).annotate({
  identifier: "SendMessageRequest",
  description: "A message; what has to be there beside to depends on the type",
  examples: [
    {
      to: "15551234567",
      template: {
        name: "hello_world",
        language: { code: "en_US" },
        components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
      }
    },
    { to: "15551234567", type: "text", text: "See you at eight" },
    { to: "15551234567", agent: { name: "Acme bot" }, type: "text", text: "See you at eight" },
    { to: "15551234567", from: "15550001111", type: "text", text: "See you at eight" },
    {
      to: "15551234567",
      type: "image",
      image: { mediaId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e", caption: "Your table" }
    },
    ...partExamples("15551234567")
  ]
})
export type SendMessageRequest = typeof SendMessageRequest.Type

export const SendMessageResponse = Data(
  Schema.Struct({
    waMessageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }),
    status: Schema.Literal("sent").annotate({ description: "The platform has accepted the message" }),
    conversationId: ConversationId.annotate({ description: "The conversation that the message belongs to" }),
    contactId: ContactId.annotate({ description: "The contact that it goes to" })
  })
).annotate({
  examples: [
    ok({
      waMessageId: PlatformMessageId.make("wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA"),
      status: "sent" as const,
      conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
      contactId: ContactId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c")
    })
  ]
})

/** The message of a request. */
export const askedMessage = ({
  template,
  type,
  ...parts
}: Omit<SendMessageRequest, "agent" | "from" | "sendAt">): AskedMessage => ({
  ...parts,
  type: type ?? "template",
  template: template
    ? WhatsAppContent.cases.Template.make({
        name: template.name,
        languageCode: template.language.code,
        components: template.components ?? null
      })
    : null
})

const WhatsAppConversation = Schema.Struct({
  id: ConversationId.annotate({ description: "The conversation's id" }),
  contact: Schema.Struct({
    name: Schema.String.annotate({ description: "Name of the contact; empty when unknown" }),
    phone: Schema.String.annotate({ description: "E.164 without +; empty when it is not known" })
  }).annotate({ description: "The contact of the conversation" }),
  last_message: Schema.String.annotate({
    description: `The last message, shortened to ${maxPreviewLength} characters; the kind in brackets when it has no words`
  }),
  status: ConversationStatus.annotate({ description: "open, ai_handling, escalated or closed" }),
  updated_at: Schema.String.annotate({ description: "When something was last said or changed; ISO 8601 UTC" }),
  account: Schema.optionalKey(
    Schema.Struct({
      id: ChannelAccountId.annotate({ description: "The id of the connected account; `from` of a send takes it" }),
      account_id: Schema.NullOr(Schema.String).annotate({
        description: "The platform's phone number id; null when the number is no longer connected"
      }),
      name: Schema.NullOr(Schema.String).annotate({
        description: "The display phone number; null when it is no longer connected"
      })
    }).annotate({
      description:
        "The number that the conversation is on; present if the organization has several, or if it is no longer connected"
    })
  )
})

/** Response of `GET /v1/conversations/whatsapp` (contract: Conversations). */
const WhatsAppConversations = Data(PageOf(WhatsAppConversation)).annotate({
  examples: [
    ok({
      data: [
        {
          id: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
          contact: { name: "Ada Lovelace", phone: "15551234567" },
          last_message: "See you at eight",
          status: "open" as const,
          updated_at: "2026-11-20T12:00:00.000Z"
        }
      ],
      meta: { page: 1, limit: 20, total: 1 }
    })
  ]
})

export const conversationView = (
  { contact, conversation, lastMessage }: ConversationOverview,
  account: ConversationAccount | undefined
) => ({
  id: conversation.id,
  contact: { name: contact.name, phone: contact.phone ?? "" },
  last_message: lastMessage?.text ?? "",
  status: conversation.status,
  updated_at: DateTime.formatIso(conversation.updatedAt),
  ...(account !== undefined && {
    account: { id: account.id, account_id: account.externalId, name: account.displayName }
  })
})

/** Endpoints of WhatsApp (contract: Developer WhatsApp). */
export const WhatsAppGroup = HttpApiGroup.make("whatsapp")
  .add(
    HttpApiEndpoint.post("sendMessage", "/v1/send-message", {
      payload: SendMessageRequest,
      success: [SendMessageResponse.pipe(HttpApiSchema.status(201)), ScheduledResponse],
      error: [NotFound, Conflict, TooManyRequests, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Send a WhatsApp message")
      .annotate(
        OpenApi.Description,
        `Sends an approved template, or another message to a person who wrote within 24 hours, and dispatches
\`message.sent\`. An unknown number or user id becomes a contact. Nothing is sent to a blocked contact, and no marketing
template to one who opted out. An organization with several numbers names one with \`from\`. With \`sendAt\` the message is
scheduled: it is checked at once, and sent and counted at that time.`
      ),
    listTemplatesEndpoint,
    HttpApiEndpoint.get("listConversations", "/v1/conversations/whatsapp", {
      query: pageQuery,
      success: WhatsAppConversations
    })
      .annotate(OpenApi.Summary, "List WhatsApp conversations")
      .annotate(OpenApi.Description, "A page of the conversations over WhatsApp, the last updated first.")
  )
  .annotate(OpenApi.Title, "WhatsApp")
  .annotate(OpenApi.Description, "Messages, templates and conversations of the connected WhatsApp number.")

/** Sends the message of a request. */
export const sendMessage = Effect.fnUntraced(
  function* (
    organizationId: OrganizationId,
    { agent = null, from = null, sendAt = null, ...request }: SendMessageRequest
  ) {
    const message = askedMessage(request)
    const content = yield* Effect.catchTags(draftOf(message), refusedReference(`${message.type}.mediaId`))
    if (sendAt !== null) {
      if (agent !== null) return yield* noAgentLater()
      const options = { from, sendAt }
      return scheduledAnswer(yield* scheduleSend(organizationId, request.to, { channel: "whatsapp", content }, options))
    }
    const sent = yield* sentFor(agent, sendWhatsApp(organizationId, request.to, content, from))
    return ok({
      waMessageId: sent.platformMessageId,
      status: "sent" as const,
      conversationId: sent.conversationId,
      contactId: sent.contactId
    })
  },
  Effect.catchTags({
    ...senderRefusals("whatsapp"),
    ...sendRefusals("whatsapp"),
    ...whatsAppRefusals,
    ...messengerRefusals,
    ...scheduleRefusals,
    ...recipientRefusals,
    QuotedMessageRefused: quotedRefused,
    OrganizationSuspended: suspended,
    ...keyOutcomes
  }),
  Effect.catchTag("Refused", (refused) => Effect.fail(developerFailure(refused)))
)

export const layer = HttpApiBuilder.group(developerApi(WhatsAppGroup), "whatsapp", (handlers) =>
  handlers.handleAll({
    sendMessage: ({ payload }) => Effect.flatMap(Caller, ({ organizationId }) => sendMessage(organizationId, payload)),
    listTemplates: Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Caller
        return ok(yield* listedTemplates(organizationId, query))
      },
      Effect.catchTags({ ...senderRefusals("whatsapp"), ...lookupRefusals("whatsapp") }),
      Effect.catchTag("Refused", (refused) => Effect.fail(developerFailure(refused)))
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
