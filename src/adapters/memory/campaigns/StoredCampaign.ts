import type { DateTime } from "effect"
import type { Campaign } from "../../../domain/campaigns/Campaign.ts"
import type { CampaignCounts } from "../../../domain/campaigns/CampaignCounts.ts"
import type { CampaignRecipient } from "../../../domain/campaigns/CampaignRecipient.ts"
import type { ContactId } from "../../../domain/Ids.ts"

/** A campaign without its counts, which follow from its recipients, with the state of its turns. */
export interface StoredCampaign {
  readonly campaign: Omit<Campaign, "counts">
  readonly share: number
  readonly nextAt: DateTime.Utc | null
  /** The last contact that was frozen; null before the first. */
  readonly frozenContact: ContactId | null
  /** The last row that was frozen. */
  readonly frozenPosition: number
  /** The counts, once recipients were purged. */
  readonly purgedCounts: CampaignCounts | null
}

/** A recipient. A claim moves `nextAt` to the end of the lease; null before the first attempt. */
export interface StoredRecipient {
  readonly recipient: CampaignRecipient
  readonly phoneKey: string | null
  readonly nextAt: DateTime.Utc | null
}
