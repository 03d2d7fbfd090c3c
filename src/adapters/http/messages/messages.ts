import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listMessages, searchMessages } from "../../../app/messages/messages.ts"
import type { Sent } from "../../../app/sends/callOnce.ts"
import { scheduleToContact } from "../../../app/sends/scheduledSends.ts"
import { sendToContact } from "../../../app/sends/sendToContact.ts"
import { ContactId, ConversationId, MessageId, PlatformMessageId } from "../../../domain/Ids.ts"
import type { SessionAccess } from "../../../domain/access/SessionAccess.ts"
import { MessageNotFound } from "../../../domain/messages/Message.ts"
import { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import { type PageAnchor, defaultMessages, maxMessages } from "../../../domain/messages/messagePage.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { ConversationIdText, conversationIdOf } from "../conversations/ConversationViews.ts"
import { conversationRefusals } from "../conversations/conversationRefusals.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { entryLimit } from "../interfaces/pagination.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { RequiredText, documentedAs, idOr, optional } from "../interfaces/requestFields.ts"
import {
  BadGateway,
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  TooManyRequests,
  Unavailable,
  invalidField,
  keyOutcomes,
  suspended
} from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { sessionFailure } from "../interfaces/session/session.ts"
import { draftOf, fileRefusals, sessionUploads } from "../media/askedFile.ts"
import { refusal } from "../openapi/documented.ts"
import {
  type AskedMessage,
  WhatsAppType,
  messageParts,
  templateFields,
  whatsAppTypes
} from "../sends/WhatsAppMessage.ts"
import { partExamples } from "../sends/WhatsAppParts.ts"
import { ScheduledResponse, scheduledAnswer, sendAtField } from "../sends/ScheduledViews.ts"
import { scheduleRefusals } from "../sends/scheduleRefusals.ts"
import { senderField } from "../sends/senderName.ts"
import { quotedRefused, whatsAppRefusals } from "../sends/messageRefusals.ts"
import { fileNotTaken, recipientRefusals, senderRefusals, sendRefusals } from "../sends/sendRefusals.ts"
import { FoundMessagePage, foundMessages, searchQuery } from "./FoundMessageViews.ts"
import { SessionMessage, messageView } from "./MessageViews.ts"

const exampleConversation = ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")

/** Page of messages, the only response without `success` (contract: Envelopes and timestamps). */
const MessagePage = Schema.Struct({
  data: Schema.Array(SessionMessage).annotate({ description: "The messages, the last one first" }),
  total: Schema.Int.annotate({ description: "Messages of the conversation whose outcome is known" }),
  page: Schema.Int.annotate({ description: "The page that these messages are, for this limit" }),
  hasNext: Schema.Boolean.annotate({ description: "Whether there are older ones" }),
  hasPrevious: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether there are newer ones; there with around and after only" })
  )
}).annotate({
  examples: [
    {
      data: [
        {
          id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"),
          waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA",
          conversationId: exampleConversation,
          direction: "outbound",
          type: "text",
          content: { text: "See you at eight" },
          status: "delivered",
          timestamp: "2026-11-20T12:00:00.000Z",
          senderId: null,
          reactions: [
            {
              emoji: "👍",
              from: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
              at: "2026-11-20T12:01:00.000Z"
            }
          ]
        },
        {
          id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c"),
          waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgASGBQzQUI5RTlFNzU2QkFDQjJDNzlFRQA=",
          conversationId: exampleConversation,
          direction: "inbound",
          type: "image",
          content: { url: "https://example.com/table.jpg", mimeType: "image/jpeg", caption: "This one?" },
          status: "delivered",
          timestamp: "2026-11-20T11:59:00.000Z",
          senderId: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71")
        }
      ],
      total: 2,
      page: 1,
      hasNext: false
    }
  ]
})

/** The content of a message on WhatsApp. */
export const whatsAppParts = {
  template: optional(
    Schema.Struct({
      name: templateFields.name,
      language: RequiredText.annotate({ description: "Which of its languages: a code such as en_US" }),
      components: templateFields.components
    }).annotate({ description: "Required for type template" })
  ),
  ...messageParts(sessionUploads)
}
const AskedParts = Schema.Struct(whatsAppParts)

