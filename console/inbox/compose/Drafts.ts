/** Storage of drafts: `sessionStorage`, which ends with the tab. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** Maximum number of drafts; a new one replaces the least recently changed. */
export const maxDrafts = 50

/** Maximum characters of a stored draft: more than any channel accepts. */
const maxDraftLength = 20_000

type Entries = ReadonlyArray<readonly [string, string]>

const isEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === "string")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Unsent text of each conversation. Drafts of one member are not shown to another. */
export class Drafts {
  readonly #storage: DraftStorage | null
  readonly #key: string
  #entries: Entries

  /** Without browser storage, drafts last until the page is closed. */
  constructor(storage: DraftStorage | null, userId: string) {
    this.#storage = storage
    this.#key = `parley.drafts.${userId}`
    this.#entries = this.#read()
  }

  of(conversationId: string): string {
    return this.#entries.find(([id]) => id === conversationId)?.[1] ?? ""
  }

  keep(conversationId: string, text: string): void {
    const others = this.#entries.filter(([id]) => id !== conversationId)
    const draft = text.slice(0, maxDraftLength)
    this.#entries = text.trim() === "" ? others : [...others, [conversationId, draft] as const].slice(-maxDrafts)
    this.#write()
  }

  #read(): Entries {
    try {
      const entries = parse(this.#storage?.getItem(this.#key) ?? "[]")
      return Array.isArray(entries) ? entries.filter(isEntry).slice(-maxDrafts) : []
    } catch {
      return []
    }
  }

  #write(): void {
    try {
      if (this.#entries.length === 0) this.#storage?.removeItem(this.#key)
      else this.#storage?.setItem(this.#key, JSON.stringify(this.#entries))
    } catch {
      // Storage is disabled or full: the draft lasts until the page is closed.
    }
  }
}
