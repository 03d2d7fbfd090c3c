/** Storage of drafts: `sessionStorage`, which ends with the tab. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** Maximum number of drafts; a new one replaces the least recently changed. */
export const maxDrafts = 50

/** Maximum characters of a draft, as the service stores it: more than any channel accepts. */
const maxDraftLength = 10_000

/** Unsent text. `note`: of a note, which never becomes a reply. */
export interface DraftText {
  readonly text: string
  readonly mode: "reply" | "note"
}

const noText: DraftText = { text: "", mode: "reply" }

type Entries = ReadonlyArray<readonly [string, string, DraftText["mode"]]>

const isEntry = (entry: unknown): entry is Entries[number] =>
  Array.isArray(entry) &&
  entry.length === 3 &&
  entry.every((part) => typeof part === "string") &&
  (entry[2] === "reply" || entry[2] === "note")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Text that the service has not stored yet, of each conversation. Drafts of one member are not shown to another. */
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

  /** The draft of a conversation; null without one. */
  of(conversationId: string): DraftText | null {
    const [, text, mode] = this.#entries.find(([id]) => id === conversationId) ?? []
    return text === undefined || mode === undefined ? null : { text, mode }
  }

  keep(conversationId: string, { mode, text }: DraftText = noText): void {
    const others = this.#entries.filter(([id]) => id !== conversationId)
    const draft = text.slice(0, maxDraftLength)
    this.#entries = text.trim() === "" ? others : [...others, [conversationId, draft, mode] as const].slice(-maxDrafts)
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
