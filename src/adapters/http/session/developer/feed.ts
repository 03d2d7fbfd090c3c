import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { eventCatalogue } from "../../../../domain/webhooks/eventCatalogue.ts"
import { eventsAfter } from "../../developer/webhooks/events.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { invalidField } from "../Failures.ts"
import { Access } from "../SessionAuth.ts"

export const layer = HttpApiBuilder.group(SessionApi, "feed", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Access
        const { events, hasMore, next } = yield* eventsAfter(organizationId, query)
        return ok({ events, nextAfter: next, hasMore })
      },
      Effect.catchTag("EventNotFound", () => invalidField("after", "Expected the id of an event that is still kept"))
    ),
    listTypes: () => Effect.succeed(ok({ types: eventCatalogue }))
  })
)
