import type { StoredCampaign, StoredRecipient } from "./StoredCampaign.ts"
import { DateTime, Effect } from "effect"
import type { CampaignRecipient } from "../../../domain/campaigns/CampaignRecipient.ts"
import type { CampaignId, CampaignRecipientId, OrganizationId } from "../../../domain/Ids.ts"
import type { ClaimedRecipient, RecipientOutcome } from "../../../ports/campaigns/CampaignStore.ts"
import type { State, Step } from "../State.ts"
import { recipientsOf } from "./freezeAudience.ts"

/** The stored campaign of the organization. */
export const campaignOf = (state: State, organizationId: OrganizationId, id: CampaignId): StoredCampaign | undefined =>
  state.campaigns.find(({ campaign }) => campaign.organizationId === organizationId && campaign.id === id)

/** Deletes recipients that match, at most `limit`. */
export const deleting =
  (limit: number, isGone: (state: State, recipient: CampaignRecipient) => boolean): Step<number> =>
  (state) => {
    const gone = new Set(state.campaignRecipients.filter(({ recipient }) => isGone(state, recipient)).slice(0, limit))
    return [
      Effect.succeed(gone.size),
      { ...state, campaignRecipients: state.campaignRecipients.filter((one) => !gone.has(one)) }
    ]
  }

/** Whether the recipient has no outcome yet. */
export const isOpen = ({ failure, leftOut, sentAt }: CampaignRecipient): boolean =>
  failure === null && leftOut === null && sentAt === null

const dueFirst = (one: StoredRecipient, other: StoredRecipient): number =>
  (one.nextAt?.epochMilliseconds ?? 0) - (other.nextAt?.epochMilliseconds ?? 0) ||
  one.recipient.position - other.recipient.position

/** Claims the next due recipients of a running campaign. */
export const claimRecipients =
  (
    organizationId: OrganizationId,
    id: CampaignId,
    now: DateTime.Utc,
    leaseUntil: DateTime.Utc,
    limit: number
  ): Step<ReadonlyArray<ClaimedRecipient>> =>
  (state) => {
    const campaign = campaignOf(state, organizationId, id)?.campaign
    if (campaign?.status !== "running" || !campaign.isFrozen) return [Effect.succeed([]), state]
    const due = recipientsOf(state, organizationId, id)
      .filter(
        ({ nextAt, recipient }) => isOpen(recipient) && (nextAt === null || DateTime.isLessThanOrEqualTo(nextAt, now))
      )
      .toSorted(dueFirst)
      .slice(0, limit)
    const claimed = new Map(
      due.map((row) => [
        row.recipient.id,
        { ...row, nextAt: leaseUntil, recipient: { ...row.recipient, begunAt: row.recipient.begunAt ?? now } }
      ])
    )
    const answer = [...claimed.values()]
      .toSorted((one, other) => one.recipient.position - other.recipient.position)
      .map(({ recipient }): ClaimedRecipient => {
        const { columns, contactId, name, to } = recipient
        const contact = state.contacts.find((known) => known.id === contactId) ?? null
        return { recipient, person: { to, name, columns, contact } }
      })
    return [
      Effect.succeed(answer),
      { ...state, campaignRecipients: state.campaignRecipients.map((row) => claimed.get(row.recipient.id) ?? row) }
    ]
  }

const settled = (state: State, row: StoredRecipient, outcome: RecipientOutcome, at: DateTime.Utc): StoredRecipient => {
  const { nextAt, recipient } = row
  const ended = { ...recipient, begunAt: null }
  switch (outcome._tag) {
    case "Sent": {
      const { contactId, messageId } = outcome
      const message = state.messages.find(({ id }) => id === messageId)
      const deliveredAt = ended.deliveredAt ?? message?.deliveredAt ?? null
      const readAt = ended.readAt ?? message?.readAt ?? null
      return { ...row, recipient: { ...ended, messageId, contactId, sentAt: at, deliveredAt, readAt } }
    }
    case "NotSent":
      return { ...row, recipient: { ...ended, failure: outcome.failure } }
    case "LeftOut":
      return { ...row, recipient: { ...ended, leftOut: outcome.reason } }
    case "Queued":
      return {
        ...row,
        nextAt: outcome.until,
        recipient: { ...ended, retries: ended.retries + (outcome.isRetry ? 1 : 0) }
      }
    case "Open":
      return { ...row, nextAt: outcome.until ?? nextAt }
  }
}

/** Records outcomes of open recipients. */
export const settle =
  (organizationId: OrganizationId, outcomes: ReadonlyArray<RecipientOutcome>, at: DateTime.Utc): Step<void> =>
  (state) => {
    const byId = new Map<CampaignRecipientId, RecipientOutcome>(outcomes.map((outcome) => [outcome.id, outcome]))
    const campaignRecipients = state.campaignRecipients.map((row) => {
      const outcome = byId.get(row.recipient.id)
      const isOwn = row.recipient.organizationId === organizationId
      return outcome === undefined || !isOwn || !isOpen(row.recipient) ? row : settled(state, row, outcome, at)
    })
    return [Effect.void, { ...state, campaignRecipients }]
  }
