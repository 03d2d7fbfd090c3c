import { Effect, Schema, Struct } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { shownConversation } from "../../../app/conversations/shownConversation.ts"
import { replyInConversation } from "../../../app/sends/replyInConversation.ts"
import { scheduleReply } from "../../../app/sends/scheduledSends.ts"
import { replyOnWhatsApp } from "../../../app/sends/sendToContact.ts"
import type { SessionAccess } from "../../../domain/access/SessionAccess.ts"
import { type MessengerChannel, textLimits } from "../../../domain/conversations/Channel.ts"
import type { Conversation } from "../../../domain/conversations/Conversation.ts"
import { MessageTag } from "../../../domain/messages/messenger/MessengerContent.ts"
import { replyTypes } from "../../../domain/messages/messenger/composeMessenger.ts"
import { messengerRules } from "../../../domain/messages/messenger/MessengerRules.ts"
import { isWithin } from "../../../domain/text/textLimits.ts"
import { ConversationIdText, conversationIdOf } from "../conversations/ConversationViews.ts"
import { conversationRefusals } from "../conversations/conversationRefusals.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { Text, documentedAs, limitText, optional } from "../interfaces/requestFields.ts"
import {
  BadGateway,
  Conflict,
  Forbidden,
  keyOutcomes,
  NotFound,
  suspended,
  TooManyRequests,
  Unavailable,
  invalidField
} from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { sessionFailure } from "../interfaces/session/session.ts"
import { draftOf, fileRefusals, sessionUploads, uploadedIdOf } from "../media/askedFile.ts"
import { askedMessage, sentMessage, sentMessageResponse, whatsAppParts } from "../messages/messages.ts"
import { refusal } from "../openapi/documented.ts"
import { ScheduledResponse, scheduledAnswer, sendAtField } from "./ScheduledViews.ts"
import { imagesField, messageParts, stickerField } from "./MessengerMessage.ts"
import { uploadedFile, whatsAppTypes } from "./WhatsAppMessage.ts"
import { messengerRefusals, quotedRefused, whatsAppRefusals } from "./messageRefusals.ts"
import { scheduleRefusals } from "./scheduleRefusals.ts"
import { accountDisconnected, fileNotTaken, sendRefusals } from "./sendRefusals.ts"

const { instagram, messenger, whatsapp } = textLimits

const partOf = (values: ReadonlyArray<string>, description: string) =>
  optional(Text.check(documentedAs(Schema.Literals(values))).annotate({ description }))

const types = [...new Set<string>([...replyTypes, ...whatsAppTypes])]

const { buttonTemplateText, buttons, elements, quickReplies } = messageParts({
  ...messengerRules.messenger,
  types: replyTypes
})

/** The parts that replies on Messenger and Instagram have beside text and files. */
const personalParts = {
  quickReplies,
  buttonTemplateText,
  buttons,
  elements,
  images: imagesField(
    `On Messenger and Instagram required for type images: at most ${messengerRules.messenger.maxImages} and ${messengerRules.instagram.maxImages}`
  ),
  stickerId: stickerField
}

