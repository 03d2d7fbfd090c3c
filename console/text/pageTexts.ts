import { use } from "react"
import { LanguageContext } from "./useText.ts"
import { type Language, languages } from "./languages.ts"

/**
 * Texts that are loaded with their section instead of the first page. Returns a hook for the texts of the current
 * language, which suspends until they are loaded.
 */
export const pageTexts = <Texts>(load: Readonly<Record<Language["tag"], () => Promise<Texts>>>): (() => Texts) => {
  const loaded = new Map<Language["tag"], Promise<Texts>>()
  const textsIn = (tag: Language["tag"]): Promise<Texts> => {
    const existing = loaded.get(tag)
    if (existing !== undefined) return existing
    const loading = load[tag]()
    loaded.set(tag, loading)
    // A failed load is repeated at the next render.
    loading.catch(() => loaded.delete(tag))
    return loading
  }
  return () => use(textsIn((use(LanguageContext)?.language ?? languages.english).tag))
}
