import { Effect } from "effect"
import { EventId, minted, type OrganizationId } from "../../domain/Ids.ts"
import type { InboxState } from "../../domain/inbox/InboxState.ts"
import { EventLog } from "../../ports/EventLog.ts"
import { IdSource } from "../../ports/IdSource.ts"

/** Records the events, in their order. */
export const announceAll = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { events: announced }: Pick<InboxState, "events">
) {
  const { uuid } = yield* IdSource
  const events = yield* Effect.forEach(announced, (event) => Effect.map(uuid, (id) => event(EventId.make(id, minted))))
  if (events.length > 0) yield* (yield* EventLog).appendAll(organizationId, events)
})
