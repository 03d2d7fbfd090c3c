import type { StoredCampaign, StoredRecipient } from "./StoredCampaign.ts"
import { DateTime } from "effect"
import { inAudience } from "../../../domain/campaigns/campaignAudience.ts"
import { type CampaignRecipient, leftOutOf, type LeftOutReason } from "../../../domain/campaigns/CampaignRecipient.ts"
import type { Contact } from "../../../domain/contacts/Contact.ts"
import { isWhatsAppUserId } from "../../../domain/contacts/ContactIdentity.ts"
import type { CampaignId, CampaignRecipientId, OrganizationId } from "../../../domain/Ids.ts"
import type { State } from "../State.ts"

/** A recipient before any record of a message. */
export const newRecipient = (
  fields: Pick<CampaignRecipient, "id" | "organizationId" | "campaignId" | "position" | "to"> &
    Partial<CampaignRecipient>
): CampaignRecipient => ({
  name: "",
  columns: {},
  contactId: null,
  messageId: null,
  leftOut: null,
  failure: null,
  begunAt: null,
  retries: 0,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  repliedAt: null,
  optedOutAt: null,
  category: null,
  billable: null,
  ...fields
})

/** The stored recipients of a campaign. */
export const recipientsOf = (
  state: State,
  organizationId: OrganizationId,
  campaignId: CampaignId
): ReadonlyArray<StoredRecipient> =>
  state.campaignRecipients.filter(
    ({ recipient }) => recipient.organizationId === organizationId && recipient.campaignId === campaignId
  )

/** A number, else the first id on WhatsApp; null without both. */
const addressOf = (state: State, { id, phone }: Contact): string | null => {
  if (phone !== null) return `+${phone}`
  const ids = state.identities.filter(
    ({ contactId, kind, value }) => contactId === id && kind === "whatsapp" && isWhatsAppUserId(value)
  )
  return ids.map(({ value }) => value).toSorted()[0] ?? null
}

const replace = (state: State, stored: StoredCampaign): ReadonlyArray<StoredCampaign> =>
  state.campaigns.map((one) => (one.campaign.id === stored.campaign.id ? stored : one))

const freezeContacts = (state: State, stored: StoredCampaign, ids: ReadonlyArray<CampaignRecipientId>): State => {
  const { campaign, frozenContact } = stored
  const { audience, id: campaignId, organizationId, startedAt } = campaign
  if (audience._tag !== "Contacts") return state
  const scanned = state.contacts
    .filter(
      (contact) => contact.organizationId === organizationId && (frozenContact === null || contact.id > frozenContact)
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, ids.length)
  const chosen = scanned.filter(
    (contact) =>
      (startedAt === null || DateTime.isLessThanOrEqualTo(contact.createdAt, startedAt)) &&
      inAudience(audience, contact)
  )
  const before = recipientsOf(state, organizationId, campaignId).length
  const added = chosen.flatMap((contact, index): ReadonlyArray<StoredRecipient> => {
    const id = ids[index]
    if (id === undefined) return []
    const to = addressOf(state, contact)
    const position = before + index + 1
    const leftOut = leftOutOf(contact, to)
    const fields = { id, organizationId, campaignId, position, to: to ?? "", contactId: contact.id, leftOut }
    return [{ recipient: newRecipient(fields), phoneKey: null, nextAt: null }]
  })
  const isFrozen = scanned.length < ids.length
  return {
    ...state,
    campaignRecipients: [...state.campaignRecipients, ...added],
    campaigns: replace(state, {
      ...stored,
      frozenContact: scanned.at(-1)?.id ?? frozenContact,
      campaign: { ...campaign, isFrozen }
    })
  }
}

const freezeRows = (state: State, stored: StoredCampaign, limit: number): State => {
  const { campaign, frozenPosition } = stored
  const { id: campaignId, organizationId } = campaign
  const rows = recipientsOf(state, organizationId, campaignId).toSorted(
    (one, other) => one.recipient.position - other.recipient.position
  )
  const scanned = rows.filter(({ recipient }) => recipient.position > frozenPosition).slice(0, limit)
  const phones = new Set<string | null>()
  const contacts = new Set<string | null>()
  const checked = new Map<CampaignRecipientId, StoredRecipient>()
  for (const row of rows) {
    const { phoneKey, recipient } = row
    const known = state.identities.find(
      ({ kind, organizationId: own, value }) => own === organizationId && kind === "phone" && value === phoneKey
    )
    const contact = state.contacts.find(({ id }) => id === known?.contactId)
    const isRepeated =
      phoneKey !== null && (phones.has(phoneKey) || (contact !== undefined && contacts.has(contact.id)))
    phones.add(phoneKey)
    if (contact !== undefined) contacts.add(contact.id)
    const refused: LeftOutReason | null = contact === undefined ? null : leftOutOf(contact, recipient.to)
    const leftOut = recipient.leftOut ?? (isRepeated ? "duplicate" : refused)
    checked.set(recipient.id, { ...row, recipient: { ...recipient, contactId: contact?.id ?? null, leftOut } })
  }
  const isScanned = new Set(scanned.map(({ recipient }) => recipient.id))
  return {
    ...state,
    campaignRecipients: state.campaignRecipients.map((row) =>
      isScanned.has(row.recipient.id) ? (checked.get(row.recipient.id) ?? row) : row
    ),
    campaigns: replace(state, {
      ...stored,
      frozenPosition: scanned.at(-1)?.recipient.position ?? frozenPosition,
      campaign: { ...campaign, isFrozen: scanned.length < limit }
    })
  }
}

/** Freezes the next part of the audience. */
export const freezeAudience = (state: State, stored: StoredCampaign, ids: ReadonlyArray<CampaignRecipientId>): State =>
  stored.campaign.audience._tag === "File" ? freezeRows(state, stored, ids.length) : freezeContacts(state, stored, ids)
