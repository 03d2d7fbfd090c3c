import { DateTime } from "effect"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { CampaignStatus } from "../campaigns/campaignStates.ts"
import type { EventId } from "../Ids.ts"
import type { Event } from "./Event.ts"

/** Belongs to no conversation. Occurs with each change of the status of a campaign; `previous` is the status before. */
export const campaignUpdated = (
  id: EventId,
  campaign: Pick<Campaign, "id" | "organizationId" | "name" | "status" | "reason" | "counts">,
  previous: CampaignStatus,
  at: DateTime.Utc
): Event => ({
  id,
  organizationId: campaign.organizationId,
  conversationId: null,
  occurredAt: at,
  type: "campaign.updated",
  data: {
    campaign_id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    previous_status: previous,
    reason: campaign.reason,
    counts: campaign.counts,
    timestamp: DateTime.formatIso(at)
  }
})
