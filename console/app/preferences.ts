import { Atom } from "effect/reactivity"
import { isLanguageName, type LanguageName, preferredLanguage } from "../text/languages.ts"
import { registry } from "./atoms.ts"

/** Appearance of the page. system: as the operating system prefers. */
export type Theme = "system" | "light" | "dark"

/** Preferences of the user, stored in this browser. They contain no secrets. */
const keys = {
  theme: "parley.theme",
  language: "parley.language",
  organization: "parley.organization",
  rail: "parley.rail"
}

/** Without browser storage a preference lasts until the page is closed. */
const readChoice = (name: keyof typeof keys): string | null => {
  try {
    return window.localStorage.getItem(keys[name])
  } catch {
    return null
  }
}

const storeChoice = (name: keyof typeof keys, value: string): void => {
  try {
    window.localStorage.setItem(keys[name], value)
  } catch {
    // Storage is disabled: the preference lasts until the page is closed.
  }
}

const isTheme = (value: unknown): value is Theme => value === "system" || value === "light" || value === "dark"

const firstTheme = (): Theme => {
  const stored = readChoice("theme")
  return isTheme(stored) ? stored : "system"
}

const firstLanguage = (): LanguageName => {
  const stored = readChoice("language")
  return isLanguageName(stored) ? stored : preferredLanguage(navigator.languages)
}

const applyTheme = (theme: Theme): Theme => {
  document.documentElement.dataset["theme"] = theme
  return theme
}

export const themeAtom: Atom.Writable<Theme> = Atom.keepAlive(Atom.make(applyTheme(firstTheme())))

export const chooseTheme = (theme: Theme): void => {
  storeChoice("theme", theme)
  registry.set(themeAtom, applyTheme(theme))
}

export const languageAtom: Atom.Writable<LanguageName> = Atom.keepAlive(Atom.make(firstLanguage()))

export const chooseLanguage = (language: LanguageName): void => {
  storeChoice("language", language)
  registry.set(languageAtom, language)
}

/** Width of the rail of sections: narrow has icons only. */
export type RailWidth = "wide" | "narrow"

export const railAtom: Atom.Writable<RailWidth> = Atom.keepAlive(
  Atom.make<RailWidth>(readChoice("rail") === "narrow" ? "narrow" : "wide")
)

export const chooseRail = (width: RailWidth): void => {
  storeChoice("rail", width)
  registry.set(railAtom, width)
}

/** The last chosen organization; empty without one. */
export const lastOrganization = (): string => readChoice("organization") ?? ""

export const storeOrganization = (organizationId: string): void => storeChoice("organization", organizationId)
