import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { sendPrivateReply } from "../../../app/sends/directMessages.ts"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import { replyTypes } from "../../../domain/messages/messenger/composeMessenger.ts"
import { messengerRules } from "../../../domain/messages/messenger/MessengerRules.ts"
import { composePrivateAnswer, maxCommentIdLength } from "../../../domain/messages/messenger/privateReply.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { RequiredText, Text, documentedAs, optional } from "../interfaces/requestFields.ts"
import {
  BadGateway,
  keyOutcomes,
  NotFound,
  suspended,
  TooManyRequests,
  Unavailable
} from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { sessionFailure } from "../interfaces/session/session.ts"
import { sentMessage, sentMessageResponse } from "../messages/messages.ts"
import { imagesField, messageParts, stickerField } from "./MessengerMessage.ts"
import { messengerRefusals } from "./messageRefusals.ts"
import { senderRefusals, sendRefusals } from "./sendRefusals.ts"

const types = replyTypes.filter((type) => type !== "reaction")

const { buttonTemplateText, buttons, elements, quickReplies, tag, text } = messageParts({
  ...messengerRules.messenger,
  types: replyTypes
})

/** Request of a private reply. The domain checks required parts by the channel. */
const PrivateReplyRequest = Schema.Struct({
  channel: Schema.Literals(["messenger", "instagram"]).annotate({ description: "messenger or instagram" }),
  commentId: RequiredText.annotate({
    description: `The platform's id of the comment, at most ${maxCommentIdLength} characters`
  }),
  from: optional(
    Text.annotate({
      description:
        "The Page or account of the post: its id, or the id of the connected account; when left out, the one connected first"
    })
  ),
  type: optional(
    Text.check(documentedAs(Schema.Literals(types))).annotate({
      description: `One of ${types.join(", ")}; text when left out`
    })
  ),
  text,
  quickReplies,
  buttonTemplateText,
  buttons,
  elements,
  attachmentUrl: optional(
    Text.annotate({
      description: "Required for types image, video, audio and file: public address; the platform fetches it"
    })
  ),
  images: imagesField("Required for type images"),
  stickerId: stickerField,
  replyTo: optional(Text.annotate({ description: "Refused: a comment is no message" })),
  tag
}).annotate({
  identifier: "PrivateReplyRequest",
  description: "A private message to the author of a comment; what has to be there depends on the type",
  examples: [
    { channel: "messenger", commentId: "542998526103632_461184817813069", text: "Thanks for asking! We open at nine." },
    { channel: "instagram", commentId: "17938293749283746", text: "Thanks for asking! We open at nine." }
  ]
})

/** The endpoint of private replies (contract: Private replies). */
export const PrivateRepliesGroup = HttpApiGroup.make("privateReplies")
  .add(
    HttpApiEndpoint.post("send", "/private-replies", {
      payload: PrivateReplyRequest,
      success: sentMessageResponse("m_qr6G9PHeVXpO"),
      error: [NotFound, TooManyRequests, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Answer a comment privately")
      .annotate(
        OpenApi.Description,
        "Sends a message to the author of a comment below a post of the Page or account, and dispatches `message.sent`. The platform takes one for each comment, within 7 days of it. The author becomes the contact of the message, in their open conversation or in a new one."
      )
  )
  .annotate(OpenApi.Title, "Private replies")
  .annotate(OpenApi.Description, "Messages to the authors of comments")

const send = Effect.fnUntraced(function* (
  channel: MessengerChannel,
  { from = null, ...draft }: Omit<typeof PrivateReplyRequest.Type, "channel">
) {
  const { organizationId } = yield* Access
  const sent = Effect.gen(function* () {
    const reply = yield* Effect.fromResult(composePrivateAnswer(channel, draft))
    return sentMessage(yield* sendPrivateReply(organizationId, channel, reply, from))
  })
  return yield* Effect.catchTags(sent, {
    ...senderRefusals(channel),
    ...sendRefusals(channel),
    ...messengerRefusals,
    OrganizationSuspended: suspended
  })
})

export const layer = HttpApiBuilder.group(sessionApi(PrivateRepliesGroup), "privateReplies", (handlers) =>
  handlers.handle("send", ({ payload: { channel, ...draft } }) =>
    send(channel, draft).pipe(
      Effect.catchTags(keyOutcomes),
      Effect.catchTag("Refused", (refused) => Effect.fail(sessionFailure(refused)))
    )
  )
)
