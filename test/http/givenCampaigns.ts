import { DateTime, Effect } from "effect"
import { type CampaignFields, CampaignReason } from "../../src/domain/campaigns/Campaign.ts"
import { CampaignId, type OrganizationId } from "../../src/domain/Ids.ts"
import { CampaignStore } from "../../src/ports/campaigns/CampaignStore.ts"

const idOf = (last: string) => CampaignId.make(`00000000-0000-4000-8000-0000000ca${last}`)

/** Campaigns of each status that an endpoint needs. */
export const campaignIds = {
  draft: idOf("001"),
  /** A draft whose recipients come from a file. */
  file: idOf("002"),
  running: idOf("003"),
  paused: idOf("004")
}

/** The campaign that an endpoint of the path succeeds with. */
export const campaignIdFor = (method: string, path: string): CampaignId => {
  if (path.endsWith("/resume")) return campaignIds.paused
  if (path.endsWith("/pause") || path.endsWith("/cancel")) return campaignIds.running
  return method === "PUT" ? campaignIds.file : campaignIds.draft
}

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const fields: CampaignFields = {
  name: "Spring",
  from: null,
  template: { name: "hello_world", languageCode: "en_US", components: null },
  audience: { _tag: "Contacts", tags: ["news"], attributes: {}, search: null, contactIds: null },
  values: {},
  sendAt: null,
  pace: null,
  stopOn: []
}

const requested = CampaignReason.make({ reason: "requested", code: null, detail: "" })

/** Adds the campaigns to the organization. */
export const givenCampaigns = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { add, transition } = yield* CampaignStore
  for (const [name, id] of Object.entries(campaignIds)) {
    const audience = name === "file" ? ({ _tag: "File" } as const) : fields.audience
    yield* add({ ...fields, audience, id, organizationId, createdBy: null, createdAt: at })
    if (name === "running" || name === "paused") yield* transition(organizationId, id, { action: "begin", at })
    if (name === "paused") yield* transition(organizationId, id, { action: "pause", at, reason: requested })
  }
})
