import { createContext, use } from "react"
import { type Language, languages } from "./languages.ts"
import type { Texts } from "./Texts.ts"

/** A language with its texts. */
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

/** Texts of the current language: `const { common, inbox } = useText()`. */
export const useText = (): Texts => useLanguage().texts

/** Tag of the current language, for `Intl`. */
export const useLanguageTag = (): string => (use(LanguageContext)?.language ?? languages.english).tag
