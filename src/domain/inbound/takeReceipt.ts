import { DateTime, HashMap } from "effect"
import type { EventId } from "../Ids.ts"
import type { Inbound } from "./Inbound.ts"
import type { MessageFailure } from "../messages/MessageFailure.ts"
import { isPlatformMessage, receiptAnnounced } from "../webhooks/messageEvents.ts"
import { announcedReceipts, type Receipt, withReceipt } from "../messages/messageReceipts.ts"
import { type InboxContact, type Watermark, withOptIn, withWatermark } from "./InboxContact.ts"
import type { InboxContext } from "./InboxContext.ts"
import {
  announcing,
  contactsKnownBy,
  type InboxMessage,
  type InboxState,
  withContact,
  withMessage,
  withParked
} from "./InboxState.ts"
import { metIdentities } from "../contacts/ContactIdentity.ts"
import { isRefusalOfOffers, tellsIdentities } from "./InboxNeeds.ts"
import { changeContact, resolveKnownContact, resolveContact } from "./resolveContact.ts"

type StatusReported = Extract<Inbound, { readonly _tag: "StatusReported" }>

const unexplained: MessageFailure = { _tag: "Rejected", code: 0, title: "", message: "" }

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
export const receive = (state: InboxState, held: InboxMessage, receipt: Receipt, { now }: InboxContext): InboxState => {
  const before = held.message
  if (before.direction !== "outbound" || !isPlatformMessage(before)) return state
  const after = withReceipt(before, receipt)
  const events = announcedReceipts(before, after).map(
    (status) => (id: EventId) => receiptAnnounced(id, after, status, receipt.at, now)
  )
  return announcing(withMessage(state, { ...held, message: after }), ...events)
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
  const [met, contact] = resolveContact(state, context, { person, at: ever, previous: null })
  return changeContact(met, contact, withOptIn(contact, false, at), context)
}

/** The ids of the recipient are one person's. The number was written to, so any other report knows it better. */
const learnIdentities = (state: InboxState, { person }: StatusReported, context: InboxContext): InboxState =>
  person === null ? state : resolveKnownContact(state, context, { person, at: ever, previous: null })

/** A status of a message of ours (contract C12). */
export const takeStatus = (
  state: InboxState,
  held: InboxMessage,
  item: StatusReported,
  context: InboxContext
): InboxState => {
  const { at, pricing, status } = item
  const received = receive(state, held, { status, at, pricing, failure: failureOf(item) }, context)
  if (isRefusalOfOffers(item)) return refuseOffers(received, item, context)
  return tellsIdentities(item) ? learnIdentities(received, item, context) : received
}

const isUpTo = (at: DateTime.Utc, upTo: DateTime.Utc | null): upTo is DateTime.Utc =>
  upTo !== null && DateTime.isLessThanOrEqualTo(at, upTo)

/** What the watermarks of a contact say of a message that the account sent to them. */
export const receiveMarked = (
  state: InboxState,
  held: InboxMessage,
  { deliveredUpTo, readUpTo }: Watermark,
  at: DateTime.Utc | null,
  context: InboxContext
): InboxState => {
  const { createdAt } = held.message
  if (isUpTo(createdAt, readUpTo)) {
    return receive(state, held, { status: "read", at: at ?? readUpTo, failure: unexplained }, context)
  }
  return isUpTo(createdAt, deliveredUpTo)
    ? receive(state, held, { status: "delivered", at: at ?? deliveredUpTo, failure: unexplained }, context)
    : state
}

/** All that was sent to a contact up to some instant has arrived, or was read. */
export const takeWatermark = (
  state: InboxState,
  met: InboxContact,
  mark: Watermark,
  item: Inbound,
  context: InboxContext
): InboxState => {
  const sent = [...HashMap.values(state.messages)]
    .filter(
      ({ message }) =>
        message.contactId === met.contact.id &&
        message.channelAccountId === mark.channelAccountId &&
        message.direction === "outbound" &&
        (isUpTo(message.createdAt, mark.readUpTo) || isUpTo(message.createdAt, mark.deliveredUpTo))
    )
    .toSorted((one, other) => DateTime.Order(one.message.createdAt, other.message.createdAt))
  const marked = withContact(state, withWatermark(met, mark))
  const received = sent.reduce((before, held) => receiveMarked(before, held, mark, item.at, context), marked)
  // Those whose outcome is still to be recorded have no id yet that anything could be announced by.
  return sent.some(({ message }) => message.status === "pending")
    ? withParked(received, { channelAccountId: mark.channelAccountId, platformMessageId: null, item })
    : received
}
