import type { StreamEntry, StreamOptions } from "../../client/promise/eventStream.ts"
import type { LiveState } from "./liveState.ts"
import type { Frame, TabMessage, Tabs } from "./Tabs.ts"

/** Number of recent ids by which a tab recognizes duplicates after a change of the leader. */
const maxKnown = 1_000

/** Maximum frames of the leader that a tab buffers while it catches up. */
const maxAhead = 1_000

/** Milliseconds of silence after which a connection is lost. The service sends something every 15 seconds. */
const staleMillis = 20_000

/** Dependencies, which tests replace. */
export interface StreamWorld {
  readonly stream: (options: StreamOptions) => AsyncIterable<StreamEntry>
  readonly tabs: Tabs
  readonly isHidden: () => boolean
  readonly now: () => number
  /** Receives every entry of the stream once and in order, and every id. */
  readonly take: (id: string, entry: StreamEntry | null) => void
  readonly changed: (state: LiveState) => void
  /** Runs if the stream cannot be followed at all, such as with an expired session. */
  readonly ended: (cause: unknown) => void
}

/**
 * The event stream in one tab. The tabs of a session share a connection: the leader reads and notifies the others, so
 * that many tabs do not use up the browser's connections. A tab that missed a frame of the leader reads separately
 * until it has caught up. Each tab gets every entry once and in order, whichever tab leads.
 */
export class TabStream {
  readonly #world: StreamWorld
  readonly #known = new Set<string>()
  #lastId: string | null = null
  #state: LiveState = "connecting"
  #receivedAt = 0
  #session: AbortController | null = null
  #notify: (message: TabMessage) => void = () => {}
  /** Cancels the wait of this tab for leadership. */
  #wait: AbortController | null = null
  /** Connection of a leader, or of a tab that catches up. */
  #connection: AbortController | null = null
  /** Aborts when this tab stops leading; null while it does not lead. */
  #leading: AbortSignal | null = null
  /** Buffered frames of the leader while this tab catches up, newest last; null when it has caught up. */
  #ahead: Array<Frame> | null = null

  constructor(world: StreamWorld) {
    this.#world = world
  }

  /** Last id of this tab; null before the first one. */
  get lastId(): string | null {
    return this.#lastId
  }

  get #isLeader(): boolean {
    return this.#leading !== null
  }

  start(): void {
    this.stop()
    const session = new AbortController()
    this.#session = session
    const { close, notify } = this.#world.tabs.open((message) => {
      if (!session.signal.aborted) this.#receive(message)
    })
    this.#notify = notify
    session.signal.addEventListener("abort", close, { once: true })
    this.#notify({ kind: "request" })
    void this.#compete(session.signal, false)
  }

  stop(): void {
    this.#session?.abort()
    this.#session = null
    this.#level()
  }

  /** Connects now. A tab that does not lead takes over leadership. */
  retry(): void {
    if (this.#session === null) return
    if (this.#isLeader) return this.#connection?.abort()
    this.#wait?.abort()
    void this.#compete(this.#session.signal, true)
  }

  /** Reconnects after the network returned: the former connection is useless, even if it shows no error yet. */
  online(): void {
    if (this.#isLeader) this.#connection?.abort()
  }

  /** Reconnects when the tab becomes visible. A browser may have stopped its timers, or those of the leader. */
  shown(): void {
    if (this.#state === "offline") this.retry()
    else if (this.#isLeader) this.#replaceStale()
    else this.#notify({ kind: "request" })
  }

  /** Retries a failed connection after another call reached the service. */
  reached(): void {
    if (this.#isLeader && this.#state === "offline") this.#connection?.abort()
  }

  /** Records the state of this tab's connection. */
  connection(state: LiveState): void {
    if (!this.#isLeader) return
    this.#changed(state)
    this.#notifyState()
  }

  /** Records that this tab's connection received something. */
  received(): void {
    this.#receivedAt = this.#world.now()
  }

  async #compete(signal: AbortSignal, atOnce: boolean): Promise<void> {
    const wait = new AbortController()
    this.#wait = wait
    let isOver = false
    const work = async (stolen: AbortSignal) => {
      isOver = await this.#lead(AbortSignal.any([signal, stolen]))
    }
    await this.#world.tabs.lead(work, { signal: AbortSignal.any([signal, wait.signal]), atOnce })
    if (!isOver && !signal.aborted && !wait.signal.aborted) await this.#compete(signal, false)
  }

  /** Reads until the signal aborts. Returns whether no further connection would help. */
  async #lead(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    this.#level()
    this.#leading = signal
    this.#notifyState()
    let isOver = false
    // Connections follow one another.
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
      this.#notify({ kind: "request" })
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
    if (message.kind === "request") {
      if (!this.#isLeader) return
      this.#replaceStale()
      return this.#notifyState()
    }
    // Messages of the previous leader may arrive late.
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

  /** Reads from the last id, without the leader, until this tab has caught up. */
  #catchUp({ id }: Frame): void {
    const connection = new AbortController()
    this.#connection = connection
    this.#read(connection.signal, () => this.#settle()).catch(() => {
      if (connection.signal.aborted) return
      this.#level()
      this.#take({ after: this.#lastId, id, entry: { event: "resync", id } })
    })
  }

  /**
   * Accepts buffered frames that follow the last id, and closes its own connection once it has the leader's newest
   * frame.
   */
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
