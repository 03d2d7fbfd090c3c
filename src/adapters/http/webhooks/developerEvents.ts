import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventId } from "../../../domain/Ids.ts"
import { Data } from "../interfaces/envelope.ts"
import { pageQuery } from "../interfaces/pagination.ts"
import { Text } from "../interfaces/requestFields.ts"
import { groupTitle } from "../interfaces/developer/documentedFailures.ts"
import { LogsAnswer } from "../interfaces/developer/middleware.ts"

/** An event in the feed. */
export const EventItem = Schema.Struct({
  id: EventId.annotate({ description: "The event's id: webhook-id of its delivery" }),
  event: Schema.String.annotate({ description: "The event's type" }),
  timestamp: Schema.String.annotate({ description: "When it happened: ISO 8601, UTC", format: "date-time" }),
  data: Schema.Json.annotate({ description: "What happened, as it is delivered" })
})
  // The document lists every event under this name.
  .annotate({ identifier: "FeedEvent" })

export const eventExample = {
  id: EventId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  event: "message.delivered",
  timestamp: "2026-11-20T12:00:00.123Z",
  data: {
    channel: "whatsapp",
    message_id: "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5",
    to: "15551234567",
    status: "delivered",
    timestamp: "2026-11-20T12:00:00.000Z"
  }
}

const Feed = Data(
  Schema.Struct({
    events: Schema.Array(EventItem).annotate({ description: "The oldest first" }),
    next_after: Schema.NullOr(EventId).annotate({
      description: "What to give as after the next time; null while there is nothing"
    }),
    has_more: Schema.Boolean.annotate({ description: "Whether others are there already" })
  })
).annotate({
  examples: [
    {
      success: true,
      data: {
        events: [eventExample],
        next_after: EventId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
        has_more: false
      }
    }
  ]
})

/** Past events, for a receiver that missed deliveries (contract C30). */
export const EventsGroup = HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/v1/events", {
      query: {
        after: Schema.optionalKey(
          Text.annotate({ description: "The id of the event to go on after: next_after of the answer before" })
        ),
        limit: pageQuery.limit
      },
      success: Feed
    })
      // Otherwise the log would store every event again.
      .annotate(LogsAnswer, false)
      .annotate(OpenApi.Summary, "Read events")
      .annotate(
        OpenApi.Description,
        "Every event, whether or not the subscription names it, oldest first. A reader that always continues after next_after misses none. An event may appear here a moment after it happened, and is kept for 30 days, unless configured otherwise."
      )
  )
  .annotate(OpenApi.Title, groupTitle.events)
  .annotate(OpenApi.Description, "Everything that happened, to catch up from")
