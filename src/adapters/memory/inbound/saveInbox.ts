import { type DateTime, Effect, HashMap, HashSet, Option, Order, Struct } from "effect"
import type { ContactId, ConversationId, OrganizationId } from "../../../domain/Ids.ts"
import { parkedUntil } from "../../../domain/inbound/InboundDelivery.ts"
import type { InboxContact } from "../../../domain/inbound/InboxContact.ts"
import {
  type InboxConversation,
  type InboxMessage,
  type InboxState,
  joinedConversations,
  newConsents,
  mergedInto,
  parkedKey,
  peopleMet
} from "../../../domain/inbound/InboxState.ts"
import { isUnread } from "../../../domain/messages/unread.ts"
import { InboxConflict } from "../../../ports/inbound/Inbox.ts"
import { type MessageCount, countChanges } from "../../../domain/limits/MessageCount.ts"
import { optOutSteps, recipientReport, replySteps } from "../../../domain/campaigns/campaignReports.ts"
import { withContactSteps, withRecipientReports } from "../campaigns/campaignState.ts"
import { contactKnownBy, withIdentity } from "../contacts/storedIdentities.ts"
import { learnedAt } from "../messages/listedMessages.ts"
import {
  type State,
  type Step,
  type StoredConversation,
  type StoredParkedReport,
  withConsentOf,
  withReportedContact
} from "../State.ts"

/** Whether the report is parked for one of these people and for no message. */
const isFor = ({ item, platformMessageId }: StoredParkedReport, people: ReadonlySet<string>): boolean =>
  platformMessageId === null && "person" in item && (item.person?.ids ?? []).some(({ value }) => people.has(value))

const dueAt = (row: StoredParkedReport, at: DateTime.Utc): StoredParkedReport => ({ ...row, dueAt: at })

/** Saves parked reports; leaves others untouched, except those about a contact that this batch resolves. */
const withParking = (
  state: State,
  organizationId: OrganizationId,
  before: InboxState,
  after: InboxState,
  at: DateTime.Utc
): State => {
  const isGone = (key: string) => HashMap.has(before.parked, key) && !HashMap.has(after.parked, key)
  const added = [...HashMap.entries(after.parked)].filter(([key]) => !HashMap.has(before.parked, key))
  const addedKeys = new Set(added.map(([key]) => key))
  const people = new Set(peopleMet(before, after))
  const remaining = state.parked
    .filter((row) => {
      const key = parkedKey(row)
      return row.organizationId !== organizationId || (!isGone(key) && !addedKeys.has(key))
    })
    .map((row) => (row.organizationId === organizationId && isFor(row, people) ? dueAt(row, at) : row))
  const parked = added.map(([, { channelAccountId, item, platformMessageId }]): StoredParkedReport => ({
    organizationId,
    channelAccountId,
    platformMessageId,
    item,
    attempts: 0,
    parkedAt: at,
    dueAt: parkedUntil(0, at)
  }))
  return { ...state, parked: [...remaining, ...parked] }
}

/** Applies one write; null if another row conflicts with it. */
type Write<A> = (state: State, row: A) => State | null

/** The entries of `after` that are new or changed, in the order of the keys. */
const changed = <K extends string, A>(before: HashMap.HashMap<K, A>, after: HashMap.HashMap<K, A>): ReadonlyArray<A> =>
  [...HashMap.entries(after)]
    .filter(([key, value]) => Option.getOrUndefined(HashMap.get(before, key)) !== value)
    .toSorted(Order.mapInput(Order.String, ([key]: readonly [K, A]) => key))
    .map(([, value]) => value)

/** Replaces the row with the same id, or adds the row. */
const put = <Row extends { readonly id: string }>(rows: ReadonlyArray<Row>, row: Row): ReadonlyArray<Row> =>
  rows.some(({ id }) => id === row.id) ? rows.map((stored) => (stored.id === row.id ? row : stored)) : [...rows, row]

