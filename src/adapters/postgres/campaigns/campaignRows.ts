import { Schema } from "effect"
import { Contact } from "../../../domain/contacts/Contact.ts"
import { Campaign } from "../../../domain/campaigns/Campaign.ts"
import { countsFrom } from "../../../domain/campaigns/CampaignCounts.ts"
import { CampaignRecipient } from "../../../domain/campaigns/CampaignRecipient.ts"
import { CampaignStatus } from "../../../domain/campaigns/campaignStates.ts"

const date = Schema.DateTimeUtcFromDate
const dateOrNull = Schema.NullOr(date)

const { audience, counts: _, from, reason, template, values, ...plainFields } = Campaign.fields

/** A row of `campaignColumns`. */
const CampaignRow = Schema.Struct({
  ...plainFields,
  sender: from,
  template: Schema.fromJsonString(template),
  audience: Schema.fromJsonString(audience),
  fieldValues: Schema.fromJsonString(values),
  reason: Schema.NullOr(Schema.fromJsonString(reason)),
  sendAt: dateOrNull,
  counters: Schema.fromJsonString(Schema.Record(Schema.String, Schema.Int)),
  createdAt: date,
  updatedAt: date,
  startedAt: dateOrNull,
  endedAt: dateOrNull,
  share: Schema.Finite,
  statusBefore: Schema.NullOr(CampaignStatus)
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    channelAccountId: "channel_account_id",
    fieldValues: "field_values",
    sendAt: "send_at",
    stopOn: "stop_on",
    isFrozen: "is_frozen",
    createdBy: "created_by",
    createdAt: "created_at",
    updatedAt: "updated_at",
    startedAt: "started_at",
    endedAt: "ended_at",
    statusBefore: "status_before"
  })
)

/** The columns of a campaign `c` with its counters. JSON is read as text: the driver would parse it, and its numbers with it. */
export const campaignColumns = (statusBefore = "null::text") => `c.organization_id, c.id, c.name, c.sender,
  c.channel_account_id, c.template::text as template, c.audience::text as audience, c.field_values::text as field_values,
  c.send_at, c.pace, c.stop_on, c.status, c.reason::text as reason, c.is_frozen, c.share, c.created_by, c.created_at,
  c.updated_at, c.started_at, c.ended_at, ${statusBefore} as status_before,
  coalesce((select json_object_agg(k.key, k.number) from campaign_counters k
    where k.organization_id = c.organization_id and k.campaign_id = c.id), '{}')::text as counters`

/** A campaign, with what only its turns need. */
export interface StoredCampaign {
  readonly campaign: Campaign
  readonly share: number
  /** The status before a change; null without one. */
  readonly before: CampaignStatus | null
}

/** Reads a row of `campaignColumns`. */
export const decodeCampaign = Schema.decodeUnknownEffect(CampaignRow)

export const storedCampaign = ({
  counters,
  fieldValues,
  sender,
  share,
  statusBefore,
  ...row
}: typeof CampaignRow.Type): StoredCampaign => ({
  campaign: { ...row, from: sender, values: fieldValues, counts: countsFrom(Object.entries(counters)) },
  share,
  before: statusBefore
})

const { columns, failure, to, ...plainRecipient } = CampaignRecipient.fields

/** A row of `recipientColumns`. */
const RecipientRowSchema = Schema.Struct({
  ...plainRecipient,
  recipient: to,
  columns: Schema.fromJsonString(columns),
  failure: Schema.NullOr(Schema.fromJsonString(Schema.NullOr(failure).members[0])),
  begunAt: dateOrNull,
  sentAt: dateOrNull,
  deliveredAt: dateOrNull,
  readAt: dateOrNull,
  repliedAt: dateOrNull,
  optedOutAt: dateOrNull
})

/** The contact of a claimed recipient as values need it; null without one. */
const PersonRow = Schema.NullOr(
  Schema.fromJsonString(
    Schema.Struct({
      name: Schema.String,
      phone: Contact.fields.phone,
      email: Contact.fields.email,
      attributes: Contact.fields.attributes
    })
  )
)

const keys = {
  organizationId: "organization_id",
  campaignId: "campaign_id",
  contactId: "contact_id",
  messageId: "message_id",
  leftOut: "left_out",
  begunAt: "begun_at",
  sentAt: "sent_at",
  deliveredAt: "delivered_at",
  readAt: "read_at",
  repliedAt: "replied_at",
  optedOutAt: "opted_out_at"
} as const

/** The columns of a recipient `r`. */
export const recipientColumns = `r.id, r.organization_id, r.campaign_id, r.position, r.recipient, r.name,
  r.columns::text as columns, r.contact_id, r.message_id, r.left_out, r.failure::text as failure, r.begun_at, r.retries,
  r.sent_at, r.delivered_at, r.read_at, r.replied_at, r.opted_out_at, r.category, r.billable`

const Listed = RecipientRowSchema.pipe(Schema.encodeKeys(keys))
const Claimed = Schema.Struct({ ...RecipientRowSchema.fields, contact: PersonRow }).pipe(Schema.encodeKeys(keys))

/** Reads rows of `recipientColumns`. */
export const decodeRecipients = Schema.decodeUnknownEffect(Schema.Array(Listed))

/** Reads rows of `recipientColumns` with `contact`. */
export const decodeClaimed = Schema.decodeUnknownEffect(Schema.Array(Claimed))

export const storedRecipient = ({ recipient, ...row }: typeof Listed.Type): CampaignRecipient => ({
  ...row,
  to: recipient
})
