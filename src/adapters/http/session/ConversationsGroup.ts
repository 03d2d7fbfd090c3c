import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ConversationStatus } from "../../../domain/Conversation.ts"
import { UserId } from "../../../domain/Ids.ts"
import { optional } from "../optional.ts"
import { pageQuery } from "../pagination.ts"
import { RequiredText, Text } from "../Storable.ts"
import { ConversationIdText } from "./ConversationIdText.ts"
import { ConversationDetails, ConversationPage } from "./ConversationViews.ts"
import { groupTitle } from "./documentedFailures.ts"
import { Conflict, Forbidden, NotFound } from "./Failures.ts"
import { AssignedConversation, ClosedConversation } from "./HandledConversation.ts"

/** Characters of a resolution; it travels in an event too. */
const longestResolution = 2_000

const CloseConversationRequest = Schema.Struct({
  resolution: optional(
    Text.check(Schema.isMaxLength(longestResolution, { expected: `at most ${longestResolution} characters` })).annotate(
      {
        description: `How the conversation was resolved, at most ${longestResolution} characters`
      }
    )
  )
}).annotate({
  identifier: "CloseConversationRequest",
  description: "May be left out as a whole",
  examples: [{ resolution: "Refunded" }]
})

const AssignConversationRequest = Schema.Struct({
  userId: RequiredText.annotate({ description: "The user to assign; a member of the organization" })
}).annotate({
  identifier: "AssignConversationRequest",
  description: "Whom to assign",
  examples: [{ userId: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10" }]
})

/** The generator takes every body for required. */
const withOptionalBody: OpenApi.Transform["Service"] = ({ requestBody, ...operation }) => ({
  ...operation,
  requestBody: { ...requestBody, required: false }
})

const path = { conversationId: ConversationIdText }

/** contract C58. */
export const ConversationsGroup = HttpApiGroup.make("conversations")
  .add(
    HttpApiEndpoint.get("list", "/conversations", {
      query: {
        ...pageQuery,
        status: Schema.optionalKey(ConversationStatus.annotate({ description: "Only those with this status" })),
        assignee: Schema.optionalKey(
          UserId.annotate({ description: "Only those that this user looks after; the user's UUID" })
        )
      },
      success: ConversationPage
    })
      .annotate(OpenApi.Summary, "List conversations")
      .annotate(
        OpenApi.Description,
        "The last updated first. An agent with the scope assigned gets their own and the unassigned conversations."
      ),
    HttpApiEndpoint.get("get", "/conversations/:conversationId", {
      params: path,
      success: ConversationDetails,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a conversation")
      .annotate(OpenApi.Description, "One conversation, with the whole contact, the assignee and how it began."),
    HttpApiEndpoint.post("close", "/conversations/:conversationId/close", {
      params: path,
      payload: [CloseConversationRequest, HttpApiSchema.NoContent],
      success: ClosedConversation,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Transform, withOptionalBody)
      .annotate(OpenApi.Summary, "Close a conversation")
      .annotate(
        OpenApi.Description,
        "AI handling stops, and `conversation.closed` is dispatched. To close it again changes nothing: the first time counts."
      ),
    HttpApiEndpoint.post("assign", "/conversations/:conversationId/assign", {
      params: path,
      payload: AssignConversationRequest,
      success: AssignedConversation,
      error: [Forbidden, NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Assign a conversation")
      .annotate(
        OpenApi.Description,
        "The user is notified. A closed conversation is opened again, unless the contact has another open one."
      )
  )
  .annotate(OpenApi.Title, groupTitle.conversations)
  .annotate(OpenApi.Description, "Conversations with contacts, and their assignment")
