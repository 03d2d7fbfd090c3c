import { type CampaignRecipient, recipientStatus } from "../../../domain/campaigns/CampaignRecipient.ts"
import {
  type ContactStep,
  isInReplyPeriod,
  leftAt,
  type RecipientReport,
  withReport,
  withStep
} from "../../../domain/campaigns/campaignReports.ts"
import { activeStatuses } from "../../../domain/campaigns/campaignStates.ts"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import type { State } from "../State.ts"

/** Changes the recipients that the function changes. */
const mapRecipients = (state: State, change: (recipient: CampaignRecipient) => CampaignRecipient): State => {
  let isChanged = false
  const campaignRecipients = state.campaignRecipients.map((stored) => {
    const recipient = change(stored.recipient)
    if (recipient === stored.recipient) return stored
    isChanged = true
    return { ...stored, recipient }
  })
  return isChanged ? { ...state, campaignRecipients } : state
}

/** Applies reports of messages to their recipients. */
export const withRecipientReports = (state: State, reports: ReadonlyArray<RecipientReport>): State => {
  if (reports.length === 0) return state
  const byRecipient = new Map(reports.map((report) => [report.recipientId, report]))
  return mapRecipients(state, (recipient) => {
    const report = byRecipient.get(recipient.id)
    return report === undefined ? recipient : withReport(recipient, report)
  })
}

const inOrder = (one: CampaignRecipient, other: CampaignRecipient): number =>
  (leftAt(other)?.epochMilliseconds ?? 0) - (leftAt(one)?.epochMilliseconds ?? 0) || (one.id < other.id ? -1 : 1)

const withContactStep = (state: State, organizationId: OrganizationId, step: ContactStep): State => {
  const own = state.campaignRecipients
    .map(({ recipient }) => recipient)
    .filter((recipient) => recipient.organizationId === organizationId && recipient.contactId === step.contactId)
    .toSorted(inOrder)
  const latest = own.slice(0, 1).find((recipient) => isInReplyPeriod(recipient, step.at))
  const candidates = new Set(own)
  return mapRecipients(state, (recipient) => {
    if (!candidates.has(recipient)) return recipient
    const campaign = state.campaigns.find(({ campaign: { id } }) => id === recipient.campaignId)?.campaign
    const isStopped =
      campaign !== undefined && activeStatuses.includes(campaign.status) && campaign.stopOn.includes(step.step)
    return withStep(recipient, step, { isLatest: recipient === latest, isStopped })
  })
}

/** Applies replies and opt-outs of contacts to their recipients. */
export const withContactSteps = (
  state: State,
  organizationId: OrganizationId,
  steps: ReadonlyArray<ContactStep>
): State =>
  state.campaignRecipients.length === 0
    ? state
    : steps.reduce((done, step) => withContactStep(done, organizationId, step), state)

/** The recipient without what names the person. The reason of a failure stays. */
export const withoutPerson = (recipient: CampaignRecipient): CampaignRecipient => ({
  ...recipient,
  to: "",
  name: "",
  columns: {},
  contactId: null,
  failure: recipient.failure && { ...recipient.failure, detail: "" }
})

/** Erases the recipients that the contact was. */
export const withoutContact = (state: State, contactId: ContactId): State => ({
  ...state,
  campaignRecipients: state.campaignRecipients.map((stored) => {
    const { recipient } = stored
    if (recipient.contactId !== contactId) return stored
    const leftOut = recipientStatus(recipient) === "queued" ? "unreachable" : recipient.leftOut
    return {
      ...stored,
      phoneKey: null,
      recipient: withoutPerson({ ...recipient, leftOut })
    }
  })
})
