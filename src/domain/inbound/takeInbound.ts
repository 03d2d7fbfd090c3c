import { DateTime, HashMap, Option, Order } from "effect"
import { metIdentities } from "../contacts/ContactIdentity.ts"
import { controlledBy, isNewControl } from "../conversations/threadControl.ts"
import { conversationUpdated } from "../webhooks/conversationEvents.ts"
import { type Inbound, isPast } from "./Inbound.ts"
import {
  type InboxContext,
  type InboxMessage,
  type InboxState,
  type ParkedReport,
  announcing,
  contactsKnownBy,
  conversationKey,
  messageByPlatformId,
  parkedFor,
  withConversation,
  withParked,
  withoutParked
} from "./InboxState.ts"
import type { PlatformMessageId } from "../Ids.ts"
import { inTime } from "../messages/messageAfterwards.ts"
import { type Watermark, withAddressBookName } from "./InboxContact.ts"
import { isAboutPerson } from "./InboxNeeds.ts"
import { changeContact, resolveContact, resolveKnownContact } from "./resolveContact.ts"
import { takeConsent } from "./takeConsent.ts"
import { takeDeletion, takeEdit, takeReaction, takeStatus, takeWatermark } from "./takeReceipt.ts"
import { takeMessage } from "./takeMessage.ts"
import { takePast } from "./takePast.ts"
import { takePostback, takeVisit } from "./takeVisit.ts"

type ControlChanged = Extract<Inbound, { readonly _tag: "ControlChanged" }>

/** Platforms release a thread when nothing happens in it for so long (platforms P24). */
const idleAfter = "24 hours"

/**
 * A handover of a thread. The latest one decides the status of the open conversation, in whatever order they arrive
 * (contract: Handovers of threads). Without an open conversation it is parked, and makes neither contact nor
 * conversation.
 */
