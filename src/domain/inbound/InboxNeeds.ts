import type { DateTime } from "effect"
import { type ChannelAccountId, PlatformMessageId } from "../Ids.ts"
import { type ContactIdentity, identityKey, metIdentities } from "../contacts/ContactIdentity.ts"
import type { ChannelAccount } from "../conversations/Channel.ts"
import { type WordMeanings, messageChoice, noMeanings } from "../contacts/StopWords.ts"
import { stoppedMarketing } from "../messages/PlatformError.ts"
import { type Inbound, isPast, type PersonId } from "./Inbound.ts"

/** Whether it says that the person it went to does not want offers. */
export const isRefusalOfOffers = (item: Inbound): boolean =>
  item._tag === "StatusReported" && item.failure?.code === stoppedMarketing

/**
 * Whether it names the person of a send by number and by user id, so that both are known to be one person's. The first
 * status of each message is enough for that.
 */
export const tellsIdentities = (item: Inbound): boolean => {
  if (item._tag !== "StatusReported" || item.status !== "sent" || item.person === null) return false
  const { ids } = item.person
  return ids.some(({ kind }) => kind === "phone") && ids.some(({ kind }) => kind === "whatsapp")
}

/** Whether the report may have to wait for a person, so that it is parked for no message. */
export const isAboutPerson = (item: Inbound): boolean =>
  item._tag === "DeliveredUpTo" ||
  item._tag === "ReadUpTo" ||
  item._tag === "SeenUpTo" ||
  item._tag === "PersonChanged" ||
  item._tag === "AddressBookChanged" ||
  item._tag === "ControlChanged" ||
  isRefusalOfOffers(item) ||
  tellsIdentities(item)

/**
 * Whether the report is a status without an error and without facts about the recipient. It affects only the message,
 * and such reports are frequent.
 */
export const isPlainStatus = (item: Inbound): boolean =>
  item._tag === "StatusReported" && item.failure === null && !tellsIdentities(item)

/** A report, and the account that it is about. */
export interface RoutedInbound {
  readonly item: Inbound
  readonly account: ChannelAccount
}

/** Records that some reports may touch. */
export interface InboxNeeds {
  readonly identities: ReadonlyArray<ContactIdentity>
  readonly messages: ReadonlyArray<{
    readonly channelAccountId: ChannelAccountId
    readonly platformMessageId: PlatformMessageId
  }>
  /** The account's messages to the identity up to an instant. Null: up to the message that was seen. */
  readonly sent: ReadonlyArray<{
    readonly channelAccountId: ChannelAccountId
    readonly identity: ContactIdentity
    readonly upTo: DateTime.Utc | null
    readonly platformMessageId: PlatformMessageId | null
  }>
  /** Keys of reports that may be parked for a person, and not for a message. */
  readonly marks: ReadonlyArray<{ readonly channelAccountId: ChannelAccountId; readonly key: string }>
  /** Whether a report may change a consent. */
  readonly consents: boolean
  /** A message reopens a conversation that was closed at this time or later; null if it never reopens one. */
  readonly reopensSince: DateTime.Utc | null
}

/** Whether the report may be an opt-in or an opt-out. */
const mayChoose = (item: Inbound, words: WordMeanings): boolean => {
  if (isPast(item)) return false
  switch (item._tag) {
    case "MarketingPreferred":
    case "OptedIn":
      return true
    case "MessageReceived":
      return !item.echo && messageChoice(words, item.content) !== null
    case "PostbackTapped":
      return messageChoice(words, { text: item.title, payload: item.payload }) !== null
    default:
      return isRefusalOfOffers(item)
  }
}

/**
 * The identities for which sends without an outcome have to be known: those that no contact has, and those whose messages
 * a report is about.
 */
export const intendedIdentities = (
  { identities, sent }: InboxNeeds,
  isKnown: (identity: ContactIdentity) => boolean
): ReadonlyArray<ContactIdentity> => {
  const intended = [...identities.filter((identity) => !isKnown(identity)), ...sent.map(({ identity }) => identity)]
  return [...new Map(intended.map((identity) => [identityKey(identity), identity])).values()]
}

/** A postback without an id, an opt-in and a referral are stored under their keys. */
const notedId = (item: Inbound): ReadonlyArray<PlatformMessageId> =>
  item._tag === "OptedIn" || item._tag === "Referred" || item._tag === "PostbackTapped"
    ? [PlatformMessageId.make(item.key)]
    : []

const peopleOf = (item: Inbound): ReadonlyArray<PersonId> => {
  if (isPlainStatus(item)) return []
  const people = "person" in item ? (item.person?.ids ?? []) : []
  return item._tag === "PersonChanged" ? [...item.previous, ...people] : people
}

const messageIdOf = (item: Inbound): ReadonlyArray<PlatformMessageId> =>
  "platformMessageId" in item && item.platformMessageId !== null ? [item.platformMessageId] : notedId(item)

const isMark = (item: Inbound) =>
  item._tag === "DeliveredUpTo" || item._tag === "ReadUpTo" || item._tag === "SeenUpTo" ? [item] : []

/** Whether the report belongs to a conversation, which it may begin. */
export const joinsConversation = (item: Inbound): boolean =>
  item._tag === "MessageReceived" ||
  item._tag === "PostbackTapped" ||
  item._tag === "OptedIn" ||
  item._tag === "Referred"

/** Records to load before the reports can be processed. */
export const needsOf = (
  reports: ReadonlyArray<RoutedInbound>,
  words: WordMeanings = noMeanings,
  since: DateTime.Utc | null = null
): InboxNeeds => {
  const identities = reports.flatMap(({ account, item }) => metIdentities(account, peopleOf(item)))
  const marks = reports.flatMap(({ account, item }) => isMark(item).map((mark) => ({ account, mark })))
  return {
    identities: [...new Map(identities.map((identity) => [identityKey(identity), identity])).values()],
    messages: reports.flatMap(({ account, item }) =>
      messageIdOf(item).map((platformMessageId) => ({ channelAccountId: account.id, platformMessageId }))
    ),
    sent: marks.flatMap(({ account, mark }) =>
      metIdentities(account, mark.person.ids).map((identity) => ({
        channelAccountId: account.id,
        identity,
        upTo: mark._tag === "SeenUpTo" ? null : mark.upTo,
        platformMessageId: mark._tag === "SeenUpTo" ? mark.platformMessageId : null
      }))
    ),
    marks: reports.flatMap(({ account, item }) =>
      isAboutPerson(item) ? [{ channelAccountId: account.id, key: item.key }] : []
    ),
    consents: reports.some(({ item }) => mayChoose(item, words)),
    reopensSince: reports.some(({ item }) => joinsConversation(item)) ? since : null
  }
}
