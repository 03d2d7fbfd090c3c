import { HashMap, Option } from "effect"
import { metIdentities } from "../contact/ContactIdentity.ts"
import { controlledBy, isNewControl } from "../conversation/threadControl.ts"
import { conversationUpdated } from "../delivery/conversationEvents.ts"
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

/**
 * A handover of a thread. The latest one decides the status of the open conversation, in whatever order they arrive
 * (contract C331). For an unknown person it is parked; without an open conversation nothing changes.
 */
export const takeControl = (state: InboxState, item: ControlChanged, context: InboxContext): InboxState => {
  const { account, now } = context
  const parked = { channelAccountId: account.id, platformMessageId: null, item }
  const due = withoutParked(state, parked)
  const [known] = contactsKnownBy(due, metIdentities(account, item.person.ids))
  if (known === undefined) return withParked(due, parked)
  const running = HashMap.get(due.conversations, conversationKey(known.contact.id, account.id))
  const control = { holder: item.holder, at: item.at }
  if (Option.isNone(running) || !isNewControl(running.value.control, control)) return due
  const before = running.value.conversation
  const conversation = controlledBy(before, item.holder, now)
  const after = withConversation(due, { ...running.value, conversation, control })
  if (conversation === before) return after
  const change = { previousStatus: before.status, by: "platform", reason: item.what, details: item.values }
  return announcing(after, (id) => conversationUpdated(id, conversation, { ...change, at: item.at }, now))
}
