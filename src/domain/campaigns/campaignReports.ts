import { DateTime } from "effect"
import type { ConsentChange } from "../contacts/Consent.ts"
import type { CampaignRecipientId, ContactId, MessageId } from "../Ids.ts"
import { unknownCategory } from "../limits/MessageCount.ts"
import type { Message, MessageFailure } from "../messages/Message.ts"
import type { CampaignStop } from "./Campaign.ts"
import { type CampaignRecipient, type RecipientFailure, recipientStatus, replyPeriod } from "./CampaignRecipient.ts"

/** The known state of a message of a campaign. */
export interface RecipientReport extends Pick<
  CampaignRecipient,
  "sentAt" | "deliveredAt" | "readAt" | "failure" | "category" | "billable"
> {
  readonly recipientId: CampaignRecipientId
  readonly messageId: MessageId
  readonly contactId: ContactId
}

const failureOf = (failure: MessageFailure): RecipientFailure => {
  switch (failure._tag) {
    case "Rejected":
      return { reason: "PlatformRejected", code: failure.code, detail: failure.message || failure.title }
    case "NotReached":
      return { reason: "PlatformNotReached", code: null, detail: failure.detail }
    case "OutcomeUnknown":
      return { reason: "PlatformOutcomeUnknown", code: null, detail: failure.detail }
  }
}

/** The report that a message is for its recipient; null for a message of no campaign, or that the platform has not accepted. */
export const recipientReport = (message: Message): RecipientReport | null => {
  const { annotations, contactId, createdAt, deliveredAt, failure, id, platformMessageId, readAt, status } = message
  if (annotations.campaign === undefined || platformMessageId === null) return null
  // Failed messages have no price, as in the counts of usage.
  const price = status === "failed" ? undefined : annotations.pricing?.value
  return {
    recipientId: annotations.campaign.recipientId,
    messageId: id,
    contactId,
    sentAt: createdAt,
    deliveredAt,
    readAt,
    failure: status === "failed" && failure !== null ? failureOf(failure) : null,
    category: price === undefined ? null : (price.category ?? unknownCategory),
    billable: price === undefined ? null : (price.billable ?? price.type === "regular")
  }
}

/** The recipient with a report, in any order of reports: what is known stays, and the latest price counts. */
export const withReport = (
  recipient: CampaignRecipient,
  { contactId, messageId, ...report }: RecipientReport
): CampaignRecipient => ({
  ...recipient,
  messageId: recipient.messageId ?? messageId,
  contactId,
  begunAt: null,
  sentAt: recipient.sentAt ?? report.sentAt,
  deliveredAt: recipient.deliveredAt ?? report.deliveredAt,
  readAt: recipient.readAt ?? report.readAt,
  failure: recipient.failure ?? report.failure,
  category: report.category ?? recipient.category,
  billable: report.billable ?? recipient.billable
})

/** A message of a contact, or their opt-out, when this service learned of it. */
export interface ContactStep {
  readonly contactId: ContactId
  readonly step: CampaignStop
  readonly at: DateTime.Utc
}

/** The steps of consent changes: opt-outs on WhatsApp. */
export const optOutSteps = (
  changes: ReadonlyArray<{ readonly contactId: ContactId; readonly change: ConsentChange }>
): ReadonlyArray<ContactStep> =>
  changes.flatMap(({ change: { at, channel, state }, contactId }) =>
    channel === "whatsapp" && state === "opted_out" ? [{ contactId, step: "opt_out", at }] : []
  )

/** The steps of new messages: each inbound one on WhatsApp that is not of the past. `at` is when this service learned of them. */
export const replySteps = (added: ReadonlyArray<Message>, at: DateTime.Utc): ReadonlyArray<ContactStep> => {
  const contacts = new Set(
    added.flatMap(({ annotations, channel, contactId, direction }) =>
      channel === "whatsapp" && direction === "inbound" && annotations.imported === undefined ? [contactId] : []
    )
  )
  return [...contacts].map((contactId) => ({ contactId, step: "reply", at }))
}

/** When the message of the recipient left, or began to; null before. */
export const leftAt = ({ begunAt, sentAt }: Pick<CampaignRecipient, "begunAt" | "sentAt">): DateTime.Utc | null =>
  sentAt ?? begunAt

/** Whether a step at the instant may count for the recipient: their message left before, within `replyPeriod`. */
export const isInReplyPeriod = (
  recipient: Pick<CampaignRecipient, "begunAt" | "sentAt">,
  at: DateTime.Utc
): boolean => {
  const left = leftAt(recipient)
  return (
    left !== null &&
    DateTime.isLessThanOrEqualTo(left, at) &&
    DateTime.isLessThan(at, DateTime.addDuration(left, replyPeriod))
  )
}

/**
 * A recipient after a step of their contact. It counts for the latest message of a campaign to the contact (`isLatest`), and
 * takes a waiting recipient out of a campaign that stops on it.
 */
export const withStep = (
  recipient: CampaignRecipient,
  { at, step }: ContactStep,
  { isLatest, isStopped }: { readonly isLatest: boolean; readonly isStopped: boolean }
): CampaignRecipient => {
  if (isStopped && recipientStatus(recipient) === "queued") {
    return { ...recipient, leftOut: step === "reply" ? "replied" : "opted_out" }
  }
  if (!isLatest) return recipient
  return step === "reply"
    ? { ...recipient, repliedAt: recipient.repliedAt ?? at }
    : { ...recipient, optedOutAt: recipient.optedOutAt ?? at }
}
