/**
 * Types of the events that a thread shows between its messages (contract: Activities of a conversation). The index
 * `events_activities` has the same types; an event of another type would not be found by it.
 */
export const activityTypes: ReadonlyArray<string> = [
  "conversation.opened",
  "conversation.closed",
  "conversation.assigned",
  "conversation.updated"
]
