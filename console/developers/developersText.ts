import { pageTexts } from "../text/pageTexts.ts"

/** Texts of the section `developers`. */
export const useDevelopersText = pageTexts({
  en: () => import("../text/english/developers.ts").then(({ developers }) => developers),
  ar: () => import("../text/arabic/developers.ts").then(({ developers }) => developers)
})
