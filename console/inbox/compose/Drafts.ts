/** Where drafts are kept: `sessionStorage`, which ends with the tab. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** Drafts that are kept; the one that was changed least recently is dropped for another. */
export const maxDrafts = 50

/** Characters of a draft that are kept: more than any channel takes. */
const maxDraftLength = 20_000

type Kept = ReadonlyArray<readonly [string, string]>

const isEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === "string")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Text that was typed in each conversation and not sent. Drafts of one member are not shown to another. */
export class Drafts {
  readonly #storage: DraftStorage | null
  readonly #key: string
  #kept: Kept

  /** Storage may be switched off: then drafts are there until the page is left. */
  constructor(storage: DraftStorage | null, userId: string) {
    this.#storage = storage
    this.#key = `parley.drafts.${userId}`
    this.#kept = this.#read()
  }

  of(conversationId: string): string {
    return this.#kept.find(([id]) => id === conversationId)?.[1] ?? ""
  }

  keep(conversationId: string, text: string): void {
    const others = this.#kept.filter(([id]) => id !== conversationId)
    const draft = text.slice(0, maxDraftLength)
    this.#kept = text.trim() === "" ? others : [...others, [conversationId, draft] as const].slice(-maxDrafts)
    this.#write()
  }

  #read(): Kept {
    try {
      const kept = parse(this.#storage?.getItem(this.#key) ?? "[]")
      return Array.isArray(kept) ? kept.filter(isEntry).slice(-maxDrafts) : []
    } catch {
      return []
    }
  }

  #write(): void {
    try {
      if (this.#kept.length === 0) this.#storage?.removeItem(this.#key)
      else this.#storage?.setItem(this.#key, JSON.stringify(this.#kept))
    } catch {
      // It is there until the page is left.
    }
  }
}
