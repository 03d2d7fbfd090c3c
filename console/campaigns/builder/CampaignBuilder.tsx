import { useEffect, useState } from "react"
import { useQuery } from "../../api/useQuery.ts"
import { usePlace } from "../../app/navigation.ts"
import { chosenAudience, forgetAudience } from "../../contacts/chosenAudience.ts"
import { LoadedView } from "../../parts/states.tsx"
import { campaignQuery } from "../campaignQueries.ts"
import { draftOf, emptyDraft } from "../campaignDraft.ts"
import { BuilderForm } from "./BuilderForm.tsx"

/** The form of a stored draft, or of a copy of a campaign. */
const Stored = ({ campaignId, isCopy }: { readonly campaignId: string; readonly isCopy: boolean }) => {
  const [loaded, reload] = useQuery(campaignQuery, campaignId)
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(campaign) => {
        const draft = draftOf(campaign)
        // The file of a campaign is not copied.
        const initial = isCopy ? { ...draft, local: "", audience: { ...draft.audience, rows: 0 } } : draft
        return <BuilderForm key={campaign.id} campaignId={isCopy ? null : campaign.id} initial={initial} />
      }}
    </LoadedView>
  )
}

/** Form for a new campaign, with the contacts that the list of contacts handed over. */
const New = () => {
  const [initial] = useState(() => emptyDraft(chosenAudience()?.contactIds ?? []))
  // Not earlier: a render that waits for texts begins again.
  useEffect(forgetAudience, [])
  return <BuilderForm campaignId={null} initial={initial} />
}

/** Form for a campaign in steps. Each completed step is stored in a draft of the service. */
const CampaignBuilder = ({ campaignId }: { readonly campaignId: string | null }) => {
  const { query } = usePlace()
  // The address of a new campaign changes with its first save, and the form stays.
  const [{ copy, isNew }] = useState({ isNew: campaignId === null, copy: query["copy"] })
  if (campaignId !== null && !isNew) return <Stored key={campaignId} campaignId={campaignId} isCopy={false} />
  return copy === undefined ? <New /> : <Stored key={copy} campaignId={copy} isCopy />
}

export default CampaignBuilder
