import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { readEvents } from "../../../../app/eventFeed.ts"
import { EventId } from "../../../../domain/Ids.ts"
import { EventNotFound } from "../../../../domain/delivery/Event.ts"
import { defaultPageSize } from "../../../../domain/text/Page.ts"
import type { RecordedEvent } from "../../../../ports/stores/delivery/EventLog.ts"
import { ok } from "../../shared/envelope.ts"
import { idIn } from "../../shared/idIn.ts"
import { DeveloperApi } from "../Api.ts"
import { Caller } from "../ApiKeyAuth.ts"
import { BadRequest } from "../Failures.ts"

export const eventIdOf = idIn(EventId)

/** An event as feeds show it. */
export const eventItem = ({ data, id, occurredAt, type }: RecordedEvent) => ({
  id,
  event: type,
  timestamp: DateTime.formatIso(occurredAt),
  data
})

export const layer = HttpApiBuilder.group(DeveloperApi, "events", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Caller
        const after = query.after === undefined ? Option.none() : eventIdOf(query.after)
        if (query.after !== undefined && Option.isNone(after)) return yield* new EventNotFound()
        const { events, hasMore } = yield* readEvents(organizationId, after, query.limit ?? defaultPageSize)
        return ok({
          events: events.map(eventItem),
          next_after: events.at(-1)?.id ?? Option.getOrNull(after),
          has_more: hasMore
        })
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
