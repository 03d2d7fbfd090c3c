import { DateTime, Order, Schema } from "effect"
import type { Named } from "../Named.ts"
import { queued, settled } from "./assignment.ts"
import type { Conversation, ConversationStatus } from "./Conversation.ts"

/**
 * The holder of a platform's thread: an AI agent or another app, this app, or people. People are this app's members
 * after an agent passed the thread to them, or a platform's inbox (contract: Handovers of threads).
 */
export const ThreadHolder = Schema.Literals(["agent", "app", "people"])
export type ThreadHolder = Named<typeof ThreadHolder.Type>

/** The latest handover of a thread that the platform reported. */
export interface ThreadControl {
  readonly holder: ThreadHolder
  /** The platform's time of the handover. */
  readonly at: DateTime.Utc
}

/** The status of a conversation under each holder. A closed conversation stays closed. */
export const controlledStatus: Readonly<Record<ThreadHolder, Exclude<ConversationStatus, "closed">>> = {
  agent: "ai_handling",
  app: "open",
  people: "escalated"
}

/** Later handovers are greater. Of two at once, the one to people is: a conversation never waits unseen. */
const ranks: Readonly<Record<ThreadHolder, number>> = { agent: 0, app: 1, people: 2 }

const order: Order.Order<ThreadControl> = Order.combine(
  Order.mapInput(DateTime.Order, ({ at }: ThreadControl) => at),
  Order.mapInput(Order.Number, ({ holder }: ThreadControl) => ranks[holder])
)

/** Whether the handover is news after the known one. A repetition and an earlier handover are not. */
export const isNewControl = (known: ThreadControl | undefined, control: ThreadControl): boolean =>
  known === undefined || Order.isGreaterThan(order)(control, known)

/** The later one of two handovers that may be absent. */
export const latestControl = (
  one: ThreadControl | undefined,
  other: ThreadControl | undefined
): ThreadControl | undefined => (one === undefined || (other !== undefined && isNewControl(one, other)) ? other : one)

/** The conversation under the holder, changed at this time; the same one if its status stays. */
export const controlledBy = (conversation: Conversation, holder: ThreadHolder, at: DateTime.Utc): Conversation => {
  const status = controlledStatus[holder]
  if (conversation.status === "closed" || conversation.status === status) return conversation
  const moved = { ...conversation, status, updatedAt: DateTime.max(conversation.updatedAt, at) }
  return holder === "people" ? queued(moved, at) : settled(moved)
}
