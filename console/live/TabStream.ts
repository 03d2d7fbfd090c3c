import type { StreamEntry, StreamOptions } from "../../client/promise/eventStream.ts"
import type { LiveState } from "./liveState.ts"
import type { Frame, TabMessage, Tabs } from "./Tabs.ts"

/** Ids that a tab recognizes when they come again, after a change of the leader. */
const maxKnown = 1_000

/** Frames of the leader that a tab keeps while it catches up. */
const maxAhead = 1_000

/** A connection that was silent for this long, in milliseconds, is lost: the service shows every 15 seconds that it is there. */
const staleMillis = 20_000

/** What the stream of a tab is made of; tests bring their own. */
export interface StreamWorld {
  readonly stream: (options: StreamOptions) => AsyncIterable<StreamEntry>
  readonly tabs: Tabs
  readonly isHidden: () => boolean
  readonly now: () => number
  /** Receives every entry of the stream once and in order, and every id. */
  readonly take: (id: string, entry: StreamEntry | null) => void
  readonly changed: (state: LiveState) => void
  /** The stream cannot be followed at all, such as with a session that is over. */
  readonly ended: (cause: unknown) => void
}

/**
 * The stream of events in one tab. The tabs of a session share a connection: the leader reads and notifies the others, so that
 * many tabs do not use up the connections of the browser. A tab that missed a frame of the leader reads on its own until it
 * is level. Each tab has every entry once, in order, whichever tab leads.
 */
export class TabStream {
  readonly #world: StreamWorld
  readonly #known = new Set<string>()
  #lastId: string | null = null
  #state: LiveState = "connecting"
  #receivedAt = 0
  #standing: AbortController | null = null
  #notify: (message: TabMessage) => void = () => {}
  /** Ends the wait of this tab for its turn. */
  #wait: AbortController | null = null
  /** The connection of a leader, or of a tab that catches up. */
  #connection: AbortController | null = null
  /** Aborts when this tab stops to lead; null while it does not. */
  #leading: AbortSignal | null = null
  /** Frames of the leader that came while this tab catches up, the newest last; null when it is level. */
  #ahead: Array<Frame> | null = null

  constructor(world: StreamWorld) {
    this.#world = world
  }

  /** The id that this tab is behind; null before the first one. */
  get lastId(): string | null {
    return this.#lastId
  }

