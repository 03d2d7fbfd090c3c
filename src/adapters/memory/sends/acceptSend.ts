import { type DateTime, HashSet, Struct } from "effect"
import type { MessageId, OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { phoneContactIdentity } from "../../../domain/contacts/ContactIdentity.ts"
import { later } from "../../../domain/inbound/InboxContact.ts"
import type { Message } from "../../../domain/messages/Message.ts"
import type { Month } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendOutcome } from "../../../ports/sends/SendLedger.ts"
import { withIdentity } from "../contacts/storedIdentities.ts"
import { withMessage } from "../messages/listedMessages.ts"
import type { State, StoredParkedReport } from "../State.ts"
import { recounted } from "../inbound/saveInbox.ts"
import { recordEvent, tracedBy } from "../webhooks/MemoryEventLog.ts"

export const usedIn = ({ usage }: State, organizationId: OrganizationId, month: Month): number =>
  usage.find((row) => row.organizationId === organizationId && row.month === month)?.used ?? 0

/** Adds to the month's counter, which never falls below zero. */
export const withUnits = (state: State, organizationId: OrganizationId, month: Month, units: number): State => {
  const used = Math.max(0, usedIn(state, organizationId, month) + units)
  const others = state.usage.filter((row) => row.organizationId !== organizationId || row.month !== month)
  return { ...state, usage: [...others, { organizationId, month, used }] }
}

/** The message as the platform reported it before the outcome was recorded. */
export const echoOf = ({ messages }: State, { channelAccountId, id }: Message, platformMessageId: PlatformMessageId) =>
  messages.find(
    (stored) =>
      stored.id !== id && stored.channelAccountId === channelAccountId && stored.platformMessageId === platformMessageId
  )

/** Undoes the echo's mark on the conversation: the message was sent here, not elsewhere. */
const unechoed = (state: State, { conversationId }: Message): State => {
  const others = state.messages.filter(
    (stored) => stored.conversationId === conversationId && HashSet.has(state.echoes, stored.id)
  )
  const lastEchoAt = others.reduce<DateTime.Utc | null>((last, { createdAt }) => later(last, createdAt), null)
  const conversations = state.conversations.map((row) => (row.id === conversationId ? { ...row, lastEchoAt } : row))
  return recounted({ ...state, conversations }, conversationId)
}

/** Removes the echo and gives its files to the message. */
const without = (state: State, echoId: MessageId, { id: messageId, organizationId }: Message): State => ({
  ...state,
  messages: state.messages.filter((stored) => stored.id !== echoId),
  echoes: HashSet.remove(state.echoes, echoId),
  reportedMessages: state.reportedMessages.filter((reported) => reported.messageId !== echoId),
  media: state.media.map((stored) =>
    stored.media.organizationId === organizationId && stored.media.messageId === echoId
      ? { ...stored, media: { ...stored.media, messageId } }
      : stored
  )
})

/** Whether the report is about the recipient of the message. */
const isAbout = ({ item }: StoredParkedReport, peer: string): boolean =>
  "person" in item && (item.person?.ids ?? []).some(({ value }) => value === peer)

/** Makes reports due that are parked for this message or for all messages to the same person. */
const withWoken = (
  state: State,
  { channelAccountId, peer }: Message,
  platformMessageId: PlatformMessageId,
  at: DateTime.Utc
): State => ({
  ...state,
  parked: state.parked.map((stored) =>
    stored.channelAccountId === channelAccountId &&
    (stored.platformMessageId === platformMessageId || (stored.platformMessageId === null && isAbout(stored, peer)))
      ? { ...stored, dueAt: at }
      : stored
  )
})

/** The platform's current facts about the message: its status, and its content if it was edited or deleted. */
const reportedBy = (echo: Message) => ({
  ...Struct.pick(echo, ["status", "failure", "deliveredAt", "readAt"]),
  ...(echo.annotations.edit === undefined && echo.annotations.deletedAt === undefined
    ? {}
    : Struct.pick(echo, ["type", "content"]))
})

/** Records that the platform accepted the message. Earlier reports about it count from now on. */
export const acceptSend = (
  state: State,
  message: Message,
  { event, platformMessageId, waId }: Extract<SendOutcome, { readonly _tag: "Accepted" }>,
  at: DateTime.Utc
): State => {
  const echo = echoOf(state, message, platformMessageId)
  const unreported = { status: "sent", failure: null } as const
  const received = echo === undefined ? unreported : reportedBy(echo)
  const annotations = { ...message.annotations, ...echo?.annotations }
  const sent = withMessage(state, { ...message, platformMessageId, ...received, annotations })
  const contact = state.contacts.find(({ id }) => id === message.contactId)
  const joins = waId !== null && contact !== undefined
  const joined = joins ? withIdentity(sent, contact, phoneContactIdentity(waId)) : sent
  const woken = withWoken(joined, message, platformMessageId, at)
  const announced = tracedBy(message.annotations.trace, { ...event, conversationId: message.conversationId })
  return echo === undefined ? recordEvent(woken, announced) : unechoed(without(woken, echo.id, message), echo)
}
