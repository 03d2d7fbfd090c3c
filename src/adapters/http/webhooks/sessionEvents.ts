import { refusal } from "../openapi/documented.ts"
import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { eventCatalogue } from "../../../domain/webhooks/eventCatalogue.ts"
import { EventItem, eventExample, eventsAfter } from "./developerEvents.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { Access, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { invalidField } from "../interfaces/session/Failures.ts"
import { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"
import { EventId } from "../../../domain/Ids.ts"
import { Text } from "../interfaces/requestFields.ts"
import { pageQuery } from "../interfaces/pagination.ts"

const Feed = Data(
  Schema.Struct({
    events: Schema.Array(EventItem).annotate({ description: "The oldest first" }),
    nextAfter: Schema.NullOr(EventId).annotate({
      description: "What to give as after the next time; null while there is no event"
    }),
    hasMore: Schema.Boolean.annotate({ description: "Whether others are there already" })
  })
).annotate({ examples: [ok({ events: [eventExample], nextAfter: eventExample.id, hasMore: false })] })

const Catalogue = Data(
  Schema.Struct({
    types: Schema.Array(
      Schema.Struct({
        type: DeliverableType.annotate({ description: "The name of the type, as subscriptions have it" }),
        description: Schema.String.annotate({ description: "When such an event happens" }),
        isSubscribable: Schema.Boolean.annotate({ description: "Whether a subscription can name it" })
      })
    ).annotate({ description: "Every type of event" })
  })
).annotate({
  examples: [
    ok({
      types: [
        {
          type: "message.delivered" as const,
          description: "The message reached the device of the person",
          isSubscribable: true
        }
      ]
    })
  ]
})

/** Endpoints of the event feed (contract C240). */
export const FeedGroup = HttpApiGroup.make("feed")
  .add(
    HttpApiEndpoint.get("list", "/developer/events", {
      query: {
        after: Schema.optionalKey(
          Text.annotate({ description: "The id of the event to go on after: nextAfter of the answer before" })
        ),
        limit: pageQuery.limit
      },
      success: Feed
    })
      .annotate(OpenApi.Summary, "Read events")
      .annotate(
        OpenApi.Description,
        "Every event, whether or not the subscription names it, oldest first. A reader that always continues after nextAfter misses none. An event may appear here a moment after it happened, and is kept for 30 days, unless configured otherwise."
      ),
    HttpApiEndpoint.get("listTypes", "/developer/events/types", { success: Catalogue })
      .annotate(OpenApi.Summary, "List types of events")
      .annotate(OpenApi.Description, "Every type of event with its meaning, for the choice of a subscription.")
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "Feed of events")
  .annotate(OpenApi.Description, "Everything that happened, and the types of events")

export const eventNotFound = refusal(
  "No stored event has the id",
  invalidField("after", "Expected the id of an event that is still kept")
)

export const layer = HttpApiBuilder.group(sessionApi(FeedGroup), "feed", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Access
        const { events, hasMore, next } = yield* eventsAfter(organizationId, query)
        return ok({ events, nextAfter: next, hasMore })
      },
      Effect.catchTag("EventNotFound", eventNotFound)
    ),
    listTypes: () => Effect.succeed(ok({ types: eventCatalogue }))
  })
)
