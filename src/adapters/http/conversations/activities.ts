import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listActivities } from "../../../app/conversations/activities.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery } from "../interfaces/pagination.ts"
import { Forbidden, NotFound } from "../interfaces/session/Failures.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { EventItem, eventExample, eventItem } from "../webhooks/eventFeed.ts"
import { conversationRefusals } from "./conversationRefusals.ts"
import { ConversationIdText, conversationIdOf } from "./ConversationViews.ts"

const Activities = Data(
  Schema.Struct({ activities: Schema.Array(EventItem).annotate({ description: "The newest first" }) })
).annotate({ examples: [ok({ activities: [eventExample] })] })

/** Endpoint of activities (contract: Activities of a conversation). */
export const ActivitiesGroup = HttpApiGroup.make("activities")
  .add(
    HttpApiEndpoint.get("list", "/conversations/:conversationId/activities", {
      params: { conversationId: ConversationIdText },
      query: { limit: pageQuery.limit },
      success: Activities,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List the activities of a conversation")
      .annotate(
        OpenApi.Description,
        "The newest events `conversation.opened`, `conversation.closed`, `conversation.assigned` and `conversation.updated` of the conversation, with the data of the events. They are stored for 30 days, unless configured otherwise."
      )
  )
  .annotate(OpenApi.Title, "Activities")
  .annotate(OpenApi.Description, "Changes of a conversation")

export const layer = HttpApiBuilder.group(sessionApi(ActivitiesGroup), "activities", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* ({ params, query }) {
      const id = yield* conversationIdOf(params.conversationId)
      const events = yield* listActivities(yield* Access, id, query.limit ?? defaultPageSize)
      return ok({ activities: events.map(eventItem) })
    }, Effect.catchTags(conversationRefusals))
  )
)
