import { pageTexts } from "../text/pageTexts.ts"

/** Texts of the section `campaigns`. */
export const useCampaignsText = pageTexts({
  en: () => import("../text/english/campaigns.ts").then(({ campaigns }) => campaigns),
  ar: () => import("../text/arabic/campaigns.ts").then(({ campaigns }) => campaigns)
})
