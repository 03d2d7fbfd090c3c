import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { messengerRules } from "../../../domain/message/MessengerRules.ts"
import { RequiredText } from "../shared/Storable.ts"
import { Data, ok } from "../shared/envelope.ts"
import { Tier } from "../shared/rateTiers.ts"
import { BodyLimit, maxSendBytes } from "../shared/readJsonBody.ts"
import { BadGateway, Conflict, NotFound, TooManyRequests, Unavailable } from "./Failures.ts"
import { messageParts, messageSentResponse, part } from "./MessengerMessage.ts"
import { groupTitle } from "./documentedFailures.ts"

/** The request of `POST /v1/instagram/send-message` (contract C23). */
const InstagramSendRequest = Schema.Struct({
  participantId: RequiredText.annotate({ description: "Instagram-scoped id of the person" }),
  ...messageParts(messengerRules.instagram),
  attachmentUrl: part("Required for types image, video, audio and file: public address; the platform fetches it")
}).annotate({
  examples: [
    { participantId: "6742963515757843", text: "Thanks for asking! We open at nine." },
    { participantId: "6742963515757843", type: "image", attachmentUrl: "https://example.com/table.jpg" }
  ]
})

const InstagramConversations = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({ description: "The platform's id of the conversation" }),
      updated_time: Schema.String.annotate({ description: "When something was last said; ISO 8601 UTC" }),
      participants: Schema.Array(
        Schema.Struct({
          id: Schema.String.annotate({ description: "Instagram-scoped id of a person, or the id of the account" }),
          username: Schema.String.annotate({ description: "Name on Instagram" })
        })
      ).annotate({ description: "Who takes part, the account included" })
    })
  ).annotate({ description: "The conversations, the newest first" })
})

/** contract C62, C23, C24. */
export const InstagramGroup = HttpApiGroup.make("instagram")
  .add(
    HttpApiEndpoint.post("sendMessage", "/v1/instagram/send-message", {
      payload: InstagramSendRequest,
      success: messageSentResponse("aWdfZAG1faXRlbToxOklH").pipe(HttpApiSchema.status(201)),
      error: [NotFound, Conflict, TooManyRequests, BadGateway, Unavailable]
    })
      .annotate(Tier, "messaging")
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Send an Instagram message")
      .annotate(
        OpenApi.Description,
        `Sends a direct message from the connected account, and dispatches \`message.sent\`. The platform takes messages
within 24 hours of the person's last one, and within 7 days with the tag \`HUMAN_AGENT\`.`
      ),
    HttpApiEndpoint.get("listConversations", "/v1/conversations/instagram", {
      success: Data(InstagramConversations).annotate({
        examples: [
          ok({
            data: [
              {
                id: "aWdfZAG06MTpJR01lc3NhZA2VUaHJlYWQ6",
                updated_time: "2026-11-20T12:00:00.000Z",
                participants: [
                  { id: "6742963515757843", username: "ada" },
                  { id: "17841405309211844", username: "acme" }
                ]
              }
            ]
          })
        ]
      }),
      error: [NotFound, BadGateway, Unavailable]
    })
      .annotate(OpenApi.Summary, "List Instagram conversations")
      .annotate(OpenApi.Description, "The conversations of the connected account, as Instagram itself lists them now.")
  )
  .annotate(OpenApi.Title, groupTitle.instagram)
  .annotate(OpenApi.Description, "Messages and conversations of the connected Instagram account.")