/** Request of a reply. The domain checks required parts by the channel of the conversation. */
export const ReplyRequest = Schema.Struct({
  ...whatsAppParts,
  ...personalParts,
  type: partOf(
    types,
    `One of ${replyTypes.join(", ")}; on WhatsApp one of ${whatsAppTypes.join(", ")}. text when left out`
  ),
  text: optional(
    Text.annotate({
      description: `Required for type text; ${limitText(whatsapp)} on WhatsApp, ${limitText(messenger)} on Messenger, ${limitText(instagram)} on Instagram`
    })
  ),
  attachmentUrl: optional(
    Text.annotate({
      description:
        "On Messenger and Instagram, for types image, video, audio and file, which need this or mediaId: public address; the platform fetches it"
    })
  ),
  mediaId: uploadedFile(sessionUploads),
  sendAt: sendAtField,
  tag: partOf(
    MessageTag.literals,
    `On Messenger and Instagram: ${MessageTag.literals.join(", ")}, when a person answers: within 7 days instead of 24 hours`
  )
}).annotate({
  identifier: "ReplyRequest",
  description: "A message to the person of a conversation; what has to be there depends on the channel and the type",
  examples: [
    { type: "text", text: "Your table is ready" },
    { type: "image", attachmentUrl: "https://example.com/table.jpg", tag: "HUMAN_AGENT" },
    { type: "quick_replies", text: "Inside or outside?", quickReplies: [{ title: "Inside" }, { title: "Outside" }] },
    { type: "sticker", stickerId: "like" },
    { text: "At eight", replyTo: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c" },
    { type: "image", image: { url: "https://example.com/table.jpg", caption: "Your table" } },
    { type: "template", template: { name: "hello_world", language: "en_US" } }
  ]
})

export type ReplyRequest = typeof ReplyRequest.Type

/**
 * Endpoints of replies (contract: Replies; Fields of replies; Refusals of replies; Answers in closed conversations).
 */
export const RepliesGroup = HttpApiGroup.make("replies")
  .add(
    HttpApiEndpoint.post("send", "/conversations/:conversationId/messages", {
      params: { conversationId: ConversationIdText },
      payload: ReplyRequest,
      success: [sentMessageResponse("m_qr6G9PHeVXpO"), ScheduledResponse],
      error: [Forbidden, NotFound, Conflict, TooManyRequests, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Answer in a conversation")
      .annotate(
        OpenApi.Description,
        "Sends to the person of the conversation, from the number, Page or account that it came over, and dispatches `message.sent`. On Messenger and Instagram the platform takes messages within 24 hours of the person's last one, and within 7 days with the tag `HUMAN_AGENT`; on WhatsApp it takes approved templates at any time, and other messages within 24 hours. Nothing is sent to a blocked contact, and no marketing template to one who opted out. A closed conversation is opened again, and `conversation.opened` is dispatched, unless the contact has another one on that account that is not closed: the message belongs to that one, and `conversationId` of the answer names it. With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time."
      )
  )
  .annotate(OpenApi.Title, "Replies")
  .annotate(OpenApi.Description, "Answers to the people of conversations")

/** Refusals of a reply without an account or contact, for `Effect.catchTags`. */
export const answerRefusals = {
  ConversationDisconnected: accountDisconnected("conversation"),
  ContactNotFound: refusal("The person is not known any more", new NotFound({ error: "Contact not found" }))
}

const onWhatsApp = Effect.fnUntraced(function* (
  access: SessionAccess,
  conversation: Conversation,
  { sendAt = null, ...reply }: ReplyRequest
) {
  if (!isWithin(reply.text ?? "", textLimits.whatsapp)) {
    return yield* invalidField("text", `Expected ${limitText(textLimits.whatsapp)}`)
  }
  const message = askedMessage({
    ...Struct.omit(reply, [
      "attachmentUrl",
      "buttonTemplateText",
      "buttons",
      "elements",
      "images",
      "mediaId",
      "quickReplies",
      "stickerId",
      "tag"
    ]),
    type: reply.type ?? "text"
  })
  const answer = Effect.gen(function* () {
    const content = yield* draftOf(message)
    return sendAt === null
      ? sentMessage(yield* replyOnWhatsApp(access, conversation, content))
      : scheduledAnswer(yield* scheduleReply(access, conversation, content, sendAt))
  })
  return yield* Effect.catchTags(answer, {
    ...fileRefusals(message.type),
    ...sendRefusals("whatsapp"),
    ...fileNotTaken("whatsapp"),
    ...whatsAppRefusals,
    ...messengerRefusals,
    QuotedMessageRefused: quotedRefused
  })
})

const toPerson = Effect.fnUntraced(
  function* (access: SessionAccess, channel: MessengerChannel, conversation: Conversation, reply: ReplyRequest) {
    const { mediaId: named = null, sendAt = null } = reply
    const mediaId = named === null ? null : yield* uploadedIdOf(named)
    const draft = {
      ...Struct.pick(reply, [
        "attachmentUrl",
        "buttonTemplateText",
        "buttons",
        "elements",
        "images",
        "quickReplies",
        "reaction",
        "replyTo",
        "stickerId",
        "tag",
        "text",
        "type"
      ]),
      mediaId
    }
    const answer = Effect.gen(function* () {
      return sendAt === null
        ? sentMessage(yield* replyInConversation(access, { channel, conversation }, draft))
        : scheduledAnswer(yield* scheduleReply(access, conversation, draft, sendAt))
    })
    return yield* Effect.catchTags(answer, {
      ...sendRefusals(channel),
      ...fileNotTaken(channel),
      ...messengerRefusals,
      ContentRefused: whatsAppRefusals.ContentRefused,
      QuotedMessageRefused: quotedRefused
    })
  },
  Effect.catchTags(fileRefusals("mediaId"))
)

export const layer = HttpApiBuilder.group(sessionApi(RepliesGroup), "replies", (handlers) =>
  handlers.handle(
    "send",
    Effect.fnUntraced(
      function* ({ params, payload }) {
        const access = yield* Access
        const conversation = yield* shownConversation(access, yield* conversationIdOf(params.conversationId))
        const { channel } = conversation
        return yield* channel === "whatsapp"
          ? onWhatsApp(access, conversation, payload)
          : toPerson(access, channel, conversation, payload)
      },
      Effect.catchTags({
        ...conversationRefusals,
        ...answerRefusals,
        ...scheduleRefusals,
        OrganizationSuspended: suspended,
        ...keyOutcomes
      }),
      Effect.catchTag("Refused", (refused) => Effect.fail(sessionFailure(refused)))
    )
  )
)
