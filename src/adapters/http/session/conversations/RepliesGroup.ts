import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { replyTypes } from "../../../../domain/message/messenger/composeReply.ts"
import { MessageTag } from "../../../../domain/message/messenger/MessengerContent.ts"
import { textLimits } from "../../../../domain/text/textLimits.ts"
import { documentedAs } from "../../openapi/documentedAs.ts"
import { optional } from "../../shared/optional.ts"
import { Tier } from "../../shared/rateTiers.ts"
import { BodyLimit, maxSendBytes } from "../../shared/readJsonBody.ts"
import { limitText, Text } from "../../shared/Storable.ts"
import { ConversationIdText } from "../ConversationIdText.ts"
import { groupTitle } from "../documentedFailures.ts"
import { BadGateway, Conflict, Forbidden, NotFound, TooManyRequests, Unavailable } from "../Failures.ts"
import { sentMessageResponse } from "../MessagesGroup.ts"
import { IdempotencyGuard } from "../middleware.ts"
import { uploadedFile } from "../uploads/askedFile.ts"

const { instagram, messenger } = textLimits

const partOf = (values: ReadonlyArray<string>, description: string) =>
  optional(Text.check(documentedAs(Schema.Literals(values))).annotate({ description }))

/** Which parts have to be there is for the domain to say, by the channel of the conversation. */
const ReplyRequest = Schema.Struct({
  type: partOf(replyTypes, `One of ${replyTypes.join(", ")}; text when left out`),
  text: optional(
    Text.annotate({
      description: `Required for type text; ${limitText(messenger)} on Messenger, ${limitText(instagram)} on Instagram`
    })
  ),
  attachmentUrl: optional(
    Text.annotate({
      description:
        "For types image, video, audio and file, which need this or mediaId: public address; the platform fetches it"
    })
  ),
  mediaId: uploadedFile,
  tag: partOf(
    MessageTag.literals,
    `${MessageTag.literals.join(", ")}, when a person answers: within 7 days instead of 24 hours`
  )
}).annotate({
  identifier: "ReplyRequest",
  description: "A message to the person of a Messenger or Instagram conversation",
  examples: [
    { type: "text", text: "Your table is ready" },
    { type: "image", attachmentUrl: "https://example.com/table.jpg", tag: "HUMAN_AGENT" }
  ]
})

/** contract C272 to C274. */
export const RepliesGroup = HttpApiGroup.make("replies")
  .add(
    HttpApiEndpoint.post("send", "/conversations/:conversationId/messages", {
      params: { conversationId: ConversationIdText },
      payload: ReplyRequest,
      success: sentMessageResponse("m_qr6G9PHeVXpO"),
      error: [Forbidden, NotFound, Conflict, TooManyRequests, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(Tier, "messaging")
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Answer on Messenger or Instagram")
      .annotate(
        OpenApi.Description,
        "Sends to the person of the conversation, from the Page or account that it came over, and dispatches `message.sent`. The platform takes messages within 24 hours of the person's last one, and within 7 days with the tag `HUMAN_AGENT`. Nothing is sent to a blocked contact. A closed conversation stays closed: the message belongs to the contact's other one, or to a new one. For WhatsApp, see `POST /api/whatsapp/messages/send`."
      )
  )
  .annotate(OpenApi.Title, groupTitle.replies)
  .annotate(OpenApi.Description, "Messages to people of Messenger and Instagram")
