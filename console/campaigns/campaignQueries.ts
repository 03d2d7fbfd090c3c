import type { Campaign } from "../../client/promise/SessionMethods.ts"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"

export type { Campaign, CampaignRecipient } from "../../client/promise/SessionMethods.ts"
export type CampaignStatus = Campaign["status"]

export const campaignStatuses: ReadonlyArray<CampaignStatus> = [
  "draft",
  "scheduled",
  "running",
  "paused",
  "finished",
  "cancelled"
]

/** Tone of the badge of a status. */
export const statusTones = {
  draft: "plain",
  scheduled: "info",
  running: "info",
  paused: "warning",
  finished: "success",
  cancelled: "danger"
} as const satisfies Record<CampaignStatus, string>

/** Campaigns per page. */
export const pageSize = 20

/** A page of campaigns, the newest first. */
export const campaignsQuery = defineQuery(
  "campaigns",
  (parley, { page, status }: { readonly page: number; readonly status: CampaignStatus | undefined }, signal) =>
    parley.campaigns.list({ page, limit: pageSize, status }, { signal })
)

/** A campaign with its counts. */
export const campaignQuery = defineQuery("campaign", (parley, campaignId: string, signal) =>
  parley.campaigns.get(campaignId, { signal })
)

/** Status of a recipient. */
export type RecipientStatus = NonNullable<
  NonNullable<Parameters<ParleySession["campaigns"]["listRecipients"]>[1]>["status"]
>

/** Recipients per page. */
const recipientPage = 50

/** A page of recipients after a position. */
export const recipientsQuery = defineQuery(
  "recipients",
  (
    parley,
    input: { readonly campaignId: string; readonly status: RecipientStatus | undefined; readonly after: number },
    signal
  ) =>
    parley.campaigns.listRecipients(
      input.campaignId,
      { status: input.status, after: input.after, limit: recipientPage },
      { signal }
    )
)

/** Maximum days of a report of costs. */
const maxReportDays = 92

const dayMillis = 86_400_000

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Cost of a campaign by the rate card of the operator, one amount per currency; empty without a rate. */
export const costQuery = defineQuery(
  "campaign cost",
  async (parley, { id, startedAt }: { readonly id: string; readonly startedAt: string }, signal) => {
    const start = Date.parse(startedAt)
    const until = Math.min(Date.now(), start + (maxReportDays - 1) * dayMillis)
    const { report } = await parley.usage.get({ by: "campaign", since: dayOf(start), until: dayOf(until) }, { signal })
    return report?.rows.find(({ campaignId }) => campaignId === id)?.cost ?? []
  }
)

/** Connected WhatsApp numbers that a campaign can be sent from. */
export const numbersQuery = defineQuery("campaign numbers", async (parley, _: null, signal) =>
  (await parley.channels.list({ signal })).channels.filter(({ channel }) => channel === "whatsapp")
)

/** Events after which counts of campaigns reload. */
export const campaignEvents = [
  "message.sent",
  "message.delivered",
  "message.read",
  "message.failed",
  "message.received",
  "contact.opted_out"
] as const

/** The part of the recipients whose outcome is known, from 0 to 1. */
export const shareDone = ({ queued, recipients }: Campaign["counts"]): number =>
  recipients === 0 ? 0 : (recipients - queued) / recipients
