import { DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { type ContactIdentity, identityKey } from "../../../domain/contacts/ContactIdentity.ts"
import type { Contact } from "../../../domain/contacts/Contact.ts"
import { latestConsent } from "../../../domain/contacts/Consent.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import type { InboxContact } from "../../../domain/inbound/InboxContact.ts"
import type { ChannelAccountId, ContactId, OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { type InboxNeeds, intendedIdentities } from "../../../domain/inbound/InboxNeeds.ts"
import {
  type InboxConversation,
  type InboxMessage,
  type InboxState,
  emptyInbox,
  withClosed,
  withContact,
  withConversation,
  withIntended,
  withMessage,
  withParked
} from "../../../domain/inbound/InboxState.ts"
import type { Message } from "../../../domain/messages/Message.ts"
import { contactKnownBy } from "../contacts/storedIdentities.ts"
import { learnedAt, listedAt } from "../messages/listedMessages.ts"
import {
  type State,
  type Step,
  type StoredConversation,
  type StoredParkedReport,
  asConversation,
  reportedContact
} from "../State.ts"
import { parkedUntil } from "../../../domain/inbound/InboundDelivery.ts"
import { type DueReport, Inbox } from "../../../ports/inbound/Inbox.ts"
import { consentsOf } from "../contacts/MemoryConsentStore.ts"
import { saveInbox } from "./saveInbox.ts"
import { World } from "../World.ts"

const asInboxContact = (state: State, contact: Contact, needsConsents: boolean): InboxContact => {
  const { contactId: _, ...reported } = reportedContact(state, contact.id)
  const identities = state.identities
    .filter(({ contactId }) => contactId === contact.id)
    .map(({ kind, scope, value }) => ({ kind, scope, value }))
  const changes = needsConsents ? consentsOf(state, contact.organizationId, contact.id) : []
  const consents = Channel.literals.flatMap((channel) => latestConsent(changes, channel) ?? [])
  return { contact, identities, ...reported, consents }
}

/** Reads messages together with their platform data. */
const inboxMessages = (state: State) => {
  const reported = new Map(state.reportedMessages.map((row) => [row.messageId, row]))
  return (message: Message): InboxMessage => {
    const { countsUnread = false, raw = null } = reported.get(message.id) ?? {}
    return { message, learnedAt: learnedAt(state, message), listedAt: listedAt(state, message), raw, countsUnread }
  }
}

/** The account's id has a fixed length, so no two pairs have one key. */
const platformKey = (accountId: ChannelAccountId, id: PlatformMessageId | null) => `${accountId} ${id ?? ""}`

const namedMessages = (
  { messages }: State,
  organizationId: OrganizationId,
  needs: InboxNeeds
): ReadonlyArray<Message> => {
  if (needs.messages.length === 0) return []
  const keys = new Set(needs.messages.map((one) => platformKey(one.channelAccountId, one.platformMessageId)))
  return messages.filter(
    (message) =>
      message.organizationId === organizationId &&
      keys.has(platformKey(message.channelAccountId, message.platformMessageId))
  )
}

/** A range of an account's messages to a contact that a mark may cover. */
interface Sent {
  readonly contactId: ContactId
  readonly channelAccountId: ChannelAccountId
  /** Null for all messages: the mark's own message is not known yet. */
  readonly upTo: DateTime.Utc | null
}

const sentNeeded = (state: State, organizationId: OrganizationId, { sent }: InboxNeeds): ReadonlyArray<Sent> =>
  sent.flatMap(({ channelAccountId, identity, platformMessageId, upTo }) => {
    const contact = contactKnownBy(state, organizationId, identity)
    const seen = state.messages.find(
      (message) =>
        platformMessageId !== null &&
        message.channelAccountId === channelAccountId &&
        message.platformMessageId === platformMessageId
    )
    return contact === undefined
      ? []
      : [{ contactId: contact.id, channelAccountId, upTo: upTo ?? seen?.createdAt ?? null }]
  })

const sentUpTo = (state: State, organizationId: OrganizationId, needs: InboxNeeds): ReadonlyArray<Message> => {
  const marks = sentNeeded(state, organizationId, needs)
  const isMarked = ({ channelAccountId, contactId, createdAt }: Message) =>
    marks.some(
      (mark) =>
        mark.contactId === contactId &&
        mark.channelAccountId === channelAccountId &&
        (mark.upTo === null || DateTime.isLessThanOrEqualTo(createdAt, mark.upTo))
    )
  return state.messages.filter(
    (message) =>
      message.organizationId === organizationId &&
      message.direction === "outbound" &&
      message.status !== "read" &&
      message.status !== "failed" &&
      isMarked(message)
  )
}

const parkedNeeded = ({ parked }: State, organizationId: OrganizationId, needs: InboxNeeds) => {
  const messages = new Set(needs.messages.map((one) => platformKey(one.channelAccountId, one.platformMessageId)))
  const marks = new Set(needs.marks.map(({ channelAccountId, key }) => JSON.stringify([channelAccountId, key])))
  return parked
    .filter(
      ({ channelAccountId, item, organizationId: own, platformMessageId }) =>
        own === organizationId &&
        (platformMessageId === null
          ? marks.has(JSON.stringify([channelAccountId, item.key]))
          : messages.has(platformKey(channelAccountId, platformMessageId)))
    )
    .map(({ channelAccountId, item, platformMessageId }) => ({ channelAccountId, item, platformMessageId }))
}

/** The sends without an outcome that were reserved for the identity, oldest first. */
const intendedFor = ({ messages, openings }: State, organizationId: OrganizationId, identity: ContactIdentity) =>
  messages.flatMap((message) => {
    const intent = Option.getOrUndefined(HashMap.get(openings, message.id))
    const isIntended =
      intent !== undefined &&
      message.organizationId === organizationId &&
      intent.identity !== null &&
      identityKey(intent.identity) === identityKey(identity)
    return isIntended ? [{ identity, message }] : []
  })

const asInboxConversation = (stored: StoredConversation): InboxConversation => {
  const { lastEchoAt, lastLearnedAt, lastSentAt, lastWrittenAt } = stored
  const clock = { lastEchoAt, lastLearnedAt, lastSentAt, lastWrittenAt }
  const inboxConversation = { conversation: asConversation(stored), ...clock, isRecounted: false }
  return stored.control === undefined ? inboxConversation : { ...inboxConversation, control: stored.control }
}

/** Whether the conversation was closed at the time or later. */
const isReopenedSince =
  (since: DateTime.Utc | null) =>
  ({ closedAt, status }: StoredConversation): boolean =>
    since !== null && status === "closed" && closedAt !== null && DateTime.isGreaterThanOrEqualTo(closedAt, since)

/** The part of the organization's state that the batch needs. */
const loadInbox = (state: State, organizationId: OrganizationId, needs: InboxNeeds): InboxState => {
  const contacts = new Set(needs.identities.flatMap((one) => contactKnownBy(state, organizationId, one) ?? []))
  const ids = new Set([...contacts].map(({ id }) => id))
  const known = state.conversations.filter(({ contactId, isHidden }) => ids.has(contactId) && !isHidden)
  const running = known.filter(({ status }) => status !== "closed").map(asInboxConversation)
  const closed = known.filter(isReopenedSince(needs.reopensSince)).map(asInboxConversation)
  const messages = [...namedMessages(state, organizationId, needs), ...sentUpTo(state, organizationId, needs)]
  const withContacts = [...contacts]
    .map((contact) => asInboxContact(state, contact, needs.consents))
    .reduce(withContact, emptyInbox)
  const joined = closed.reduce(withClosed, running.reduce(withConversation, withContacts))
  const withMessages = messages.map(inboxMessages(state)).reduce(withMessage, joined)
  const identities = intendedIdentities(needs, (identity) => HashMap.has(withMessages.people, identityKey(identity)))
  const intended = identities.flatMap((identity) => intendedFor(state, organizationId, identity))
  const awaited = intended.reduce((done, { identity, message }) => {
    return withIntended(done, identity, inboxMessages(state)(message))
  }, withMessages)
  return parkedNeeded(state, organizationId, needs).reduce(withParked, awaited)
}

const isDue = ({ dueAt }: StoredParkedReport, now: DateTime.Utc): boolean =>
  dueAt !== null && DateTime.isLessThanOrEqualTo(dueAt, now)

const longestDue = Order.combine(
  Order.mapInput(Order.Number, ({ dueAt }: StoredParkedReport) => dueAt?.epochMilliseconds ?? 0),
  Order.mapInput(Order.Number, ({ parkedAt }: StoredParkedReport) => parkedAt.epochMilliseconds)
)

const tried = (stored: StoredParkedReport, now: DateTime.Utc): StoredParkedReport => {
  const attempts = stored.attempts + 1
  return { ...stored, attempts, dueAt: parkedUntil(attempts, now) }
}

const asDue = ({ channelAccountId, item, organizationId, platformMessageId }: StoredParkedReport): DueReport => ({
  organizationId,
  channelAccountId,
  platformMessageId,
  item
})

const claimParked =
  (now: DateTime.Utc, limit: number): Step<ReadonlyArray<DueReport>> =>
  (state) => {
    const claimed = state.parked
      .filter((stored) => isDue(stored, now))
      .toSorted(longestDue)
      .slice(0, limit)
    if (claimed.length === 0) return [Effect.succeed([]), state]
    const leased = new Set(claimed)
    return [
      Effect.succeed(claimed.map(asDue)),
      { ...state, parked: state.parked.map((stored) => (leased.has(stored) ? tried(stored, now) : stored)) }
    ]
  }

const purgeParked =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const gone = new Set(state.parked.filter(({ parkedAt }) => DateTime.isLessThan(parkedAt, before)).slice(0, limit))
    return [Effect.succeed(gone.size), { ...state, parked: state.parked.filter((stored) => !gone.has(stored)) }]
  }

/** Most reports of one transaction, as on a Postgres server. */
const maxReports = 500

export const layer = Layer.effect(
  Inbox,
  Effect.map(World, ({ read, step }) =>
    Inbox.of({
      maxReports,
      // Transactions are serialized here, so a read needs no lock.
      load: (organizationId, needs) => read("Inbox.load", (state) => loadInbox(state, organizationId, needs)),
      save: (organizationId, before, after, at) => step("Inbox.save", saveInbox(organizationId, before, after, at)),
      claimParked: (now, limit) => step("Inbox.claimParked", claimParked(now, limit)),
      purgeParked: (before, limit) => step("Inbox.purgeParked", purgeParked(before, limit))
    })
  )
)
