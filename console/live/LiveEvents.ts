import type { StreamEntry } from "../../client/promise/eventStream.ts"
import { type StreamWorld, TabStream } from "./TabStream.ts"

/** A stream entry with content, which followers receive. */
export type LiveEntry = Exclude<StreamEntry, { readonly event: "resync" }>

/** Filter of events. Absent fields match everything. `conversation.gone` goes only to followers that name it. */
export interface LiveFilter {
  readonly types?: ReadonlyArray<LiveEntry["event"]>
  readonly conversationId?: string
}

/** Whether a filter matches an event. */
export const matchesFilter = ({ conversationId, types }: LiveFilter, event: LiveEntry): boolean =>
  (types === undefined ? event.event !== "conversation.gone" : types.includes(event.event)) &&
  (conversationId === undefined || event.conversationId === conversationId)

/** A subscriber to events. */
export interface Follower {
  readonly filter: LiveFilter
  readonly take: (event: LiveEntry) => void
  /** Runs after events were missed that the service no longer has: everything visible must be reloaded. */
  readonly missed: () => void
}

/** Dependencies, which tests replace. */
export interface LiveWorld extends Omit<StreamWorld, "take"> {
  /** The service's time before the first load, in milliseconds; NaN if unknown. */
  readonly loadedSince: number
}

/** Maximum milliseconds between the id of an event and its commit. */
const commitMillis = 5_000

/** Timestamp of a UUIDv7, in milliseconds. */
const timeIn = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)

/** Events of a tab, each delivered to all its followers. */
export class LiveEvents {
  readonly stream: TabStream
  readonly #followers = new Set<Follower>()
  readonly #loadedSince: number
  #hasBegun = false

  constructor({ loadedSince, ...world }: LiveWorld) {
    this.#loadedSince = loadedSince
    this.stream = new TabStream({ ...world, take: (id, entry) => this.#take(id, entry) })
  }

  /** Last id of the stream; null before the first one. */
  get lastEventId(): string | null {
    return this.stream.lastId
  }

  /**
   * Adds a follower and returns its removal. `since`: the last event when the follower began to load; if others arrived
   * since, it missed some.
   */
  follow(follower: Follower, since: string | null): () => void {
    this.#followers.add(follower)
    const last = this.lastEventId
    if (since === null ? last !== null && this.#mayBeMissed(last) : since !== last) follower.missed()
    return () => {
      this.#followers.delete(follower)
    }
  }

  /** Records the first id of the stream. Followers missed events if that id may be later than their loads. */
  #mayBeMissed(firstId: string): boolean {
    return !(timeIn(firstId) < this.#loadedSince - commitMillis)
  }

  #take(id: string, entry: StreamEntry | null): void {
    const isFirst = !this.#hasBegun
    this.#hasBegun = true
    if (isFirst && this.#mayBeMissed(id)) {
      for (const follower of this.#followers) follower.missed()
    }
    this.#dispatch(entry)
  }

  #dispatch(entry: StreamEntry | null): void {
    if (entry === null) return
    for (const follower of this.#followers) {
      if (entry.event === "resync") follower.missed()
      else if (matchesFilter(follower.filter, entry)) follower.take(entry)
    }
  }
}
