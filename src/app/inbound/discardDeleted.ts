import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { type InboxState, messagesDeleted } from "../../domain/inbound/InboxState.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { mediaLease } from "../media/fetchMedia.ts"

/** Discards the files of messages that the sender deleted. */
export const discardDeleted = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  before: InboxState,
  after: InboxState,
  now: DateTime.Utc
) {
  const deleted = messagesDeleted(before, after)
  if (deleted.length === 0) return
  yield* (yield* MediaLibrary).discard(organizationId, deleted, DateTime.addDuration(now, mediaLease))
})
