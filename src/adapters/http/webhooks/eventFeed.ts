import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { readEvents } from "../../../app/webhooks/eventFeed.ts"
import { EventId, type OrganizationId } from "../../../domain/Ids.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"
import { EventNotFound } from "../../../domain/webhooks/Event.ts"
import { eventCatalogue } from "../../../domain/webhooks/eventCatalogue.ts"
import type { RecordedEvent } from "../../../ports/webhooks/EventLog.ts"
import { BadRequest } from "../interfaces/developer/Failures.ts"
import { Caller, LogsAnswer, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery } from "../interfaces/pagination.ts"
import { Text, idIn } from "../interfaces/requestFields.ts"
import { invalidField } from "../interfaces/session/Failures.ts"
import { Access, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"

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

const DeveloperFeed = Data(
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

/** Past events, for a receiver that missed deliveries (contract: Order within a conversation). */
export const EventsGroup = HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/v1/events", {
      query: {
        after: Schema.optionalKey(
          Text.annotate({ description: "The id of the event to go on after: next_after of the answer before" })
        ),
        limit: pageQuery.limit
      },
      success: DeveloperFeed
    })
      // Otherwise the log would store every event again.
      .annotate(LogsAnswer, false)
      .annotate(OpenApi.Summary, "Read events")
      .annotate(
        OpenApi.Description,
        "Every event, whether or not the subscription names it, oldest first. A reader that always continues after next_after misses none. An event may appear here a moment after it happened, and is kept for 30 days, unless configured otherwise."
      )
  )
  .annotate(OpenApi.Title, "Events")
  .annotate(OpenApi.Description, "Everything that happened, to catch up from")

export const eventIdOf = idIn(EventId)

/** An event in the feed. */
const eventItem = ({ data, id, occurredAt, type }: RecordedEvent) => ({
  id,
  event: type,
  timestamp: DateTime.formatIso(occurredAt),
  data
})

/** The events after the given event; from the oldest on if there is none. */
export const eventsAfter = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { after, limit = defaultPageSize }: { readonly after?: string; readonly limit?: number }
) {
  const from = after === undefined ? Option.none() : eventIdOf(after)
  if (after !== undefined && Option.isNone(from)) return yield* new EventNotFound()
  const { events, hasMore } = yield* readEvents(organizationId, from, limit)
  return { events: events.map(eventItem), next: events.at(-1)?.id ?? Option.getOrNull(from), hasMore }
})

export const developerEventNotFound = refusal(
  "The event to go on after is not there, or not any more",
  new BadRequest({
    message: "Invalid field after: Expected the id of an event that is still kept",
    fix: "Leave after out to begin with the oldest event that is kept"
  })
)

export const developerLayer = HttpApiBuilder.group(developerApi(EventsGroup), "events", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Caller
        const { events, hasMore, next } = yield* eventsAfter(organizationId, query)
        return ok({ events, next_after: next, has_more: hasMore })
      },
      Effect.catchTag("EventNotFound", developerEventNotFound)
    )
  )
)

const SessionFeed = Data(
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

/** Endpoints of the event feed (contract: Events of the console). */
export const FeedGroup = HttpApiGroup.make("feed")
  .add(
    HttpApiEndpoint.get("list", "/developer/events", {
      query: {
        after: Schema.optionalKey(
          Text.annotate({ description: "The id of the event to go on after: nextAfter of the answer before" })
        ),
        limit: pageQuery.limit
      },
      success: SessionFeed
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

export const sessionEventNotFound = refusal(
  "No stored event has the id",
  invalidField("after", "Expected the id of an event that is still kept")
)

export const sessionLayer = HttpApiBuilder.group(sessionApi(FeedGroup), "feed", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Access
        const { events, hasMore, next } = yield* eventsAfter(organizationId, query)
        return ok({ events, nextAfter: next, hasMore })
      },
      Effect.catchTag("EventNotFound", sessionEventNotFound)
    ),
    listTypes: () => Effect.succeed(ok({ types: eventCatalogue }))
  })
)
