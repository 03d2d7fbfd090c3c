import { Effect } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { ConversationId } from "../../domain/Ids.ts"
import { EventFeed } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { shownConversation } from "./shownConversation.ts"

/** The newest changes of a conversation, the newest first, as far as their events are stored. */
export const listActivities = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId, limit: number) {
  yield* shownConversation(access, id)
  return yield* (yield* EventFeed).activities(access.organizationId, id, limit)
}, spanned("listActivities"))
