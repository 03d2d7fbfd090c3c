import type { StreamEntry } from "../../client/promise/eventStream.ts"
import type { LiveState } from "./liveState.ts"

/** A step of the stream: an entry, or only an id. */
export interface Frame {
  /** The previous id; null at the beginning. A frame whose previous id is its own only reports the sender's position. */
  readonly after: string | null
  readonly id: string
  readonly entry: StreamEntry | null
}

/** A message between tabs that share a stream. */
export type TabMessage =
  /** Request for the leader's position. */
  | { readonly kind: "request" }
  /** A frame of the leader. `isHidden`: the browser slows down the leader's timers. */
  | { readonly kind: "state"; readonly state: LiveState; readonly lastId: string | null; readonly isHidden: boolean }
  | { readonly kind: "frame"; readonly frame: Frame }

/** Candidacy of a tab for leadership. */
export interface Turn {
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Takes over leadership without a wait. */
  readonly atOnce: boolean
}

/** The tabs of a session for one organization. One of them leads and has the connection. */
export interface Tabs {
  /** Starts to listen. Returns how to notify the other tabs, and how to stop. */
  readonly open: (take: (message: TabMessage) => void) => {
    readonly notify: (message: TabMessage) => void
    readonly close: () => void
  }
  /** Runs the work while this tab leads. Its signal aborts when another tab takes over. */
  readonly lead: (work: (stolen: AbortSignal) => Promise<void>, turn: Turn) => Promise<void>
}
