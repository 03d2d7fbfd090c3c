import { Schema } from "effect"
import { CampaignId, ChannelAccountId, ContactId, OrganizationId, UserId } from "../Ids.ts"
import { VendorContactId } from "../contacts/Contact.ts"
import { CampaignCounts } from "./CampaignCounts.ts"
import { CampaignStatus } from "./campaignStates.ts"

/** Maximum recipients of a campaign, persons that are left out included. */
export const maxCampaignRecipients = 1_000_000

/** Maximum campaigns of an organization that are scheduled, running or paused. Calls at the same time may exceed it. */
export const maxActiveCampaigns = 20

/** Maximum drafts of an organization. Calls at the same time may exceed it. */
export const maxCampaignDrafts = 100

/** Maximum characters of the name of a campaign. */
export const maxCampaignName = 200

/** Maximum tags, attributes or ids of contacts of an audience. */
export const maxAudienceTerms = 50
export const maxAudienceContacts = 10_000

/** Maximum values of a campaign, characters of a value and characters of a column name of a file. */
export const maxCampaignValues = 50
export const maxCampaignValue = 1_024
export const maxColumnName = 64

/** Maximum bytes of a file of recipients, and its columns. */
export const maxRecipientFileBytes = 64 * 1024 * 1024
export const maxRecipientColumns = 50

/** Maximum recipients of a test send. */
export const maxTestRecipients = 10

/** Messages per second: the bounds of the requested pace, and the pace of a campaign that requests none. */
export const minCampaignPace = 1
export const maxCampaignPace = 1_000
export const usualCampaignPace = 40

/** How long the recipients of a campaign are stored after its end; its counts stay. */
export const campaignRetention = "90 days"

/** A part of the components of a template, in the platform's form. */
const Components = Schema.Array(Schema.Record(Schema.String, Schema.Json))

/**
 * The template of a campaign, as in a send. Any text inside `components` may contain placeholders such as `{{1}}` or
 * `{{name}}`, which are replaced with the value of that name. Null: the values are the parameters of the body.
 */
export const CampaignTemplate = Schema.Struct({
  name: Schema.NonEmptyString,
  languageCode: Schema.NonEmptyString,
  components: Schema.NullOr(Components)
})
export type CampaignTemplate = typeof CampaignTemplate.Type

/**
 * A text for all recipients, or a field of the recipient: `name`, `phone`, `email`, `attributes.<name>` or
 * `columns.<name>`. `fallback` replaces a value that is missing or blank; without it the recipient is left out.
 */
export const CampaignValue = Schema.Union([
  Schema.String,
  Schema.Struct({ field: Schema.NonEmptyString, fallback: Schema.optionalKey(Schema.String) })
])
export type CampaignValue = typeof CampaignValue.Type

/** Values by the names of the placeholders. */
export const CampaignValues = Schema.Record(Schema.String, CampaignValue)
export type CampaignValues = typeof CampaignValues.Type

/**
 * `Contacts`: every contact that has all tags, all attributes with these values and the searched text, and is among the
 * ids; a condition that is left out or null restricts nothing. `File`: the rows that were added to the campaign.
 */
export const CampaignAudience = Schema.TaggedUnion({
  Contacts: {
    tags: Schema.Array(Schema.String),
    attributes: Schema.Record(Schema.String, Schema.Json),
    search: Schema.NullOr(Schema.String),
    contactIds: Schema.NullOr(Schema.Array(Schema.Union([VendorContactId, ContactId])))
  },
  File: {}
})
export type CampaignAudience = typeof CampaignAudience.Type

/**
 * What takes a waiting recipient out of the campaign: a message of the contact after the start, or an opt-out. Marketing
 * templates are sent to no contact who opted out, with or without it.
 */
export const CampaignStop = Schema.Literals(["reply", "opt_out"])
export type CampaignStop = typeof CampaignStop.Type

/**
 * Why a campaign is paused. `requested`: a caller paused it. The others name what the platform or this service refuses for
 * every recipient; `code` of `CampaignReason` has the platform's code.
 */
export const CampaignPauseReason = Schema.Literals([
  "requested",
  "template_paused",
  "template_disabled",
  "template_refused",
  "quality",
  "account_restricted",
  "account_disconnected",
  "token_refused",
  "payment",
  "monthly_limit",
  "organization_suspended",
  "content_refused",
  "too_many_recipients"
])
export type CampaignPauseReason = typeof CampaignPauseReason.Type

/** The reason of a pause, with the platform's code and text where there are any. */
export const CampaignReason = Schema.Struct({
  reason: CampaignPauseReason,
  code: Schema.NullOr(Schema.Int),
  detail: Schema.String
})
export type CampaignReason = typeof CampaignReason.Type

/** A template that is sent to many people, each with their own values (contract: Campaigns). */
export class Campaign extends Schema.Opaque<Campaign>()(
  Schema.Struct({
    id: CampaignId,
    organizationId: OrganizationId,
    name: Schema.String,
    /** The number that sends, as the caller named it; null for the one that a send would choose. */
    from: Schema.NullOr(Schema.String),
    /** The account of `from` since the start; null before it, and without `from`. */
    channelAccountId: Schema.NullOr(ChannelAccountId),
    template: CampaignTemplate,
    audience: CampaignAudience,
    values: CampaignValues,
    /** When it starts after it was scheduled; null: at once. */
    sendAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** Messages per second; null for `usualCampaignPace`. */
    pace: Schema.NullOr(Schema.Int),
    stopOn: Schema.Array(CampaignStop),
    status: CampaignStatus,
    /** Null unless it is paused. */
    reason: Schema.NullOr(CampaignReason),
    /** Whether all recipients are stored. Until then the counts grow. */
    isFrozen: Schema.Boolean,
    counts: CampaignCounts,
    /** The member who created it; null for a backend. */
    createdBy: Schema.NullOr(UserId),
    createdAt: Schema.DateTimeUtcFromString,
    updatedAt: Schema.DateTimeUtcFromString,
    startedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    endedAt: Schema.NullOr(Schema.DateTimeUtcFromString)
  })
) {}

/** The part of a campaign that callers write. */
export type CampaignFields = Pick<
  Campaign,
  "name" | "from" | "template" | "audience" | "values" | "sendAt" | "pace" | "stopOn"
>

/** The organization has no campaign with this id. */
export class CampaignNotFound extends Schema.TaggedError<CampaignNotFound>()("CampaignNotFound", {}) {}

/** The organization has as many drafts, or active campaigns, as it may have. */
export class TooManyCampaigns extends Schema.TaggedError<TooManyCampaigns>()("TooManyCampaigns", {
  kind: Schema.Literals(["drafts", "active"]),
  limit: Schema.Int
}) {}

/** The campaign would have more recipients than `maxCampaignRecipients`. */
export class TooManyRecipients extends Schema.TaggedError<TooManyRecipients>()("TooManyRecipients", {
  limit: Schema.Int
}) {}

/** A field of a campaign that is refused, by its dotted path: `values.name.field`. */
export class CampaignRefused extends Schema.TaggedError<CampaignRefused>()("CampaignRefused", {
  field: Schema.String,
  detail: Schema.String
}) {}
