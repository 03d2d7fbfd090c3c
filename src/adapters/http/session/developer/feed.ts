import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { readEvents } from "../../../../app/eventFeed.ts"
import { EventNotFound } from "../../../../domain/delivery/Event.ts"
import { eventCatalogue } from "../../../../domain/delivery/eventCatalogue.ts"
import { defaultPageSize } from "../../../../domain/text/Page.ts"
import { eventIdOf, eventItem } from "../../developer/webhooks/events.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { invalidField } from "../Failures.ts"
import { Access } from "../SessionAuth.ts"

export const layer = HttpApiBuilder.group(SessionApi, "feed", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Access
        const after = query.after === undefined ? Option.none() : eventIdOf(query.after)
        if (query.after !== undefined && Option.isNone(after)) return yield* new EventNotFound()
        const { events, hasMore } = yield* readEvents(organizationId, after, query.limit ?? defaultPageSize)
        return ok({
          events: events.map(eventItem),
          nextAfter: events.at(-1)?.id ?? Option.getOrNull(after),
          hasMore
        })
      },
      Effect.catchTag("EventNotFound", () => invalidField("after", "Expected the id of an event that is still kept"))
    ),
    listTypes: () => Effect.succeed(ok({ types: eventCatalogue }))
  })
)
