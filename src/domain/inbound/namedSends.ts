import { DateTime, Option, Order, Schema } from "effect"
import { phoneIdentity, PhoneNumber } from "../contacts/PhoneNumber.ts"
import { isWhatsAppUserId } from "../contacts/WhatsAppUserId.ts"
import type { ChannelAccount } from "../conversations/Channel.ts"
import type { Event } from "../webhooks/Event.ts"
import { messageSent } from "../webhooks/messageEvents.ts"
import type { EventId, MessageId, PlatformMessageId } from "../Ids.ts"
import type { Message } from "../messages/Message.ts"
import { announcedPart } from "../messages/WhatsAppContent.ts"
import type { InboundPerson, PersonId } from "./InboundPerson.ts"
import { type InboxState, messageByPlatformId } from "./InboxState.ts"
import type { RoutedInbound } from "./InboxNeeds.ts"

/** A report of the platform that names the send of the message that it is about (contract C150). */
export interface NamedSend {
  /** The key of the report. */
  readonly key: string
  readonly account: ChannelAccount
  readonly sendId: MessageId
  readonly platformMessageId: PlatformMessageId
  /** The recipient, if the report names one. */
  readonly person: InboundPerson | null
  /** The time of the event, as the platform reports it. */
  readonly at: DateTime.Utc
}

const namedSendOf = ({ account, item }: RoutedInbound): ReadonlyArray<NamedSend> => {
  if (item._tag !== "StatusReported" && (item._tag !== "MessageReceived" || !item.echo)) return []
  const { at, key, person, platformMessageId, sendId } = item
  return sendId === null ? [] : [{ key, account, sendId, platformMessageId, person, at }]
}

const earliestFirst = Order.mapInput(DateTime.Order, ({ at }: NamedSend) => at)

/**
 * The sends that the reports name and that are not known to be the messages of these reports: the earliest report of
 * each. Nearly every report is about a message whose send has its answer, so there are few.
 */
export const namedSends = (state: InboxState, reports: ReadonlyArray<RoutedInbound>): ReadonlyArray<NamedSend> => {
  const open = reports.flatMap(namedSendOf).filter(({ account, platformMessageId, sendId }) => {
    const entry = messageByPlatformId(state, account.id, platformMessageId)
    return !Option.exists(entry, ({ message }) => message.id === sendId)
  })
  // The last entry of a key stays.
  return [...new Map(open.toSorted(Order.flip(earliestFirst)).map((one) => [one.sendId, one])).values()]
}

const isPhone = Schema.is(PhoneNumber)

const isPeer = (peer: string, { kind, value }: PersonId): boolean =>
  kind === "phone" ? isPhone(peer) && phoneIdentity(value) === phoneIdentity(peer) : value === peer

/** Whether the report is about this send: the account sent it, to the recipient that the report names. */
export const isAboutSend = ({ channelAccountId, direction, peer }: Message, { account, person }: NamedSend): boolean =>
  direction === "outbound" && channelAccountId === account.id && (person?.ids ?? []).some((id) => isPeer(peer, id))

/** The outcome of the send that the platform's answer would have reported. */
export const toldBy = (
  eventId: EventId,
  { channel, content, conversationId, organizationId, peer, type }: Message,
  { at, person, platformMessageId }: Pick<NamedSend, "at" | "person" | "platformMessageId">,
  now: DateTime.Utc
): {
  readonly platformMessageId: PlatformMessageId
  readonly waId: PhoneNumber | null
  readonly event: Event
} => {
  const number = person?.ids.find(({ kind }) => kind === "phone")?.value ?? null
  const sent = { organizationId, conversationId, channel, platformMessageId, to: peer, type, at }
  return {
    platformMessageId,
    waId: number !== null && isPhone(number) && !isWhatsAppUserId(peer) ? number : null,
    event: { ...messageSent(eventId, { ...sent, content: announcedPart(content) }), occurredAt: now }
  }
}
