import { DateTime, Schema } from "effect"
import {
  type Campaign,
  CampaignPauseReason,
  CampaignStop,
  maxCampaignRecipients
} from "../../../domain/campaigns/Campaign.ts"
import { CampaignCounts, noCampaignCounts } from "../../../domain/campaigns/CampaignCounts.ts"
import { CampaignStatus } from "../../../domain/campaigns/campaignStates.ts"
import { CampaignId, UserId } from "../../../domain/Ids.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { PageOf, pageQuery, optionalTimestamp, timestamp, timestampOrNull } from "../interfaces/pagination.ts"

const nullable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.NullOr(schema).annotate({ description })

const Item = Schema.Struct({
  id: CampaignId.annotate({ description: "The campaign's id" }),
  name: Schema.String.annotate({ description: "The name, for people" }),
  status: CampaignStatus.annotate({
    description: "draft, scheduled (it begins at sendAt), running, paused, finished (no recipient is left) or cancelled"
  }),
  reason: nullable(
    Schema.Struct({
      reason: CampaignPauseReason.annotate({ description: "requested by a caller, or what stops every message" }),
      code: nullable(Schema.Int, "The platform's code; null if it gave none"),
      detail: Schema.String.annotate({ description: "The reason in words; empty if the reason says it all" })
    }),
    "Why it is paused; null otherwise"
  ),
  from: nullable(Schema.String, "The number that sends, as it was named; null for the one that a send would choose"),
  template: Schema.Struct({
    name: Schema.String.annotate({ description: "Name of the template" }),
    language: Schema.Struct({ code: Schema.String.annotate({ description: "Language code" }) }),
    components: nullable(
      Schema.Array(Schema.Record(Schema.String, Schema.Json)),
      "Components with placeholders; null if the values are the parameters of the body"
    )
  }),
  audience: nullable(
    Schema.Struct({
      all: Schema.Boolean.annotate({ description: "Whether it has no condition, so that it is every contact" }),
      tags: Schema.Array(Schema.String).annotate({ description: "Tags that the contacts have" }),
      attributes: Schema.Record(Schema.String, Schema.Json).annotate({ description: "Values of their attributes" }),
      search: nullable(Schema.String, "Text in their name, number or e-mail address; null without one"),
      contactIds: nullable(Schema.Array(Schema.String), "Ids that they are among; null without ids")
    }),
    "The conditions of the contacts; null if the recipients come from a file"
  ),
  values: Schema.Record(
    Schema.String,
    Schema.Union([
      Schema.String,
      Schema.Struct({
        field: Schema.String.annotate({ description: "The field of the recipient" }),
        fallback: nullable(Schema.String, "The text where the field is empty; null without one")
      })
    ])
  ).annotate({ description: "The value of each placeholder" }),
  sendAt: optionalTimestamp("When it begins after its start; null: at once"),
  pace: nullable(Schema.Int, "Messages per second at most; null for the default"),
  stopOn: Schema.Array(CampaignStop).annotate({ description: "What takes a waiting recipient out of the campaign" }),
  audienceComplete: Schema.Boolean.annotate({
    description: "Whether all recipients are stored; until then the counts of recipients grow"
  }),
  counts: CampaignCounts.annotate({ description: "Counts of its recipients" }),
  createdBy: nullable(UserId, "The member who created it; null for a backend"),
  createdAt: timestamp("When it was created"),
  updatedAt: timestamp("When it changed last, its counts aside"),
  startedAt: optionalTimestamp("When it was started; null before"),
  endedAt: optionalTimestamp("When it was finished or cancelled; null before")
}).annotate({ identifier: "Campaign", description: "A template that is sent to many people" })

const audienceView = (audience: Campaign["audience"]): (typeof Item.Type)["audience"] => {
  if (audience._tag === "File") return null
  const { attributes, contactIds, search, tags } = audience
  const all = tags.length === 0 && Object.keys(attributes).length === 0 && search === null && contactIds === null
  return { all, tags, attributes, search, contactIds }
}

const valuesView = (values: Campaign["values"]): (typeof Item.Type)["values"] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value : { field: value.field, fallback: value.fallback ?? null }
    ])
  )

/** A campaign on the wire. */
export const campaignView = ({ audience, isFrozen, template, ...campaign }: Campaign): typeof Item.Type => ({
  id: campaign.id,
  name: campaign.name,
  status: campaign.status,
  reason: campaign.reason,
  from: campaign.from,
  template: {
    name: template.name,
    language: { code: template.languageCode },
    components: template.components
  },
  audience: audienceView(audience),
  values: valuesView(campaign.values),
  sendAt: timestampOrNull(campaign.sendAt),
  pace: campaign.pace,
  stopOn: campaign.stopOn,
  audienceComplete: isFrozen,
  counts: campaign.counts,
  createdBy: campaign.createdBy,
  createdAt: DateTime.formatIso(campaign.createdAt),
  updatedAt: DateTime.formatIso(campaign.updatedAt),
  startedAt: timestampOrNull(campaign.startedAt),
  endedAt: timestampOrNull(campaign.endedAt)
})

const example: typeof Item.Type = {
  id: CampaignId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0b10"),
  name: "Spring offer",
  status: "running",
  reason: null,
  from: null,
  template: { name: "spring_offer", language: { code: "en_US" }, components: null },
  audience: { all: false, tags: ["newsletter"], attributes: {}, search: null, contactIds: null },
  values: { "1": { field: "name", fallback: "there" } },
  sendAt: null,
  pace: null,
  stopOn: [],
  audienceComplete: true,
  counts: {
    ...noCampaignCounts,
    recipients: 1_200,
    queued: 400,
    sent: 745,
    delivered: 731,
    read: 402,
    failed: 5,
    leftOut: 50,
    replied: 31,
    optedOut: 2,
    failedByCode: { "131026": 5 },
    leftOutByReason: { blocked: 8, opted_out: 42 },
    priced: { marketing: 731 },
    billable: { marketing: 731 }
  },
  createdBy: null,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:05:00.000Z",
  startedAt: "2026-11-20T12:05:00.000Z",
  endedAt: null
}

/** Answer with one campaign. */
export const OneCampaign = Data(Item).annotate({ examples: [ok(example)] })

/** Answer to a new campaign. */
export const NewCampaign = Data(Item).annotate({
  examples: [
    ok({
      ...example,
      status: "draft" as const,
      audienceComplete: false,
      counts: noCampaignCounts,
      updatedAt: example.createdAt,
      startedAt: null
    })
  ]
})

/** A page of campaigns. */
export const CampaignPage = Data(PageOf(Item)).annotate({
  examples: [ok({ data: [example], meta: { page: 1, limit: 20, total: 1 } })]
})

/** Answer to a deletion. */
export const RemovedCampaign = Data(
  Schema.Struct({
    id: CampaignId.annotate({ description: "The campaign's id" }),
    deleted: Schema.Literal(true).annotate({ description: "Always true" })
  })
).annotate({ examples: [ok({ id: example.id, deleted: true as const })] })

/** Query parameters of the list. */
export const campaignsQuery = {
  ...pageQuery,
  status: Schema.optionalKey(CampaignStatus.annotate({ description: "Campaigns with this status only" }))
}

/** Accepts any text: an id that is not a UUID is answered like an unknown one. */
export const campaignParams = { campaignId: Schema.String.annotate({ description: "The campaign's id, a UUID" }) }

/** The limit of recipients in words. */
export const recipientLimit = `at most ${maxCampaignRecipients.toLocaleString("en").replaceAll(",", " ")}`
