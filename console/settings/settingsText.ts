import { pageTexts } from "../text/pageTexts.ts"

/** Texts of the section `settings`. */
export const useSettingsText = pageTexts({
  en: () => import("../text/english/settings.ts").then(({ settings }) => settings),
  ar: () => import("../text/arabic/settings.ts").then(({ settings }) => settings)
})
