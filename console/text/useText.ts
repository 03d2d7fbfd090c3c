import { createContext, use } from "react"
import { type Language, languages } from "./languages.ts"
import type { Texts } from "./Texts.ts"

/** The language of the page with its texts. */
export interface Spoken {
  readonly language: Language
  readonly texts: Texts
}

export const SpokenContext = createContext<Spoken | null>(null)

const useSpoken = (): Spoken => {
  const spoken = use(SpokenContext)
  if (spoken === null) throw new Error("There is no language around this component")
  return spoken
}

/** Every text of the page's language: `const { common, inbox } = useText()`. */
export const useText = (): Texts => useSpoken().texts

/** The tag of the page's language, for `Intl`. */
export const useLanguageTag = (): string => (use(SpokenContext)?.language ?? languages.english).tag
