import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { defaultMessages, maxMessages } from "../../../domain/messagePage.ts"
import { wholeNumber } from "../pagination.ts"
import { Tier } from "../rateTiers.ts"
import { BodyLimit, maxSendBytes } from "../readJsonBody.ts"
import { ConversationIdText } from "./ConversationIdText.ts"
import { groupTitle } from "./documentedFailures.ts"
import { BadGateway, Forbidden, NotFound, TooManyRequests, Unavailable } from "./Failures.ts"
import { MessagePage } from "./MessageViews.ts"
import { SendMessageRequest, SendMessageResponse } from "./SendMessage.ts"

/** contract C59. */
export const MessagesGroup = HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("list", "/messages", {
      query: {
        conversationId: ConversationIdText,
        limit: Schema.optionalKey(wholeNumber(1, maxMessages, `How many, ${defaultMessages} when left out`)),
        before: Schema.optionalKey(
          Schema.String.annotate({ description: "The id of a message: only those that are older than it" })
        )
      },
      success: MessagePage,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List messages")
      .annotate(
        OpenApi.Description,
        "The messages of a conversation, newest first. Give the id of the last one as before to get those that come after it."
      ),
    HttpApiEndpoint.post("send", "/messages/send", {
      payload: SendMessageRequest,
      success: SendMessageResponse,
      error: [Forbidden, NotFound, TooManyRequests, BadGateway, Unavailable]
    })
      .annotate(Tier, "messaging")
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Send a WhatsApp message")
      .annotate(
        OpenApi.Description,
        "Sends an approved template, or another message to a contact who wrote within 24 hours, and dispatches `message.sent`. A number that no contact is known by is not written to."
      )
  )
  .annotate(OpenApi.Title, groupTitle.messages)
  .annotate(OpenApi.Description, "Messages of conversations, and sends over WhatsApp")
