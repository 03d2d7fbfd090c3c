import type { StreamEntry } from "../../client/promise/eventStream.ts"
import { type StreamWorld, TabStream } from "./TabStream.ts"

/** An entry of the stream that is about something, which followers receive. */
export type LiveEntry = Exclude<StreamEntry, { readonly event: "resync" }>

/** Which events are meant. Absent fields ask for nothing. `conversation.gone` goes only to followers that name it. */
export interface LiveFilter {
  readonly types?: ReadonlyArray<LiveEntry["event"]>
  readonly conversationId?: string
}

/** Whether an event is meant. */
export const isMeant = ({ conversationId, types }: LiveFilter, event: LiveEntry): boolean =>
  (types === undefined ? event.event !== "conversation.gone" : types.includes(event.event)) &&
  (conversationId === undefined || event.conversationId === conversationId)

/** A subscriber to events. */
export interface Follower {
  readonly filter: LiveFilter
  readonly take: (event: LiveEntry) => void
  /** Events were missed that are not kept any more: everything shown has to be loaded again. */
  readonly missed: () => void
}

/** What the events are made of; tests bring their own. */
export interface LiveWorld extends Omit<StreamWorld, "take"> {
  /** The service's time before anything was loaded, in milliseconds; NaN when it is not known. */
  readonly loadedSince: number
}

/** How long before its commit an event may have its id, in milliseconds. */
const commitMillis = 5_000

/** The time in a UUIDv7, in milliseconds. */
const timeIn = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)

/** The events of a tab, each of which goes to everybody who follows it. */
export class LiveEvents {
  readonly stream: TabStream
  readonly #followers = new Set<Follower>()
  readonly #loadedSince: number
  #hasBegun = false

  constructor({ loadedSince, ...world }: LiveWorld) {
    this.#loadedSince = loadedSince
    this.stream = new TabStream({ ...world, take: (id, entry) => this.#take(id, entry) })
  }

  /** The id that the stream goes on behind; null before the first one. */
  get lastEventId(): string | null {
    return this.stream.lastId
  }

  /**
   * Gives what ends it. `since`: the last event when the follower began to load; if others came meanwhile, it missed some.
   */
  follow(follower: Follower, since: string | null): () => void {
    this.#followers.add(follower)
    const last = this.lastEventId
    if (since === null ? last !== null && this.#mayBeMissed(last) : since !== last) follower.missed()
    return () => {
      this.#followers.delete(follower)
    }
  }

  /** The stream begins behind the event with this id: whether that may have happened after the loads began. */
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
      else if (isMeant(follower.filter, entry)) follower.take(entry)
    }
  }
}
