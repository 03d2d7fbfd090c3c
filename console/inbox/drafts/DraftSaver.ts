import type { DraftText } from "./Drafts.ts"

/** Milliseconds after the last change until a draft is saved. */
export const savePause = 600

/** Text of a draft, and the message that it answers. */
export interface SavedDraft extends DraftText {
  readonly replyTo: string | null
}

/** Calls of the service. */
export interface DraftCalls {
  readonly save: (conversationId: string, draft: SavedDraft) => Promise<unknown>
  readonly remove: (conversationId: string) => Promise<unknown>
}

/**
 * Saves drafts after a pause in typing, in order: a removal never overtakes a save before it. After a failure the text
 * stays in the tab until the next change. `stored` runs after each draft that the service has.
 */
export class DraftSaver {
  readonly #calls: DraftCalls
  readonly #stored: (conversationId: string, draft: SavedDraft | null) => void
  readonly #pending = new Map<string, SavedDraft | null>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(calls: DraftCalls, stored: (conversationId: string, draft: SavedDraft | null) => void) {
    this.#calls = calls
    this.#stored = stored
  }

  /** Records a change; null removes the draft. */
  change(conversationId: string, draft: SavedDraft | null): void {
    this.#pending.set(conversationId, draft)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), savePause)
  }

  /** Saves the pending changes now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    const work = [...this.#pending]
    this.#pending.clear()
    for (const [id, draft] of work) {
      this.#running = this.#running
        .then(() => (draft === null ? this.#calls.remove(id) : this.#calls.save(id, draft)))
        .then(
          () => {
            if (!this.#pending.has(id)) this.#stored(id, draft)
          },
          () => undefined
        )
    }
    return this.#running
  }
}
