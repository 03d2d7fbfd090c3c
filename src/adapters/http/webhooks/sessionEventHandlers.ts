import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { eventCatalogue } from "../../../domain/webhooks/eventCatalogue.ts"
import { eventsAfter } from "./developerEventHandlers.ts"
import { ok } from "../interfaces/envelope.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { invalidField } from "../interfaces/session/Failures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"

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
