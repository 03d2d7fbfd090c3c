import type { StreamEntry, StreamOptions } from "../../../client/promise/eventStream.ts"
import type { TabMessage, Tabs, Turn } from "../../../console/live/Tabs.ts"

/** A stream entry with the fields that tests read. */
export const entry = (
  id: string,
  event: "message.sent" | "message.read" | "conversation.gone",
  conversationId: string
): StreamEntry =>
  // The other fields of an event do not affect the filters.
  Object.assign(JSON.parse('{"timestamp":"2026-11-24T12:00:00.000Z","data":{}}'), { id, event, conversationId })

/** Waits until pending work has run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Event log of a service: ids in order, and whether the user may see each event. */
export class StreamLog {
  readonly #ids: Array<{ readonly id: string; readonly isShown: boolean }> = []
  readonly #wake = new Set<() => void>()
  /** Number of open connections. */
  open = 0

  add(isShown: boolean): void {
    this.#ids.push({ id: `e${this.#ids.length + 1}`, isShown })
    for (const wake of this.#wake) wake()
  }

  get lastId(): string {
    return this.#ids.at(-1)?.id ?? "e0"
  }

  /** Visible ids after an id. */
  visibleAfter(id: string): ReadonlyArray<string> {
    return this.#ids.slice(this.#positionOf(id)).flatMap((one) => (one.isShown ? [one.id] : []))
  }

  #positionOf(id: string): number {
    return Number(id.slice(1))
  }

  /** A stream like that of the client: from the end of the log, or after an id. */
  async *stream({ lastEventId, passed, signal }: StreamOptions): AsyncGenerator<StreamEntry, void, undefined> {
    let position = this.#positionOf(lastEventId ?? this.lastId)
    this.open += 1
    let wake = () => {}
    const wakeUp = () => wake()
    this.#wake.add(wakeUp)
    signal?.addEventListener("abort", wakeUp)
    if (lastEventId === undefined) passed?.(`e${position}`)
    /* oxlint-disable eslint/no-await-in-loop, eslint/no-unmodified-loop-condition -- others abort the signal */
    while (signal?.aborted !== true) {
      const next = this.#ids[position]
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      position += 1
      await settled()
      if (next.isShown) yield entry(next.id, "message.sent", "1")
      else if (position % 2 === 0) passed?.(next.id)
    }
    /* oxlint-enable eslint/no-await-in-loop, eslint/no-unmodified-loop-condition */
    this.#wake.delete(wakeUp)
    this.open -= 1
  }
}

/** A message in transit to a tab. */
interface Underway {
  readonly from: number
  readonly deliver: () => void
}

/** Tabs of one browser. Messages of one sender to one tab are delivered in order, all others in any order. */
export class TestBrowser {
  readonly #takes = new Map<number, (message: TabMessage) => void>()
  readonly #underway = new Map<number, Array<Underway>>()
  readonly #waiting: Array<{ readonly tab: number; readonly begin: () => void }> = []
  #holder: { readonly tab: number; readonly stolen: AbortController } | null = null

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

  #lead(tab: number, work: (stolen: AbortSignal) => Promise<void>, { atOnce, signal }: Turn): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        const stolen = new AbortController()
        this.#holder = { tab, stolen }
        stolen.signal.addEventListener("abort", () => resolve())
        void work(stolen.signal).then(() => {
          resolve()
          if (this.#holder?.stolen === stolen) this.#next()
        })
      }
      if (atOnce || this.#holder === null) {
        this.#holder?.stolen.abort()
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

  /** The tab with the lock. */
  get leader(): number | null {
    return this.#holder?.tab ?? null
  }

  /** Delivers one message of the sender `choice` to a tab. Returns whether there was one. */
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
