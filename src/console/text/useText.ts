import { createContext, use } from "react"
import { type Language, languages } from "./languages.ts"
import type { Texts } from "./Texts.ts"

/** The language of the page with its texts. */
export interface LanguageTexts {
  readonly language: Language
  readonly texts: Texts
}

export const LanguageContext = createContext<LanguageTexts | null>(null)

const useLanguage = (): LanguageTexts => {
  const current = use(LanguageContext)
  if (current === null) throw new Error("There is no language around this component")
  return current
}

/** Every text of the page's language: `const { common, inbox } = useText()`. */
export const useText = (): Texts => useLanguage().texts

/** The tag of the page's language, for `Intl`. */
export const useLanguageTag = (): string => (use(LanguageContext)?.language ?? languages.english).tag
