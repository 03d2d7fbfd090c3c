import { pageTexts } from "../text/pageTexts.ts"

/** Texts of the section `contacts`. */
export const useContactsText = pageTexts({
  en: () => import("../text/english/contacts.ts").then(({ contacts }) => contacts),
  ar: () => import("../text/arabic/contacts.ts").then(({ contacts }) => contacts)
})
