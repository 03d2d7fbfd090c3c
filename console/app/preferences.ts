import { Atom } from "effect/reactivity"
import { isLanguageName, type LanguageName, preferredLanguage } from "../text/languages.ts"
import { registry } from "./atoms.ts"

/** How the page looks. system: as the browser asks for it. */
export type Theme = "system" | "light" | "dark"

/** Choices of the reader, which are no secrets and stay in this browser. */
const keys = { theme: "parley.theme", language: "parley.language", organization: "parley.organization" }

/** Storage may be switched off: then a choice holds until the page is left. */
const readChoice = (name: keyof typeof keys): string | null => {
  try {
    return window.localStorage.getItem(keys[name])
  } catch {
    return null
  }
}

const keepChoice = (name: keyof typeof keys, value: string): void => {
  try {
    window.localStorage.setItem(keys[name], value)
  } catch {
    // It holds until the page is left.
  }
}

const isTheme = (value: unknown): value is Theme => value === "system" || value === "light" || value === "dark"

const firstTheme = (): Theme => {
  const kept = readChoice("theme")
  return isTheme(kept) ? kept : "system"
}

const firstLanguage = (): LanguageName => {
  const kept = readChoice("language")
  return isLanguageName(kept) ? kept : preferredLanguage(navigator.languages)
}

const themed = (theme: Theme): Theme => {
  document.documentElement.dataset["theme"] = theme
  return theme
}

export const themeAtom: Atom.Writable<Theme> = Atom.keepAlive(Atom.make(themed(firstTheme())))

export const chooseTheme = (theme: Theme): void => {
  keepChoice("theme", theme)
  registry.set(themeAtom, themed(theme))
}

export const languageAtom: Atom.Writable<LanguageName> = Atom.keepAlive(Atom.make(firstLanguage()))

export const chooseLanguage = (language: LanguageName): void => {
  keepChoice("language", language)
  registry.set(languageAtom, language)
}

/** The organization that was chosen last; empty if none was. */
export const lastOrganization = (): string => readChoice("organization") ?? ""

export const keepOrganization = (organizationId: string): void => keepChoice("organization", organizationId)