/**
 * The request of `POST /api/whatsapp/messages/send` (contract: Session messages; WhatsApp message types).
 */
const SendMessageRequest = Schema.Struct({
  to: RequiredText.annotate({
    description:
      "Recipient's phone number, E.164 with +, or their business-scoped user id such as US.13491208655302741918; a contact has to have it"
  }),
  from: senderField("whatsapp"),
  sendAt: sendAtField,
  type: RequiredText.check(documentedAs(WhatsAppType)).annotate({ description: `One of ${whatsAppTypes.join(", ")}` }),
  ...whatsAppParts
}).annotate({
  identifier: "SessionSendMessageRequest",
  description: "A message; what has to be there beside to and type depends on the type",
  examples: [
    { to: "+15551234567", type: "text", text: "See you at eight" },
    { to: "+15551234567", from: "+15550001111", type: "text", text: "See you at eight" },
    {
      to: "+15551234567",
      type: "template",
      template: {
        name: "hello_world",
        language: "en_US",
        components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
      }
    },
    { to: "+15551234567", type: "image", image: { url: "https://example.com/table.jpg", caption: "Your table" } },
    { to: "+15551234567", type: "document", document: { mediaId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e" } },
    ...partExamples("+15551234567")
  ]
})
export type SendMessageRequest = typeof SendMessageRequest.Type

/** Response of a send. `example` is an id of the platform. */
export const sentMessageResponse = (example: string) =>
  Data(
    Schema.Struct({
      vendorMessageId: MessageId.annotate({ description: "The message's id" }),
      waMessageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }),
      status: Schema.Literal("sent").annotate({ description: "The platform has accepted the message" }),
      conversationId: ConversationId.annotate({ description: "The conversation that the message belongs to" }),
      contactId: ContactId.annotate({ description: "The contact that it goes to" })
    })
  ).annotate({
    examples: [
      sentMessage({
        messageId: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"),
        platformMessageId: PlatformMessageId.make(example),
        conversationId: exampleConversation,
        contactId: ContactId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c")
      })
    ]
  })

/** Response to a send that the platform accepted. */
export const sentMessage = ({ contactId, conversationId, messageId, platformMessageId }: Sent) =>
  ok({
    vendorMessageId: messageId,
    waMessageId: platformMessageId,
    status: "sent" as const,
    conversationId,
    contactId
  })

/** The message of a request. */
export const askedMessage = ({
  template,
  ...asked
}: typeof AskedParts.Type & { readonly type: string }): AskedMessage => ({
  ...asked,
  template: template
    ? WhatsAppContent.cases.Template.make({
        name: template.name,
        languageCode: template.language,
        components: template.components ?? null
      })
    : null
})

