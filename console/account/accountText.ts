import { pageTexts } from "../text/pageTexts.ts"

/** Texts of the own account and of the pages of links. */
export const useAccountText = pageTexts({
  en: () => import("../text/english/account.ts").then(({ account }) => account),
  ar: () => import("../text/arabic/account.ts").then(({ account }) => account)
})
