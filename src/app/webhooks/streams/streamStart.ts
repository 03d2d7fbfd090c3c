import { DateTime, Effect, Option } from "effect"
import { emptyFeedId, isRecentEmptyFeed } from "../../../domain/webhooks/LiveEvent.ts"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { EventRetention, LiveFeed } from "../../../ports/webhooks/EventLog.ts"

/**
 * Where a stream begins: behind the event that the client names, else at the end of the feed. `hasMissed`: the named event
 * is not in the feed any more, or never was, so the events after it are not known.
 */
export const streamStart = Effect.fnUntraced(function* (organizationId: OrganizationId, from: Option.Option<EventId>) {
  const { behind, end } = yield* LiveFeed
  const now = yield* DateTime.now
  const found = Option.isNone(from) ? Option.none() : yield* behind(organizationId, from)
  if (Option.isSome(from) && Option.isSome(found)) return { id: from.value, position: found.value, hasMissed: false }
  if (Option.isSome(from) && isRecentEmptyFeed(from.value, now, yield* EventRetention)) {
    const start = yield* behind(organizationId, Option.none())
    if (Option.isSome(start)) return { id: from.value, position: start.value, hasMissed: false }
  }
  const { last, position } = yield* end(organizationId)
  return { id: Option.getOrElse(last, () => emptyFeedId(now)), position, hasMissed: Option.isSome(from) }
})