/** Moves all rows of one contact to another. */
const merged = (state: State, before: InboxState, after: InboxState): State => {
  if (after.merges.length === 0) return state
  const joined = new Map(joinedConversations(before, after).map(({ gone, into }) => [gone, into] as const))
  const gone = new Set(after.merges.map(({ from }) => from))
  const joinedOf = (id: ConversationId): ConversationId => joined.get(id) ?? id
  const moved = <Row extends { readonly contactId: ContactId }>(row: Row): Row => ({
    ...row,
    contactId: mergedInto(after, row.contactId)
  })
  // Changes that both contacts have are stored once.
  const withMoved = state.consents
    .filter(({ contactId }) => gone.has(contactId))
    .reduce((done, row) => withConsentOf(done, moved(row)), state)
  return {
    ...state,
    contacts: state.contacts.filter(({ id }) => !gone.has(id)),
    reportedContacts: state.reportedContacts.filter(({ contactId }) => !gone.has(contactId)),
    identities: state.identities.map(moved),
    consents: withMoved.consents.filter(({ contactId }) => !gone.has(contactId)),
    conversations: state.conversations.filter(({ id }) => !joined.has(id)).map(moved),
    messages: state.messages.map((message) => ({
      ...moved(message),
      conversationId: joinedOf(message.conversationId)
    })),
    campaignRecipients: state.campaignRecipients.map((stored) => {
      const { contactId } = stored.recipient
      return contactId === null || !gone.has(contactId)
        ? stored
        : { ...stored, recipient: { ...stored.recipient, contactId: mergedInto(after, contactId) } }
    }),
    pendingSends: state.pendingSends.map(({ nextAt, send }) => ({
      nextAt,
      send: {
        ...send,
        contactId: send.contactId === null ? null : mergedInto(after, send.contactId),
        conversationId: send.conversationId === null ? null : joinedOf(send.conversationId)
      }
    })),
    notes: state.notes.map((note) => ({ ...note, conversationId: joinedOf(note.conversationId) })),
    notifications: state.notifications.map((notification) =>
      notification.conversationId === null
        ? notification
        : { ...notification, conversationId: joinedOf(notification.conversationId) }
    )
  }
}

const writeContact: Write<InboxContact> = (state, { contact, identities, ...entry }) => {
  const isTaken = identities.some((identity) => {
    const known = contactKnownBy(state, contact.organizationId, identity)
    return known !== undefined && known.id !== contact.id
  })
  if (isTaken) return null
  const withContacts = { ...state, contacts: put(state.contacts, contact) }
  const withIdentities = identities.reduce((all, identity) => withIdentity(all, contact, identity), withContacts)
  return withReportedContact(withIdentities, { contactId: contact.id, ...Struct.omit(entry, ["consents"]) })
}

const isRunningBeside =
  ({ channelAccountId, contactId, id }: Pick<StoredConversation, "id" | "channelAccountId" | "contactId">) =>
  (stored: StoredConversation): boolean =>
    stored.id !== id &&
    stored.status !== "closed" &&
    stored.contactId === contactId &&
    stored.channelAccountId === channelAccountId

const writeConversation: Write<InboxConversation> = (state, { conversation, ...reported }) =>
  conversation.status !== "closed" && state.conversations.some(isRunningBeside(conversation))
    ? null
    : {
        ...state,
        conversations: put(state.conversations, {
          ...conversation,
          ...Struct.omit(reported, ["isRecounted"]),
          isHidden: false
        })
      }

const writeMessage: Write<InboxMessage> = (state, { countsUnread, learnedAt, listedAt, message, raw }) => {
  const isKnown = state.messages.some(
    ({ channelAccountId, id, platformMessageId }) =>
      id !== message.id &&
      platformMessageId !== null &&
      platformMessageId === message.platformMessageId &&
      channelAccountId === message.channelAccountId
  )
  if (isKnown) return null
  const others = state.reportedMessages.filter(({ messageId }) => messageId !== message.id)
  const isNew = !state.messages.some(({ id }) => id === message.id)
  return {
    ...state,
    messages: put(state.messages, message),
    echoes: isNew && message.direction === "outbound" ? HashSet.add(state.echoes, message.id) : state.echoes,
    learned: HashMap.set(state.learned, message.id, learnedAt),
    listed: isNew ? HashMap.set(state.listed, message.id, listedAt) : state.listed,
    reportedMessages: [...others, { messageId: message.id, raw, countsUnread }]
  }
}