export const takeControl = (state: InboxState, item: ControlChanged, context: InboxContext): InboxState => {
  const { account, now } = context
  const parked = { channelAccountId: account.id, platformMessageId: null, item }
  const person = { person: item.person, at: item.at, previous: null }
  // A report with two ids shows that they are one person, whose conversation either may have.
  const due = resolveKnownContact(withoutParked(state, parked), context, person)
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

type Of<Tag extends Inbound["_tag"]> = Extract<Inbound, { readonly _tag: Tag }>

/** A report about a message that may be unknown. */
export type MessageReport = Of<"StatusReported" | "SeenUpTo" | "Reacted" | "MessageEdited" | "MessageDeleted">
type Marked = Of<"DeliveredUpTo" | "ReadUpTo">

/** Moves a watermark; for an unknown person it is parked until they are known. */
const mark = (
  state: InboxState,
  item: Marked | Of<"SeenUpTo">,
  upTo: Pick<Watermark, "deliveredUpTo" | "readUpTo">,
  context: InboxContext
): InboxState => {
  const { account } = context
  const parked = { channelAccountId: account.id, platformMessageId: null, item }
  const due = withoutParked(state, parked)
  const [entry] = contactsKnownBy(due, metIdentities(account, item.person.ids))
  if (entry === undefined) return withParked(due, parked)
  return takeWatermark(due, entry, { channelAccountId: account.id, ...upTo }, item, context)
}

/**
 * Marks messages as read up to the seen one, once that message is certain. The seen message may be a send whose outcome
 * is pending, with the platform's time instead of the send's own. Messages in between are not certain to be seen.
 */
const markSeen = (state: InboxState, { message }: InboxMessage, item: Of<"SeenUpTo">, context: InboxContext) => {
  const { channelAccountId, contactId, createdAt } = message
  const waits = HashMap.some(
    state.messages,
    ({ message: sent }) =>
      sent.status === "pending" &&
      sent.contactId === contactId &&
      sent.channelAccountId === channelAccountId &&
      DateTime.isLessThanOrEqualTo(sent.createdAt, createdAt)
  )
  return waits
    ? withParked(state, { channelAccountId, platformMessageId: item.platformMessageId, item })
    : mark(state, item, { deliveredUpTo: null, readUpTo: createdAt }, context)
}

/** Applies a report to a known message. */
const takeReport = (state: InboxState, entry: InboxMessage, item: MessageReport, context: InboxContext): InboxState => {
  const { message } = entry
  switch (item._tag) {
    case "StatusReported":
      return takeStatus(state, entry, item, context)
    case "SeenUpTo":
      return message.direction === "outbound" ? markSeen(state, entry, item, context) : state
    case "Reacted":
      return takeReaction(state, entry, item, context)
    case "MessageEdited":
      return takeEdit(state, entry, item, context)
    case "MessageDeleted":
      return takeDeletion(state, entry, item, context)
  }
}

/** Without the events of a report about the past. */
const report = (state: InboxState, item: MessageReport, context: InboxContext): InboxState => {
  const after = announcedReport(state, item, context)
  return isPast(item) ? { ...after, events: state.events } : after
}

const announcedReport = (state: InboxState, item: MessageReport, context: InboxContext): InboxState => {
  const channelAccountId = context.account.id
  const forMessage = { channelAccountId, platformMessageId: item.platformMessageId, item }
  const due = withoutParked(withoutParked(state, forMessage), { ...forMessage, platformMessageId: null })
  return Option.match(messageByPlatformId(due, channelAccountId, item.platformMessageId), {
    onNone: () => withParked(due, forMessage),
    onSome: (entry) => takeReport(due, entry, item, context)
  })
}

const isMessageReport = (item: Inbound): item is MessageReport =>
  item._tag === "StatusReported" ||
  item._tag === "SeenUpTo" ||
  item._tag === "Reacted" ||
  item._tag === "MessageEdited" ||
  item._tag === "MessageDeleted"

/** Order of parked reports by time, so that their events are announced in order. */
const inTimeOfItem = Order.mapInput(inTime, ({ item }: ParkedReport) => item)

/**
 * Applies the reports that arrived before their message. A report that also concerns the person needs more state than
 * the message, so it is parked separately and applied with that state.
 */
const unpark = (state: InboxState, id: PlatformMessageId | null, context: InboxContext): InboxState =>
  id === null
    ? state
    : parkedFor(state, context.account.id, id)
        .toSorted(inTimeOfItem)
        .reduce((before, parked) => {
          const { item } = parked
          const forPerson = { ...parked, platformMessageId: null }
          if (isAboutPerson(item)) return withParked(withoutParked(before, parked), forPerson)
          return isMessageReport(item) ? report(before, item, context) : before
        }, state)

const changePerson = (state: InboxState, item: Of<"PersonChanged">, context: InboxContext): InboxState => {
  const { at, person, previous } = item
  const ids = metIdentities(context.account, [...previous, ...person.ids])
  const parked = { channelAccountId: context.account.id, platformMessageId: null, item }
  const due = withoutParked(state, parked)
  // Without a former id the report waits until the person is known.
  return previous.length === 0 && contactsKnownBy(due, ids).length === 0
    ? withParked(due, parked)
    : resolveContact(due, context, { person, at, previous })[0]
}

/** An entry of the phone's address book names a contact. It makes none: it is parked until the person is known. */
const nameByAddressBook = (state: InboxState, item: Of<"AddressBookChanged">, context: InboxContext): InboxState => {
  const parked = { channelAccountId: context.account.id, platformMessageId: null, item }
  const due = withoutParked(state, parked)
  const [entry] = contactsKnownBy(due, metIdentities(context.account, item.person.ids))
  return entry === undefined
    ? withParked(due, parked)
    : changeContact(due, entry, withAddressBookName(entry, item.name, item.at), context)
}

const prefer = (state: InboxState, item: Of<"MarketingPreferred">, context: InboxContext): InboxState => {
  const [resolved, contact] = resolveContact(state, context, { person: item.person, at: item.at, previous: null })
  const choice = item.wanted ? "opted_in" : "opted_out"
  return takeConsent(
    resolved,
    contact,
    { channel: context.account.channel, state: choice, at: item.at, source: "platform", by: "" },
    context
  )
}

/**
 * Applies one report of a platform. The result is the same for any order and any repetition of reports. A report that
 * needs something unknown is parked. A report about no person and no message changes nothing here.
 */
export const takeInbound = (state: InboxState, item: Inbound, context: InboxContext): InboxState => {
  switch (item._tag) {
    case "MessageReceived":
      return unpark((isPast(item) ? takePast : takeMessage)(state, item, context), item.platformMessageId, context)
    case "PostbackTapped":
      return unpark(takePostback(state, item, context), item.platformMessageId, context)
    case "OptedIn":
    case "Referred":
      return takeVisit(state, item, context)
    case "StatusReported":
    case "SeenUpTo":
    case "Reacted":
    case "MessageEdited":
    case "MessageDeleted":
      return report(state, item, context)
    case "DeliveredUpTo":
      return mark(state, item, { deliveredUpTo: item.upTo, readUpTo: null }, context)
    case "ReadUpTo":
      return mark(state, item, { deliveredUpTo: null, readUpTo: item.upTo }, context)
    case "PersonChanged":
      return changePerson(state, item, context)
    case "ControlChanged":
      return takeControl(state, item, context)
    case "AddressBookChanged":
      return nameByAddressBook(state, item, context)
    case "MarketingPreferred":
      return prefer(state, item, context)
    default:
      return state
  }
}