/** Endpoints of messages (contract: Session messages). */
export const MessagesGroup = HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("list", "/messages", {
      query: {
        conversationId: ConversationIdText,
        limit: Schema.optionalKey(entryLimit(maxMessages, `How many, ${defaultMessages} when left out`)),
        before: Schema.optionalKey(
          Schema.String.annotate({ description: "The id of a message: only those that are older than it" })
        ),
        around: Schema.optionalKey(
          Schema.String.annotate({
            description:
              "The id of a message. Returns it between newer and older ones. Cannot be combined with `before`"
          })
        ),
        after: Schema.optionalKey(
          Schema.String.annotate({
            description: "The id of a message. Returns the next newer ones. Cannot be combined with `before`"
          })
        )
      },
      success: MessagePage,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List messages")
      .annotate(
        OpenApi.Description,
        "The messages of a conversation, the last one first: in the order in which the service learned of them where the clocks explain the difference to their own times, else by those. A send is there once the platform has answered. Give the id of the last message of a page as before to get those that come after it on the next page; none is skipped or repeated while others arrive. With around and after, messages far back are read from their place on."
      ),
    HttpApiEndpoint.get("search", "/messages/search", { query: searchQuery, success: FoundMessagePage })
      .annotate(OpenApi.Summary, "Search messages")
      .annotate(
        OpenApi.Description,
        "Messages of the organization with the fragment in their text or caption, the last one that the service learned of first. An agent with the scope assigned gets those of their own and of unassigned conversations. Deleted messages and those of deleted contacts are not found."
      ),
    HttpApiEndpoint.post("send", "/messages/send", {
      payload: SendMessageRequest,
      success: [sentMessageResponse("wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA"), ScheduledResponse],
      error: [Forbidden, NotFound, Conflict, TooManyRequests, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Send a WhatsApp message")
      .annotate(
        OpenApi.Description,
        "Sends an approved template, or another message to a contact who wrote within 24 hours, and dispatches `message.sent`. Nothing is sent to a number or user id that no contact has, to a blocked contact, or, as a marketing template, to one who opted out. An organization with several numbers names one with `from`. With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time. To answer in a conversation, see `POST /api/whatsapp/conversations/{conversationId}/messages`."
      )
  )
  .annotate(OpenApi.Title, "Messages")
  .annotate(OpenApi.Description, "Messages of conversations, and sends over WhatsApp")

const messageIdOf = idOr(MessageId, () => new MessageNotFound())

type Side = PageAnchor["side"]

const sides: ReadonlyArray<Side> = ["before", "around", "after"]

export const severalCursors = refusal(
  "More than one cursor is given",
  new BadRequest({ error: "Give only one of before, around and after" })
)

/** A cursor that is not a message of the conversation. */
export const unknownCursor = (side: Side) =>
  refusal("The cursor is none", invalidField(side, "not a message of the conversation"))

/** Nothing is sent to strangers. */
export const contactNotFoundByPhone = refusal(
  "No contact has the number",
  new NotFound({ error: "Contact not found for the given phone number" })
)

interface AskedPage {
  readonly side: Side
  /** The id of a message; without it, the newest page is returned. */
  readonly text: string | undefined
  readonly limit: number
}

const readPage = Effect.fnUntraced(
  function* (access: SessionAccess, id: ConversationId, { limit, side, text }: AskedPage) {
    const anchor = text === undefined ? null : { side, id: yield* messageIdOf(text) }
    return yield* listMessages(access, id, { limit, anchor })
  },
  (page, _access, _id, { side }) => Effect.catchTag(page, "MessageNotFound", unknownCursor(side))
)

export const layer = HttpApiBuilder.group(sessionApi(MessagesGroup), "messages", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const id = yield* conversationIdOf(query.conversationId)
      const anchors = sides.filter((side) => query[side] !== undefined)
      if (anchors.length > 1) return yield* severalCursors()
      const [side = "before"] = anchors
      const request = { side, text: query[side], limit: query.limit ?? defaultMessages }
      const { hasNext, hasPrevious, page, quoted, rows, total } = yield* readPage(yield* Access, id, request)
      const data = rows.map((message) => messageView(message, quoted.get(message.id)))
      const answer = { data, total, page, hasNext }
      return side === "before" ? answer : { ...answer, hasPrevious }
    }, Effect.catchTags(conversationRefusals)),
    search: Effect.fnUntraced(
      function* ({ query }) {
        const { limit = defaultPageSize, q } = query
        const before = query.before === undefined ? null : yield* messageIdOf(query.before)
        return foundMessages(yield* searchMessages(yield* Access, { fragment: q, before, limit }))
      },
      Effect.catchTag("MessageNotFound", () => invalidField("before", "not the id of a message"))
    ),
    send: Effect.fnUntraced(
      function* ({ payload }) {
        const { from = null, sendAt = null, to, ...parts } = payload
        const message = askedMessage(parts)
        const answer = Effect.gen(function* () {
          const access = yield* Access
          const content = yield* draftOf(message)
          return sendAt === null
            ? sentMessage(yield* sendToContact(access, to, content, from))
            : scheduledAnswer(yield* scheduleToContact(access, to, content, { from, sendAt }))
        })
        return yield* Effect.catchTags(answer, fileRefusals(message.type))
      },
      Effect.catchTags({
        Forbidden: conversationRefusals.Forbidden,
        ...senderRefusals("whatsapp"),
        ...sendRefusals("whatsapp"),
        ...fileNotTaken("whatsapp"),
        ...whatsAppRefusals,
        ...recipientRefusals,
        ...scheduleRefusals,
        QuotedMessageRefused: quotedRefused,
        ContactNotFoundByPhone: contactNotFoundByPhone,
        OrganizationSuspended: suspended,
        ...keyOutcomes
      }),
      Effect.catchTag("Refused", (refused) => Effect.fail(sessionFailure(refused)))
    )
  })
)
