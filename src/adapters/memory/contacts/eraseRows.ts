import { DateTime, HashMap } from "effect"
import { recipientStatus } from "../../../domain/campaigns/CampaignRecipient.ts"
import { type ErasurePart, type ErasureTerms, messageKey } from "../../../domain/contacts/Erasure.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { removableAt } from "../../../domain/media/retention.ts"
import { mentionOf } from "../../../domain/text/withoutMentions.ts"
import { withoutMessages } from "../access/MemoryRetainedRows.ts"
import { withoutPerson } from "../campaigns/campaignState.ts"
import { discarded } from "../media/MemoryMediaLibrary.ts"
import type { ScheduledMedia, State } from "../State.ts"

/** The contact whose rows are erased. */
export interface ErasureScope {
  readonly organizationId: OrganizationId
  readonly terms: ErasureTerms
  readonly requestedAt: DateTime.Utc
}

/** The result of a part. `keys` identify the erased messages. */
export interface Erased {
  readonly messages: number
  readonly files: number
  readonly records: number
  readonly isWaiting: boolean
  readonly keys: ReadonlyArray<string>
}

/** Erases all rows of a part. */
export type ErasePart = (
  state: State,
  scope: ErasureScope,
  now: DateTime.Utc
) => readonly [erased: Partial<Erased>, state: State]

const separators = /[\s().+/-]/g

/** Whether a recipient, as people typed it, is the person. */
const isRecipient =
  (terms: ReadonlyArray<string>) =>
  (recipient: string): boolean =>
    terms.includes(recipient.replaceAll(separators, "")) || terms.includes(recipient)

const isOwn =
  ({ organizationId }: ErasureScope) =>
  (row: { readonly organizationId: OrganizationId }): boolean =>
    row.organizationId === organizationId

