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
export type LiveWorld = Omit<StreamWorld, "take">

/** The events of a tab, each of which goes to everybody who follows it. */
export class LiveEvents {
  readonly stream: TabStream
  readonly #followers = new Set<Follower>()

  constructor(world: LiveWorld) {
    this.stream = new TabStream({ ...world, take: (_, entry) => this.#dispatch(entry) })
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
    if (since !== this.lastEventId) follower.missed()
    return () => {
      this.#followers.delete(follower)
    }
  }

  #dispatch(entry: StreamEntry | null): void {
    if (entry === null) return
    for (const follower of this.#followers) {
      if (entry.event === "resync") follower.missed()
      else if (isMeant(follower.filter, entry)) follower.take(entry)
    }
  }
}
