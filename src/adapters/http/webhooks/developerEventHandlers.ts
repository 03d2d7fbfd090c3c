import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { readEvents } from "../../../app/webhooks/eventFeed.ts"
import { EventId, type OrganizationId } from "../../../domain/Ids.ts"
import { EventNotFound } from "../../../domain/webhooks/Event.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import type { RecordedEvent } from "../../../ports/webhooks/EventLog.ts"
import { ok } from "../interfaces/envelope.ts"
import { idIn } from "../interfaces/idIn.ts"
import { DeveloperApi } from "../interfaces/developer/Api.ts"
import { Caller } from "../interfaces/developer/ApiKeyAuth.ts"
import { BadRequest } from "../interfaces/developer/Failures.ts"

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

export const layer = HttpApiBuilder.group(DeveloperApi, "events", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Caller
        const { events, hasMore, next } = yield* eventsAfter(organizationId, query)
        return ok({ events, next_after: next, has_more: hasMore })
      },
      Effect.catchTag(
        "EventNotFound",
        () =>
          new BadRequest({
            message: "Invalid field after: Expected the id of an event that is still kept",
            fix: "Leave after out to begin with the oldest event that is kept"
          })
      )
    )
  )
)
