import type { ParleySession } from "../../../client/promise/createParley.ts"
import { defineQuery } from "../../api/query.ts"

/** Maximum notes and activities of a thread, the newest ones. */
const maxEntries = 100

/** Notes of a conversation. */
export const notesQuery = defineQuery("notes", (parley, conversationId: string, signal) =>
  parley.notes.list(conversationId, { limit: maxEntries }, { signal })
)

/** Changes of a conversation. */
export const activitiesQuery = defineQuery("activities", (parley, conversationId: string, signal) =>
  parley.activities.list(conversationId, { limit: maxEntries }, { signal })
)

/** A note of a conversation. */
export type ThreadNote = Awaited<ReturnType<ParleySession["notes"]["list"]>>["notes"][number]

/** A change of a conversation. */
export type Activity = Awaited<ReturnType<ParleySession["activities"]["list"]>>["activities"][number]
