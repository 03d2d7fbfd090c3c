import { DateTime, HashMap } from "effect"
import type { EventId } from "../Ids.ts"
import type { Inbound } from "./Inbound.ts"
import type { Message, MessageFailure } from "../messages/Message.ts"
import {
  isPlatformMessage,
  messageDeleted,
  messageEdited,
  messageReacted,
  receiptAnnounced
} from "../webhooks/messageEvents.ts"
import { type Receipt, announcedReceipts, withReceipt } from "../messages/messageReceipts.ts"
import { type InboxContact, type Watermark, withWatermark } from "./InboxContact.ts"
import {
  type InboxContext,
  type InboxMessage,
  type InboxState,
  announcing,
  contactsKnownBy,
  withContact,
  withMessage,
  withParked
} from "./InboxState.ts"
import { metIdentities, recipientCountry } from "../contacts/ContactIdentity.ts"
import { isRefusalOfOffers, tellsIdentities } from "./InboxNeeds.ts"
import { resolveContact, resolveKnownContact } from "./resolveContact.ts"
import { takeConsent } from "./takeConsent.ts"
import { withDeletion, withEdit, withReaction } from "../messages/messageAfterwards.ts"

type StatusReported = Extract<Inbound, { readonly _tag: "StatusReported" }>

export const unexplained: MessageFailure = { _tag: "Rejected", code: 0, title: "", message: "" }

const failureOf = ({ failure }: StatusReported): MessageFailure =>
  failure === null
    ? unexplained
    : {
        _tag: "Rejected",
        code: failure.code,
        title: failure.title,
        message: failure.details ?? failure.message
      }

/** A sent message after a receipt, and its events. */
export const receive = (
  state: InboxState,
  entry: InboxMessage,
  receipt: Receipt,
  { now }: InboxContext
): InboxState => {
  const before = entry.message
  if (before.direction !== "outbound" || !isPlatformMessage(before)) return state
  const after = withReceipt(before, receipt)
  const events = announcedReceipts(before, after).map(
    (status) => (id: EventId) => receiptAnnounced(id, after, status, receipt.at, now)
  )
  return announcing(withMessage(state, { ...entry, message: after }), ...events)
}

/** Earlier than any other report about a person. */
const ever = DateTime.makeUnsafe(0)

/**
 * The message may have been sent to a number, and the report name an id that the contact is not known by yet. The
 * number that it names was written to: it need not be theirs any more, so any other report knows better.
 */
const refuseOffers = (state: InboxState, item: StatusReported, context: InboxContext): InboxState => {
  const { at, person } = item
  if (person === null) return state
  const identities = metIdentities(context.account, person.ids)
  if (contactsKnownBy(state, identities).length === 0) {
    return withParked(state, { channelAccountId: context.account.id, platformMessageId: null, item })
  }
  const [resolved, contact] = resolveContact(state, context, { person, at: ever, previous: null })
  const change = { channel: context.account.channel, state: "opted_out", at, source: "refusal" } as const
  return takeConsent(resolved, contact, { ...change, by: item.platformMessageId }, context)
}

/** The ids of the recipient are one person's. The number was written to, so any other report knows it better. */
const learnIdentities = (state: InboxState, { person }: StatusReported, context: InboxContext): InboxState =>
  person === null ? state : resolveKnownContact(state, context, { person, at: ever, previous: null })

/** A status of a message of ours (contract: Message status is a join). */
export const takeStatus = (
  state: InboxState,
  entry: InboxMessage,
  item: StatusReported,
  context: InboxContext
): InboxState => {
  const { at, pricing, status } = item
  const country = pricing === undefined ? null : recipientCountry(entry.message.peer, context.countryOf)
  const received = receive(state, entry, { status, at, pricing, country, failure: failureOf(item) }, context)
  if (isRefusalOfOffers(item)) return refuseOffers(received, item, context)
  return tellsIdentities(item) ? learnIdentities(received, item, context) : received
}

const isUpTo = (at: DateTime.Utc, upTo: DateTime.Utc | null): upTo is DateTime.Utc =>
  upTo !== null && DateTime.isLessThanOrEqualTo(at, upTo)

