import type { StreamEntry, StreamOptions } from "../../../client/promise/eventStream.ts"
import type { TabMessage, Tabs, Turn } from "../../../console/live/Tabs.ts"

/** An entry of a stream, as far as tests look at it. */
export const entry = (
  id: string,
  event: "message.sent" | "message.read" | "conversation.gone",
  conversationId: string
): StreamEntry =>
  // A stream tells more of an event than followers are chosen by.
  Object.assign(JSON.parse('{"timestamp":"2026-11-24T12:00:00.000Z","data":{}}'), { id, event, conversationId })

/** Lets everything that is due go on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What a service recorded: ids in their order, and whether the reader may see them. */
export class StreamLog {
  readonly #ids: Array<{ readonly id: string; readonly isShown: boolean }> = []
  readonly #wake = new Set<() => void>()
  /** Connections that are open now. */
  open = 0

  add(isShown: boolean): void {
    this.#ids.push({ id: `e${this.#ids.length + 1}`, isShown })
    for (const wake of this.#wake) wake()
  }

  get lastId(): string {
    return this.#ids.at(-1)?.id ?? "e0"
  }

  /** The ids behind one, up to the last, that the reader sees. */
  shownBehind(id: string): ReadonlyArray<string> {
    return this.#ids.slice(this.#placeOf(id)).flatMap((one) => (one.isShown ? [one.id] : []))
  }

  #placeOf(id: string): number {
    return Number(id.slice(1))
  }

  /** A stream as the client gives it: from the end of the log on, or behind an id. */
  async *stream({ lastEventId, passed, signal }: StreamOptions): AsyncGenerator<StreamEntry, void, undefined> {
    let place = this.#placeOf(lastEventId ?? this.lastId)
    this.open += 1
    let wake = () => {}
    const woken = () => wake()
    this.#wake.add(woken)
    signal?.addEventListener("abort", woken)
    if (lastEventId === undefined) passed?.(`e${place}`)
    /* oxlint-disable eslint/no-await-in-loop, eslint/no-unmodified-loop-condition -- others abort the signal */
    while (signal?.aborted !== true) {
      const next = this.#ids[place]
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      place += 1
      await settled()
      if (next.isShown) yield entry(next.id, "message.sent", "1")
      else if (place % 2 === 0) passed?.(next.id)
    }
    /* oxlint-enable eslint/no-await-in-loop, eslint/no-unmodified-loop-condition */
    this.#wake.delete(woken)
    this.open -= 1
  }
}

/** A message on its way to a tab. */
interface Underway {
  readonly from: number
  readonly deliver: () => void
}

/** Tabs of one browser. Messages wait until they are delivered: those of one sender to one tab in order, all others in any. */
export class TestBrowser {
  readonly #takes = new Map<number, (message: TabMessage) => void>()
  readonly #underway = new Map<number, Array<Underway>>()
  readonly #waiting: Array<{ readonly tab: number; readonly begin: () => void }> = []
  #holder: { readonly tab: number; readonly taken: AbortController } | null = null

  tab(tab: number): Tabs {
    return {
      open: (take) => {
        this.#takes.set(tab, take)
        this.#underway.set(tab, [])
        return {
          notify: (message) => {
            for (const [other, queue] of this.#underway) {
              if (other === tab) continue
              const copy: TabMessage = structuredClone(message)
              queue.push({ from: tab, deliver: () => this.#takes.get(other)?.(copy) })
            }
          },
          close: () => {
            this.#takes.delete(tab)
            this.#underway.delete(tab)
          }
        }
      },
      lead: (work, turn) => this.#lead(tab, work, turn)
    }
  }

  #lead(tab: number, work: (taken: AbortSignal) => Promise<void>, { atOnce, signal }: Turn): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        const taken = new AbortController()
        this.#holder = { tab, taken }
        taken.signal.addEventListener("abort", () => resolve())
        void work(taken.signal).then(() => {
          resolve()
          if (this.#holder?.taken === taken) this.#next()
        })
      }
      if (atOnce || this.#holder === null) {
        this.#holder?.taken.abort()
        return begin()
      }
      const waiting = { tab, begin }
      this.#waiting.push(waiting)
      signal.addEventListener("abort", () => {
        const at = this.#waiting.indexOf(waiting)
        if (at !== -1) this.#waiting.splice(at, 1)
        resolve()
      })
    })
  }

  #next(): void {
    this.#holder = null
    this.#waiting.shift()?.begin()
  }

  /** The tab that has the lock. */
  get leader(): number | null {
    return this.#holder?.tab ?? null
  }

  /** Delivers one message to a tab; `choice` says which sender's. Gives whether there was one. */
  deliver(tab: number, choice: number): boolean {
    const queue = this.#underway.get(tab) ?? []
    const senders = [...new Set(queue.map(({ from }) => from))]
    const sender = senders[choice % Math.max(1, senders.length)]
    const at = queue.findIndex(({ from }) => from === sender)
    const [message] = at === -1 ? [] : queue.splice(at, 1)
    message?.deliver()
    return message !== undefined
  }
}
