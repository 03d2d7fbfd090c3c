import type { Texts } from "./Texts.ts"

/** A language of the console. Only the one that is used is loaded. */
export interface Language {
  /** As `Intl` and `lang` take it. */
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

/** The language that the browser asks for, English otherwise. */
export const preferredLanguage = (tags: ReadonlyArray<string>): LanguageName => {
  const names = Object.keys(languages).filter(isLanguageName)
  for (const tag of tags) {
    const [primary = ""] = tag.toLowerCase().split("-")
    const found = names.find((name) => languages[name].tag === primary)
    if (found !== undefined) return found
  }
  return "english"
}
