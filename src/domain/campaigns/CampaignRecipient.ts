import { Schema } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { CampaignId, CampaignRecipientId, ContactId, MessageId, OrganizationId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import { IdempotencyKey } from "../sends/IdempotencyKey.ts"

/**
 * Why a person gets no message. `duplicate`: an earlier recipient is the same person. `value_missing`: a value has neither
 * text nor fallback. `replied`: the contact wrote since the start, and the campaign stops on it. `unreachable`: no number and
 * no id on WhatsApp, or the contact was deleted.
 */
export const LeftOutReason = Schema.Literals([
  "opted_out",
  "blocked",
  "unreachable",
  "duplicate",
  "value_missing",
  "invalid_number",
  "replied"
])
export type LeftOutReason = Named<typeof LeftOutReason.Type>

/**
 * Status of a recipient. `sending`: the platform is called. A message that was accepted is `sent`, `delivered`, `read` or
 * `failed` as the platform reports.
 */
export const RecipientStatus = Schema.Literals(["queued", "sending", "sent", "delivered", "read", "failed", "left_out"])
export type RecipientStatus = Named<typeof RecipientStatus.Type>

/** Why a message was not sent, or failed: `reason` is the `_tag` of the failure, `code` that of the platform. */
export const RecipientFailure = Schema.Struct({
  reason: Schema.String,
  code: Schema.NullOr(Schema.Int),
  detail: Schema.String
})
export type RecipientFailure = typeof RecipientFailure.Type

/** A person of a campaign. */
export class CampaignRecipient extends Schema.Opaque<CampaignRecipient>()(
  Schema.Struct({
    id: CampaignRecipientId,
    organizationId: OrganizationId,
    campaignId: CampaignId,
    /** Ordinal in the campaign, the order of sending and of pages. */
    position: Schema.Int,
    /** `+` and digits, or a business-scoped user id; the text of the row for an invalid number; empty for a deleted contact. */
    to: Schema.String,
    /** Name in the row of a file; empty without one. */
    name: Schema.String,
    /** The other columns of the row of a file. */
    columns: Schema.Record(Schema.String, Schema.String),
    contactId: Schema.NullOr(ContactId),
    messageId: Schema.NullOr(MessageId),
    leftOut: Schema.NullOr(LeftOutReason),
    failure: Schema.NullOr(RecipientFailure),
    /** When the attempt began whose outcome is not recorded. */
    begunAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** Attempts that the platform surely refused and that are repeated: each has an idempotency key of its own. */
    retries: Schema.Int,
    /** When the platform accepted the message. */
    sentAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    deliveredAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    readAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    repliedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    optedOutAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** The price category as the platform reports it, and whether it charges; null without a report. */
    category: Schema.NullOr(Schema.String),
    billable: Schema.NullOr(Schema.Boolean)
  })
) {}

/** The status that follows from what is recorded. */
export const recipientStatus = ({
  begunAt,
  deliveredAt,
  failure,
  leftOut,
  readAt,
  sentAt
}: Pick<
  CampaignRecipient,
  "begunAt" | "deliveredAt" | "failure" | "leftOut" | "readAt" | "sentAt"
>): RecipientStatus => {
  if (leftOut !== null) return "left_out"
  if (readAt !== null) return "read"
  if (deliveredAt !== null) return "delivered"
  if (failure !== null) return "failed"
  if (sentAt !== null) return "sent"
  return begunAt === null ? "queued" : "sending"
}

/** The idempotency key of an attempt. Attempts after one that the platform surely refused have keys of their own. */
export const keyOfRecipient = ({ id, retries }: Pick<CampaignRecipient, "id" | "retries">) =>
  IdempotencyKey.make(`${id}:${retries}`)

/** Why a contact is left out; null if they are not. A block counts before an opt-out. */
export const leftOutOf = (contact: Pick<Contact, "isBlocked" | "optedIn">, to: string | null): LeftOutReason | null => {
  if (contact.isBlocked) return "blocked"
  if (contact.optedIn === false) return "opted_out"
  return to === null ? "unreachable" : null
}

/** Time after a message of a campaign during which a reply or an opt-out counts for it. */
export const replyPeriod = "7 days"

/** A row of a file of recipients. */
export interface RecipientRow {
  /** The phone number as it was written. */
  readonly phone: string
  readonly name: string
  /** The other columns by name. */
  readonly columns: Readonly<Record<string, string>>
}
