import { DateTime, Order, Schema } from "effect"
import type { Named } from "../Named.ts"
import { queued, settled } from "./assignment.ts"
import type { Conversation, ConversationStatus } from "./Conversation.ts"
import type { ConversationAction } from "./conversationActions.ts"

/**
 * The holder of a platform's thread: an AI agent or another app, this app, people in the platform's own inbox, or
 * people. These are this app's members after an agent passed the thread to them (contract: Handovers of threads).
 */
export const ThreadHolder = Schema.Literals(["agent", "app", "inbox", "people"])
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
  inbox: "escalated",
  people: "escalated"
}

/** Later handovers are greater. Of two at once, the one to people is: a conversation never waits unseen. */
const ranks: Readonly<Record<ThreadHolder, number>> = { agent: 0, app: 1, inbox: 2, people: 3 }

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

/** A call to the platform of Messenger or Instagram that changes the holder of a thread. */
export const ThreadCall = Schema.TaggedUnion({
  /** Passes the thread to another app. `metadata` is a text for that app. */
  Pass: { appId: Schema.String, metadata: Schema.NullOr(Schema.String) },
  /** Takes the thread from the app that holds it. */
  Take: {},
  /** Leaves the thread without a holder, so that the platform routes the next message. */
  Release: {}
})
export type ThreadCall = Named<typeof ThreadCall.Type>

/** The id of an app at the platform. */
export const isAppId = (text: string): boolean => /^\d{1,20}$/.test(text)

/** Characters of the text for the app that gets a thread. */
export const maxThreadMetadata = 1_000

/**
 * The call that an action needs under the latest known holder; null if the platform need not know of it (contract:
 * Thread control of actions). `pass` is the app that a conversation is handed over to; null for an agent of this app.
 */
export const threadCallOf = (
  action: ConversationAction,
  holder: ThreadHolder | null,
  pass: (typeof ThreadCall.cases.Pass)["Type"] | null
): ThreadCall | null => {
  if (action === "handOverToAi") return pass
  if (action === "escalate") return holder === "agent" ? ThreadCall.cases.Take.make({}) : null
  const isHeld = holder === "app" || holder === "people"
  return action === "close" && isHeld ? ThreadCall.cases.Release.make({}) : null
}

/** The control after the call; null if the thread has no holder. */
export const controlAfter = ({ _tag }: ThreadCall, at: DateTime.Utc): ThreadControl | null =>
  _tag === "Release" ? null : { holder: _tag === "Pass" ? "agent" : "people", at }
