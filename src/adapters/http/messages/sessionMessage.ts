import { Effect, Schema, Struct } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { getMessage } from "../../../app/messages/messages.ts"
import { showSigns } from "../../../app/messages/senderActions.ts"
import { ContactId, ConversationId, MessageId } from "../../../domain/Ids.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import type { Signs } from "../../../domain/messages/senderAction.ts"
import { conversationRefusals } from "../conversations/conversationRefusals.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { BadGateway, Forbidden, NotFound, Unavailable, invalidField } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { sessionFailure } from "../interfaces/session/session.ts"
import { refusal } from "../openapi/documented.ts"
import { accountDisconnected, lookupRefusals } from "../sends/sendRefusals.ts"
import { messageIdParam, timeFields, timesOf } from "./DeveloperMessageViews.ts"
import { SessionMessage, messageView } from "./MessageViews.ts"
import { readDescription, ReadRequest, SignsAnswer, signsAnswer, typingDescription, withOptionalBody } from "./signs.ts"

const MessageAnswer = Data(
  Schema.Struct({
    message: SessionMessage.annotate({ description: "The message as lists show it" }),
    contactId: ContactId.annotate({ description: "The contact of the conversation" }),
    channel: Channel.annotate({ description: "whatsapp, messenger or instagram" }),
    ...timeFields
  })
).annotate({
  examples: [
    ok({
      message: {
        id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"),
        waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA",
        conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
        direction: "outbound" as const,
        type: "text" as const,
        content: { text: "See you at eight" },
        status: "delivered" as const,
        timestamp: "2026-11-20T12:00:00.000Z",
        senderId: null
      },
      contactId: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
      channel: "whatsapp" as const,
      sentAt: "2026-11-20T12:00:00.000Z",
      deliveredAt: "2026-11-20T12:00:02.000Z",
      readAt: null,
      failedAt: null
    })
  ]
})

/** Responses to a message that cannot be shown or acted on, for `Effect.catchTags`. */
export const sessionMessageFailures = {
  MessageNotFound: refusal("No message has the id", new NotFound({ error: "Message not found" })),
  Forbidden: conversationRefusals.Forbidden,
  MessageNotInbound: refusal(
    "The message is one of the business",
    invalidField("messageId", "Expected the id of a message from a contact")
  )
}

/** Endpoints of one message (contract: Messages for backends; Read receipts and typing). */
export const SessionMessageGroup = HttpApiGroup.make("message")
  .add(
    HttpApiEndpoint.get("get", "/messages/:messageId", {
      params: messageIdParam,
      success: MessageAnswer,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a message")
      .annotate(OpenApi.Description, "A message in either direction, with the times of each step."),
    HttpApiEndpoint.post("read", "/messages/:messageId/read", {
      params: messageIdParam,
      payload: [ReadRequest.annotate({ identifier: "SessionReadMessageRequest" }), HttpApiSchema.NoContent],
      success: SignsAnswer,
      error: [Forbidden, NotFound, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Transform, withOptionalBody)
      .annotate(OpenApi.Summary, "Mark a message as read")
      .annotate(OpenApi.Description, readDescription),
    HttpApiEndpoint.post("typing", "/messages/:messageId/typing", {
      params: messageIdParam,
      success: SignsAnswer,
      error: [Forbidden, NotFound, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Show that an answer is being written")
      .annotate(OpenApi.Description, typingDescription)
  )
  .annotate(OpenApi.Title, "A message")
  .annotate(OpenApi.Description, "One message, read receipts and typing")

const signal = Effect.fnUntraced(
  function* (id: string, signs: Signs) {
    const access = yield* Access
    const found = yield* getMessage(access, id)
    const action = yield* Effect.catchTags(showSigns(access, found, signs), {
      ...lookupRefusals(found.message.channel),
      ConversationDisconnected: accountDisconnected("conversation"),
      MessageNotInbound: sessionMessageFailures.MessageNotInbound
    })
    return signsAnswer(found.message, action)
  },
  Effect.catchTags(Struct.omit(sessionMessageFailures, ["MessageNotInbound"])),
  Effect.catchTag("Refused", (refused) => Effect.fail(sessionFailure(refused)))
)

export const layer = HttpApiBuilder.group(sessionApi(SessionMessageGroup), "message", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(
      function* ({ params }) {
        const { message, quoted } = yield* getMessage(yield* Access, params.messageId)
        const { channel, contactId } = message
        return ok({ message: messageView(message, quoted ?? undefined), contactId, channel, ...timesOf(message) })
      },
      Effect.catchTags(Struct.omit(sessionMessageFailures, ["MessageNotInbound"]))
    ),
    read: ({ params, payload }) => signal(params.messageId, { read: true, typing: payload?.typing ?? false }),
    typing: ({ params }) => signal(params.messageId, { read: false, typing: true })
  })
)