/** Applies the watermarks of a contact to a message that the account sent to them. */
export const receiveMarked = (
  state: InboxState,
  entry: InboxMessage,
  { deliveredUpTo, readUpTo }: Watermark,
  at: DateTime.Utc | null,
  context: InboxContext
): InboxState => {
  const { createdAt } = entry.message
  if (isUpTo(createdAt, readUpTo)) {
    return receive(state, entry, { status: "read", at: at ?? readUpTo, failure: unexplained }, context)
  }
  return isUpTo(createdAt, deliveredUpTo)
    ? receive(state, entry, { status: "delivered", at: at ?? deliveredUpTo, failure: unexplained }, context)
    : state
}

/** All that was sent to a contact up to some instant has arrived, or was read. */
export const takeWatermark = (
  state: InboxState,
  recipient: InboxContact,
  mark: Watermark,
  item: Inbound,
  context: InboxContext
): InboxState => {
  const sent = [...HashMap.values(state.messages)]
    .filter(
      ({ message }) =>
        message.contactId === recipient.contact.id &&
        message.channelAccountId === mark.channelAccountId &&
        message.direction === "outbound" &&
        (isUpTo(message.createdAt, mark.readUpTo) || isUpTo(message.createdAt, mark.deliveredUpTo))
    )
    .toSorted((one, other) => DateTime.Order(one.message.createdAt, other.message.createdAt))
  const marked = withContact(state, withWatermark(recipient, mark))
  const received = sent.reduce((before, entry) => receiveMarked(before, entry, mark, item.at, context), marked)
  // Those whose outcome is still to be recorded have no id yet that anything could be announced by.
  return sent.some(({ message }) => message.status === "pending")
    ? withParked(received, { channelAccountId: mark.channelAccountId, platformMessageId: null, item })
    : received
}

type Of<Tag extends Inbound["_tag"]> = Extract<Inbound, { readonly _tag: Tag }>

/** The message with the id that the report names it by. */
const withPlatformId = (
  message: Message,
  { platformMessageId }: Of<"Reacted" | "MessageEdited" | "MessageDeleted">
) => ({
  ...message,
  platformMessageId
})

/** A reaction to a known message. It is announced once, also when a later one is known already. */
export const takeReaction = (
  state: InboxState,
  entry: InboxMessage,
  item: Of<"Reacted">,
  { now }: Pick<InboxContext, "now">
): InboxState => {
  const { at, byBusiness, key, person } = item
  const reaction = { by: byBusiness ? "business" : "contact", reaction: item.reaction, at, key } as const
  const message = withReaction(entry.message, reaction)
  if (message === entry.message) return state
  const from = byBusiness ? null : person.ids[0].value
  return announcing(withMessage(state, { ...entry, message }), (id) =>
    messageReacted(id, withPlatformId(message, item), { from, reaction }, now)
  )
}

/** An edit of a known message. One of a deleted message is not announced: what it said is gone. */
export const takeEdit = (
  state: InboxState,
  entry: InboxMessage,
  item: Of<"MessageEdited">,
  { now }: InboxContext
): InboxState => {
  const { at, content, editNumber: number, key, type } = item
  const edited = { number, at, key, type, content }
  const message = withEdit(entry.message, edited)
  if (message === entry.message) return state
  return announcing(withMessage(state, { ...entry, message }), (id) =>
    messageEdited(id, withPlatformId(message, item), edited, now)
  )
}

/** The end of a known message: its words and the platform's record of it go. The first report of it is announced. */
export const takeDeletion = (
  state: InboxState,
  entry: InboxMessage,
  item: Of<"MessageDeleted">,
  { now }: InboxContext
): InboxState => {
  const message = withDeletion(entry.message, item.at)
  const deleted = withMessage(state, { ...entry, raw: null, message })
  return entry.message.annotations.deletedAt === undefined
    ? announcing(deleted, (id) => messageDeleted(id, withPlatformId(message, item), item.at, now))
    : deleted
}