  get #isLeader(): boolean {
    return this.#leading !== null
  }

  start(): void {
    this.stop()
    const standing = new AbortController()
    this.#standing = standing
    const { close, notify } = this.#world.tabs.open((message) => {
      if (!standing.signal.aborted) this.#receive(message)
    })
    this.#notify = notify
    standing.signal.addEventListener("abort", close, { once: true })
    this.#notify({ kind: "asked" })
    void this.#compete(standing.signal, false)
  }

  stop(): void {
    this.#standing?.abort()
    this.#standing = null
    this.#level()
  }

  /** Connects now. A tab that does not lead takes the place of the leader. */
  retry(): void {
    if (this.#standing === null) return
    if (this.#isLeader) return this.#connection?.abort()
    this.#wait?.abort()
    void this.#compete(this.#standing.signal, true)
  }

  /** The network is there again: the connection of before is of no use, even if that did not show yet. */
  online(): void {
    if (this.#isLeader) this.#connection?.abort()
  }

  /** The tab is shown. A browser may have stopped its timers, or those of the leader. */
  shown(): void {
    if (this.#state === "offline") this.retry()
    else if (this.#isLeader) this.#replaceStale()
    else this.#notify({ kind: "asked" })
  }

  /** Another call reached the service, so a connection that could not be made is tried again. */
  reached(): void {
    if (this.#isLeader && this.#state === "offline") this.#connection?.abort()
  }

  /** How it is with a connection of this tab. */
  connection(state: LiveState): void {
    if (!this.#isLeader) return
    this.#changed(state)
    this.#notifyState()
  }

  /** The connection of this tab received something. */
  received(): void {
    this.#receivedAt = this.#world.now()
  }

  async #compete(signal: AbortSignal, atOnce: boolean): Promise<void> {
    const wait = new AbortController()
    this.#wait = wait
    let isOver = false
    const work = async (taken: AbortSignal) => {
      isOver = await this.#lead(AbortSignal.any([signal, taken]))
    }
    await this.#world.tabs.lead(work, { signal: AbortSignal.any([signal, wait.signal]), atOnce })
    if (!isOver && !signal.aborted && !wait.signal.aborted) await this.#compete(signal, false)
  }

  /** Reads until the signal aborts. Gives whether no further connection would help. */
  async #lead(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    this.#level()
    this.#leading = signal
    this.#notifyState()
    let isOver = false
    // A connection follows the one before.
    /* oxlint-disable eslint/no-await-in-loop */
    while (!signal.aborted && !isOver) {
      const connection = new AbortController()
      this.#connection = connection
      const either = AbortSignal.any([signal, connection.signal])
      const read = this.#read(either, (frame) => this.#notify({ kind: "frame", frame }))
      isOver = await read.then(
        () => !either.aborted,
        (cause: unknown) => {
          if (either.aborted) return false
          this.connection("offline")
          this.#world.ended(cause)
          return true
        }
      )
    }
    /* oxlint-enable eslint/no-await-in-loop */
    if (this.#leading === signal) {
      this.#leading = null
      this.#connection = null
      // Messages of the next leader were ignored until now.
      this.#notify({ kind: "asked" })
    }
    return isOver
  }

  async #read(signal: AbortSignal, take: (frame: Frame) => void): Promise<void> {
    const advance = (id: string, entry: StreamEntry | null) => {
      if (signal.aborted) return
      const frame = { after: this.#lastId, id, entry }
      this.#take(frame)
      take(frame)
    }
    const options = { signal, passed: (id: string) => advance(id, null), lastEventId: this.#lastId ?? undefined }
    for await (const entry of this.#world.stream(options)) advance(entry.id, entry)
  }

  #take({ entry, id }: Frame): void {
    this.#lastId = id
    this.#known.delete(id)
    this.#known.add(id)
    for (const oldest of this.#known) {
      if (this.#known.size <= maxKnown) break
      this.#known.delete(oldest)
    }
    this.#world.take(id, entry)
  }

  #receive(message: TabMessage): void {
    if (message.kind === "asked") {
      if (!this.#isLeader) return
      this.#replaceStale()
      return this.#notifyState()
    }
    // The messages of the leader of before may come late.
    if (this.#isLeader) return
    if (message.kind === "frame") return this.#follow(message.frame)
    const { isHidden, lastId, state } = message
    this.#changed(state)
    if (lastId !== null) this.#follow({ after: lastId, id: lastId, entry: null })
    if (state === "offline" && isHidden && !this.#world.isHidden()) this.retry()
  }

  #follow(frame: Frame): void {
    if (this.#lastId === null) {
      if (frame.after === null || frame.after === frame.id) this.#take(frame)
      return
    }
    if (this.#ahead !== null) {
      this.#ahead.push(frame)
      if (this.#ahead.length > maxAhead) this.#ahead.shift()
      return this.#settle()
    }
    if (this.#known.has(frame.id)) return
    if (frame.after === this.#lastId) return this.#take(frame)
    this.#ahead = [frame]
    this.#catchUp(frame)
  }

  /** Reads behind the last id, without the leader, until this tab is level. */
  #catchUp({ id }: Frame): void {
    const connection = new AbortController()
    this.#connection = connection
    this.#read(connection.signal, () => this.#settle()).catch(() => {
      if (connection.signal.aborted) return
      this.#level()
      this.#take({ after: this.#lastId, id, entry: { event: "resync", id } })
    })
  }

  /** Takes what follows the last id, and ends the connection of its own once the newest frame of the leader is known. */
  #settle(): void {
    for (;;) {
      const next = this.#ahead?.find(({ after, id }) => after === this.#lastId && !this.#known.has(id))
      if (next === undefined) break
      this.#take(next)
    }
    const newest = this.#ahead?.at(-1)
    if (newest !== undefined && this.#known.has(newest.id)) this.#level()
  }

  #level(): void {
    if (this.#ahead === null) return
    this.#ahead = null
    this.#connection?.abort()
    this.#connection = null
  }

  #replaceStale(): void {
    if (this.#state === "live" && this.#world.now() - this.#receivedAt > staleMillis) this.#connection?.abort()
  }

  #changed(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#world.changed(state)
  }

  #notifyState(): void {
    const isHidden = this.#world.isHidden()
    this.#notify({ kind: "state", state: this.#state, lastId: this.#lastId, isHidden })
  }
}
