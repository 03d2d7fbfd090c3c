import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { pageQuery } from "../pagination.ts"
import { Tier } from "../rateTiers.ts"
import { BodyLimit, maxSendBytes } from "../readJsonBody.ts"
import { groupTitle } from "./documentedFailures.ts"
import { BadGateway, NotFound, TooManyRequests, Unavailable } from "./Failures.ts"
import { SendMessageRequest, SendMessageResponse } from "./SendMessage.ts"
import { TemplateList } from "./TemplateList.ts"
import { WhatsAppConversations } from "./WhatsAppConversations.ts"

/** contract C60. */
export const WhatsAppGroup = HttpApiGroup.make("whatsapp")
  .add(
    HttpApiEndpoint.post("sendMessage", "/v1/send-message", {
      payload: SendMessageRequest,
      success: SendMessageResponse.pipe(HttpApiSchema.status(201)),
      error: [NotFound, TooManyRequests, BadGateway, Unavailable]
    })
      .annotate(Tier, "messaging")
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Send a WhatsApp message")
      .annotate(
        OpenApi.Description,
        `Sends an approved template, or another message to a person who wrote within 24 hours, and dispatches
\`message.sent\`. An unknown number becomes a contact.`
      ),
    HttpApiEndpoint.get("listTemplates", "/v1/templates", {
      success: TemplateList,
      error: [NotFound, BadGateway, Unavailable]
    })
      .annotate(OpenApi.Summary, "List WhatsApp templates")
      .annotate(OpenApi.Description, "All approved templates of the connected account; at most some minutes old."),
    HttpApiEndpoint.get("listConversations", "/v1/conversations/whatsapp", {
      query: pageQuery,
      success: WhatsAppConversations
    })
      .annotate(OpenApi.Summary, "List WhatsApp conversations")
      .annotate(OpenApi.Description, "A page of the conversations over WhatsApp, the last updated first.")
  )
  .annotate(OpenApi.Title, groupTitle.whatsapp)
  .annotate(OpenApi.Description, "Messages, templates and conversations of the connected WhatsApp number.")
