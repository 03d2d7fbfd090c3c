import { DateTime, HashMap, Option } from "effect"
import { metIdentities } from "../contacts/ContactIdentity.ts"
import { controlledBy, isNewControl } from "../conversations/threadControl.ts"
import { conversationUpdated } from "../webhooks/conversationEvents.ts"
import type { Inbound } from "./Inbound.ts"
import type { InboxContext } from "./InboxContext.ts"
import {
  announcing,
  contactsKnownBy,
  conversationKey,
  type InboxState,
  withConversation,
  withoutParked,
  withParked
} from "./InboxState.ts"

type ControlChanged = Extract<Inbound, { readonly _tag: "ControlChanged" }>

/** Platforms release a thread when nothing happens in it for so long (platforms P24). */
const idleAfter = "24 hours"

/**
 * A handover of a thread. The latest one decides the status of the open conversation, in whatever order they arrive
 * (contract C331). Without an open conversation it is parked, and makes neither contact nor conversation.
 */
export const takeControl = (state: InboxState, item: ControlChanged, context: InboxContext): InboxState => {
  const { account, now } = context
  const parked = { channelAccountId: account.id, platformMessageId: null, item }
  const due = withoutParked(state, parked)
  const [known] = contactsKnownBy(due, metIdentities(account, item.person.ids))
  const running = Option.flatMap(Option.fromUndefinedOr(known), ({ contact }) =>
    HashMap.get(due.conversations, conversationKey(contact.id, account.id))
  )
  if (Option.isNone(running)) return withParked(due, parked)
  const control = { holder: item.holder, at: item.at }
  const before = running.value.conversation
  const isIdle = DateTime.isLessThan(DateTime.addDuration(item.at, idleAfter), before.createdAt)
  if (isIdle || !isNewControl(running.value.control, control)) return due
  const conversation = controlledBy(before, item.holder, now)
  const after = withConversation(due, { ...running.value, conversation, control })
  if (conversation === before) return after
  const change = { previousStatus: before.status, by: "platform", reason: item.what, details: item.values }
  return announcing(after, (id) => conversationUpdated(id, conversation, { ...change, at: item.at }, now))
}
