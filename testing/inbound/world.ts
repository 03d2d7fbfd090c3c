import { wordMeanings } from "../../src/domain/contacts/StopWords.ts"
import { createHash } from "node:crypto"
import { DateTime, HashMap } from "effect"
import type { Channel, ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { VendorContactId } from "../../src/domain/contacts/Contact.ts"
import {
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  MediaId,
  MessageId,
  OrganizationId
} from "../../src/domain/Ids.ts"
import type { Inbound } from "../../src/domain/inbound/Inbound.ts"
import { type InboxContext, type InboxIds, type InboxState, parkedKey } from "../../src/domain/inbound/InboxState.ts"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import { takeInbound } from "../../src/domain/inbound/takeInbound.ts"
import { CountryCode } from "../../src/domain/contacts/PhoneNumber.ts"

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** An id derived from its purpose. */
export const uuidOf = (text: string): string => {
  const hex = hashOf(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Converts hexadecimal digits to letters of a vendor contact id. */
const vendorIdOf = (text: string) =>
  VendorContactId.make(
    `ct_${hashOf(text)
      .slice(0, 24)
      .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))}`
  )

export const organizationId = OrganizationId.make(uuidOf("organization"))

/** The time of the first event; a minute of a story is a minute after it. */
export const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
export const minute = (minutes: number): DateTime.Utc => DateTime.add(beginning, { minutes })

/** The time at which reports are first applied. */
export const today = minute(600)

const accountOf = (channel: Channel, externalId: string): ChannelAccount => ({
  id: ChannelAccountId.make(uuidOf(`account ${externalId}`)),
  organizationId,
  channel,
  externalId,
  displayName: externalId,
  businessAccountId: channel === "whatsapp" ? "waba" : null,
  pageId: null,
  createdAt: beginning
})

export const number = accountOf("whatsapp", "number")
export const otherNumber = accountOf("whatsapp", "other number")
export const page = accountOf("messenger", "page")
export const instagram = accountOf("instagram", "instagram")

/** The ids of a report, the same for every application of it. */
const idsOf = ({ channelAccountId, item }: { channelAccountId: ChannelAccountId; item: Inbound }): InboxIds => {
  const made = (what: string) => uuidOf(`${what} ${channelAccountId} ${item.key}`)
  return {
    contactId: ContactId.make(made("contact")),
    vendorContactId: vendorIdOf(made("vendor")),
    conversationId: ConversationId.make(made("conversation")),
    messageId: MessageId.make(made("message")),
    mediaIds: "media" in item ? item.media.map((_, index) => MediaId.make(made(`media ${index}`))) : []
  }
}

/** The stop words of every organization here. */
const givenWords = wordMeanings({ optOut: ["STOP"], optIn: ["START"] })

export const contextOf = ({ account, item }: RoutedInbound, now: DateTime.Utc): InboxContext => ({
  account,
  now,
  hasAssignment: false,
  ids: idsOf({ channelAccountId: account.id, item }),
  words: givenWords,
  countryOf: (phone) => (phone.startsWith("1") ? CountryCode.make("US") : null),
  mediaUrl: (id) => `https://parley.example/media/${id}`,
  eventMediaUrl: (id) => `https://parley.example/v1/media/${id}`
})

/** Applies a report of a platform to the state of an organization. */
export type TakeInbound = typeof takeInbound

export const take = (
  state: InboxState,
  report: RoutedInbound,
  now: DateTime.Utc = today,
  rule: TakeInbound = takeInbound
): InboxState => rule(state, report.item, contextOf(report, now))

const accounts = [number, otherNumber, page, instagram]

const parkedReports = ({ parked }: InboxState): ReadonlyArray<RoutedInbound> =>
  [...HashMap.values(parked)].flatMap(({ channelAccountId, item }) =>
    accounts.filter(({ id }) => id === channelAccountId).map((account) => ({ account, item }))
  )

const whatIsParked = ({ events, parked }: InboxState) =>
  JSON.stringify([events.length, [...HashMap.values(parked)].map(parkedKey).sort()])

/** Retries parked reports until nothing changes. */
const settled = (state: InboxState, now: DateTime.Utc, rule: TakeInbound): InboxState => {
  const after = parkedReports(state).reduce((before, report) => take(before, report, now, rule), state)
  return whatIsParked(after) === whatIsParked(state) ? after : settled(after, now, rule)
}

/** Applies reports one by one, `tick` seconds apart, and then the parked reports. */
export const run = (
  state: InboxState,
  reports: ReadonlyArray<RoutedInbound>,
  tick = 1,
  rule: TakeInbound = takeInbound
): InboxState => {
  const at = (index: number) => DateTime.add(today, { seconds: tick * index })
  const after = reports.reduce((before, report, index) => take(before, report, at(index), rule), state)
  return settled(after, at(reports.length), rule)
}

/** The announced events, in order. */
export const announced = ({ events }: InboxState) =>
  events.map((event, index) => event(EventId.make(uuidOf(`event ${index}`))))
