import type { Texts } from "./Texts.ts"

/** A language of the console. Only the chosen one is loaded. */
export interface Language {
  /** Language tag for `Intl` and the attribute `lang`. */
  readonly tag: string
  readonly direction: "ltr" | "rtl"
  readonly load: () => Promise<Texts>
}

export const languages = {
  english: { tag: "en", direction: "ltr", load: () => import("./english/texts.ts").then(({ texts }) => texts) },
  arabic: { tag: "ar", direction: "rtl", load: () => import("./arabic/texts.ts").then(({ texts }) => texts) }
} as const satisfies Readonly<Record<string, Language>>

export type LanguageName = keyof typeof languages

export const isLanguageName = (name: unknown): name is LanguageName =>
  typeof name === "string" && Object.hasOwn(languages, name)

/** First language of the browser's list that the console has; else English. */
export const preferredLanguage = (tags: ReadonlyArray<string>): LanguageName => {
  const names = Object.keys(languages).filter(isLanguageName)
  for (const tag of tags) {
    const [primary = ""] = tag.toLowerCase().split("-")
    const found = names.find((name) => languages[name].tag === primary)
    if (found !== undefined) return found
  }
  return "english"
}
