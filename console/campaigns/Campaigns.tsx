import { Suspense } from "react"
import { usePlace } from "../app/navigation.ts"
import { idsIn } from "../app/Place.ts"
import { lazyOr } from "../parts/lazyOr.ts"
import { EmptyState, Loading } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { CampaignList } from "./CampaignList.tsx"
import { CampaignPage } from "./CampaignPage.tsx"
import "../inbox/conversation.css"
import "./campaigns.css"

const Missing = () => {
  const { common } = useText()
  return <EmptyState title={common.fileMissing} />
}

/** Loaded with the first draft, because the rules of templates are large. */
const CampaignBuilder = lazyOr<{ readonly campaignId: string | null }>(
  () => import("./builder/CampaignBuilder.tsx"),
  Missing
)

/** The section `campaigns`, for members who manage the organization. */
const Campaigns = () => {
  const { path } = usePlace()
  const { common } = useText()
  if (path === "/campaigns") return <CampaignList />
  const edited = path === "/campaigns/new" ? null : idsIn("/campaigns/:id/edit", path)?.["id"]
  if (edited !== undefined) {
    return (
      <Suspense fallback={<Loading />}>
        <CampaignBuilder campaignId={edited} />
      </Suspense>
    )
  }
  const id = idsIn("/campaigns/:id", path)?.["id"]
  return id === undefined ? <EmptyState title={common.notFound} /> : <CampaignPage key={id} campaignId={id} />
}

export default Campaigns