/** Recounts the unread messages of the conversation. */
export const recounted = (state: State, id: ConversationId): State => {
  const counting = new Set(state.reportedMessages.flatMap((row) => (row.countsUnread ? [row.messageId] : [])))
  const unreadIn = (stored: StoredConversation) =>
    state.messages.filter(
      (message) =>
        message.conversationId === id &&
        message.direction === "inbound" &&
        counting.has(message.id) &&
        isUnread({ createdAt: message.createdAt, learnedAt: learnedAt(state, message) }, stored)
    ).length
  return {
    ...state,
    conversations: state.conversations.map((stored) =>
      stored.id === id ? { ...stored, unreadCount: unreadIn(stored) } : stored
    )
  }
}

const withCount = (state: State, organizationId: OrganizationId, change: MessageCount): State => {
  const isRow = (row: State["messageCounts"][number]) =>
    row.organizationId === organizationId &&
    row.day === change.day &&
    row.channelAccountId === change.channelAccountId &&
    row.category === change.category &&
    row.country === change.country &&
    row.campaignId === change.campaignId &&
    row.billable === change.billable
  const stored = state.messageCounts.find(isRow)?.messages ?? 0
  const row = { ...change, organizationId, messages: stored + change.messages }
  return { ...state, messageCounts: [...state.messageCounts.filter((other) => !isRow(other)), row] }
}

/** Counts priced messages. */
const withCounts = (state: State, organizationId: OrganizationId, before: InboxState, after: InboxState): State =>
  countChanges(
    changed(before.messages, after.messages).map(({ message }) => ({
      former: Option.match(HashMap.get(before.messages, message.id), {
        onNone: () => null,
        onSome: (stored) => stored.message
      }),
      now: message
    }))
  ).reduce((counted, change) => withCount(counted, organizationId, change), state)

/** Applies reports, opt-outs and replies to the recipients of campaigns. */
const withCampaigns = (
  state: State,
  organizationId: OrganizationId,
  before: InboxState,
  after: InboxState,
  at: DateTime.Utc
): State => {
  const messages = changed(before.messages, after.messages).map(({ message }) => message)
  const added = messages.filter(({ id }) => !HashMap.has(before.messages, id))
  const reports = messages.flatMap((message) => recipientReport(message) ?? [])
  const optOuts = optOutSteps(newConsents(before, after))
  const stepped = withContactSteps(state, organizationId, optOuts)
  return withContactSteps(withRecipientReports(stepped, reports), organizationId, replySteps(added, at))
}

/** Applies the writes in order and stops at the first conflict. */
const writeAll = <A>(state: State | null, rows: ReadonlyArray<A>, write: Write<A>): State | null =>
  rows.reduce<State | null>((current, row) => current && write(current, row), state)

/** Saves the differences between the two inbox states. */
export const saveInbox =
  (
    organizationId: OrganizationId,
    before: InboxState,
    after: InboxState,
    at: DateTime.Utc
  ): Step<void, InboxConflict> =>
  (state) => {
    const conversations = [
      ...changed(before.closed, after.closed),
      ...changed(before.conversations, after.conversations)
    ]
    const withContacts = writeAll(merged(state, before, after), changed(before.contacts, after.contacts), writeContact)
    const joined = writeAll(withContacts, conversations, writeConversation)
    const withMessages = writeAll(joined, changed(before.messages, after.messages), writeMessage)
    if (withMessages === null) return [Effect.fail(new InboxConflict()), state]
    const counted = conversations.reduce(
      (done, { conversation: { id }, isRecounted }) => (isRecounted ? recounted(done, id) : done),
      withMessages
    )
    const consented = newConsents(before, after).reduce(
      (done, change) => withConsentOf(done, { organizationId, ...change }),
      counted
    )
    const priced = withCounts(consented, organizationId, before, after)
    const campaigned = withCampaigns(priced, organizationId, before, after, at)
    return [Effect.void, withParking(campaigned, organizationId, before, after, at)]
  }
