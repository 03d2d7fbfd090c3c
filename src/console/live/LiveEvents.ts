import type { LiveEvent, Resync, StreamOptions } from "../../client/promise/eventStream.ts"
import type { LiveState } from "./liveState.ts"

/** Which events are meant. Absent fields ask for nothing. */
export interface LiveFilter {
  readonly types?: ReadonlyArray<LiveEvent["event"]>
  readonly conversationId?: string
}

/** Whether an event is meant. */
export const isMeant = ({ conversationId, types }: LiveFilter, event: LiveEvent): boolean =>
  (types === undefined || types.includes(event.event)) &&
  (conversationId === undefined || event.conversationId === conversationId)

/** A subscriber to events. */
export interface Follower {
  readonly filter: LiveFilter
  readonly take: (event: LiveEvent) => void
  /** Events were missed that are not kept any more: everything shown has to be loaded again. */
  readonly missed: () => void
}

/** What the events are made of; tests bring their own. */
export interface LiveWorld {
  readonly stream: (options: StreamOptions) => AsyncIterable<LiveEvent | Resync>
  readonly changed: (state: LiveState) => void
  /** The stream cannot be followed at all, such as with a session that is over. */
  readonly ended: (cause: unknown) => void
}

/** The one stream of events of a tab, which gives each event to everybody who follows it. */
export class LiveEvents {
  readonly #world: LiveWorld
  readonly #followers = new Set<Follower>()
  #lastEventId: string | undefined = undefined
  #running: AbortController | null = null

  constructor(world: LiveWorld) {
    this.#world = world
  }

  /** The last event, behind which the stream goes on. */
  get lastEventId(): string | undefined {
    return this.#lastEventId
  }

  /**
   * Gives what ends it. `since`: the last event when the follower began to load; if others came meanwhile, it missed some.
   */
  follow(follower: Follower, since: string | undefined): () => void {
    this.#followers.add(follower)
    if (since !== this.#lastEventId) follower.missed()
    return () => {
      this.#followers.delete(follower)
    }
  }

  /** Connects, at once when a connection is there already, behind the last event. */
  start(): void {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    this.#run(running.signal).catch((cause: unknown) => {
      if (!running.signal.aborted) this.#world.ended(cause)
    })
  }

  stop(): void {
    this.#running?.abort()
    this.#running = null
  }

  async #run(signal: AbortSignal): Promise<void> {
    const lastEventId = this.#lastEventId
    const events = this.#world.stream({ signal, ...(lastEventId === undefined ? {} : { lastEventId }) })
    for await (const event of events) {
      if (signal.aborted) return
      this.#lastEventId = event.id
      this.#dispatch(event)
    }
  }

  #dispatch(event: LiveEvent | Resync): void {
    for (const follower of this.#followers) {
      if (event.event === "resync") follower.missed()
      else if (isMeant(follower.filter, event)) follower.take(event)
    }
  }
}