/** Whether a row of this time may be one of the erased contact: later ones with the same number are of a new contact. */
const isBefore = ({ requestedAt }: ErasureScope, at: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(at, requestedAt)

const sends: ErasePart = (state, scope) => {
  const isPerson = isRecipient(scope.terms.person)
  const isKnown = (value: string) => state.identities.some((row) => isOwn(scope)(row) && row.value === value)
  const pendingSends = state.pendingSends.filter(
    ({ send }) => !(isOwn(scope)(send) && isBefore(scope, send.createdAt) && isPerson(send.recipient))
  )
  const profileLookups = state.profileLookups.filter(
    (row) => !(isOwn(scope)(row) && scope.terms.person.includes(row.personId) && !isKnown(row.personId))
  )
  const records = state.pendingSends.length - pendingSends.length + state.profileLookups.length - profileLookups.length
  return [{ records }, { ...state, pendingSends, profileLookups }]
}

const campaigns: ErasePart = (state, scope) => {
  const isPerson = isRecipient([...scope.terms.person, ...scope.terms.contact])
  const own = new Set(
    state.campaigns
      .filter(({ campaign }) => isOwn(scope)(campaign) && isBefore(scope, campaign.createdAt))
      .map(({ campaign }) => campaign.id)
  )
  let records = 0
  const campaignRecipients = state.campaignRecipients.map((stored) => {
    const { phoneKey, recipient } = stored
    if (!own.has(recipient.campaignId) || recipient.contactId !== null) return stored
    if (!isPerson(recipient.to) && (phoneKey === null || !scope.terms.person.includes(phoneKey))) return stored
    records += 1
    const leftOut = recipientStatus(recipient) === "queued" ? "unreachable" : recipient.leftOut
    return { ...stored, phoneKey: null, recipient: withoutPerson({ ...recipient, leftOut }) }
  })
  return [{ records }, { ...state, campaignRecipients }]
}

const ownMessages = (state: State, scope: ErasureScope) =>
  state.messages.filter((row) => isOwn(scope)(row) && scope.terms.conversations.includes(row.conversationId))

const files: ErasePart = (state, scope, now) => {
  const ids = new Set<string>(ownMessages(state, scope).map(({ id }) => id))
  const isIt = ({ media }: ScheduledMedia) =>
    isOwn(scope)(media) && media.messageId !== null && ids.has(media.messageId)
  const found = state.media.filter(isIt)
  const stored = new Set(found.filter(({ media }) => media.status !== "discarded"))
  const media = state.media.map((row) => (stored.has(row) ? discarded(row, removableAt(now)) : row))
  return [
    { files: stored.size, isWaiting: found.length > 0 },
    { ...state, media }
  ]
}

const messages: ErasePart = (state, scope) => {
  const own = ownMessages(state, scope)
  const withFiles = new Set(state.media.map(({ media }) => media.messageId))
  const gone = own.filter(({ id, status }) => status !== "pending" && !withFiles.has(id))
  const ids = new Set(gone.map(({ id }) => id))
  return [
    {
      messages: gone.length,
      isWaiting: gone.length < own.length,
      keys: gone.flatMap(({ platformMessageId }) => (platformMessageId === null ? [] : [messageKey(platformMessageId)]))
    },
    withoutMessages(state, ids)
  ]
}

const conversations: ErasePart = (state, scope) => {
  const isIt = (id: string | null) => id !== null && scope.terms.conversations.includes(id)
  const isBlank = ({ labels, resolution, unreadCount }: State["conversations"][number]) =>
    labels.length === 0 && resolution === null && unreadCount === 0
  const blank = new Set(state.conversations.filter((row) => isOwn(scope)(row) && isIt(row.id) && !isBlank(row)))
  const notes = state.notes.filter((row) => !(isOwn(scope)(row) && isIt(row.conversationId)))
  const notifications = state.notifications.filter((row) => !(isOwn(scope)(row) && isIt(row.conversationId)))
  const records = blank.size + state.notes.length - notes.length + state.notifications.length - notifications.length
  const blanked = state.conversations.map((row) =>
    blank.has(row) ? { ...row, labels: [], resolution: null, unreadCount: 0 } : row
  )
  return [{ records }, { ...state, conversations: blanked, notes, notifications }]
}

const reports: ErasePart = (state, scope) => {
  const isPerson = mentionOf(scope.terms.person)
  const parked = state.parked.filter(
    (row) => !(isOwn(scope)(row) && isBefore(scope, row.parkedAt) && isPerson(JSON.stringify(row.item)))
  )
  return [{ records: state.parked.length - parked.length }, { ...state, parked }]
}

const events: ErasePart = (state, scope) => {
  const isAbout = mentionOf(scope.terms.contact)
  const isPerson = mentionOf(scope.terms.person)
  const isIt = (row: State["events"][number]): boolean => {
    if (!isOwn(scope)(row) || row.type === "contact.erased") return false
    const data = JSON.stringify(row.data)
    const isOfConversation = row.conversationId !== null && scope.terms.conversations.includes(row.conversationId)
    return isOfConversation || isAbout(data) || (isBefore(scope, row.occurredAt) && isPerson(data))
  }
  const gone: ReadonlySet<string> = new Set(state.events.filter(isIt).map(({ id }) => id))
  return [
    { records: gone.size },
    {
      ...state,
      events: state.events.filter(({ id }) => !gone.has(id)),
      deferred: HashMap.filter(state.deferred, ({ eventId }) => !gone.has(eventId)),
      // The key of a delivery ends with the id of its event.
      attempts: HashMap.filter(state.attempts, (_, key) => !gone.has(key.slice(key.indexOf(" ") + 1))),
      consumerEvents: state.consumerEvents.filter(({ delivery }) => !gone.has(delivery.event.id))
    }
  ]
}

/** Parts of an erasure that find rows by columns, and events. */
export const eraseRows = { sends, campaigns, files, messages, conversations, reports, events } satisfies Partial<
  Record<ErasurePart, ErasePart>
>
