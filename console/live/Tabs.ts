import type { StreamEntry } from "../../client/promise/eventStream.ts"
import type { LiveState } from "./liveState.ts"

/** A step of the stream: an entry, or an id alone. */
export interface Frame {
  /** The id before it; null at the beginning. A frame that follows its own id only says where its sender is. */
  readonly after: string | null
  readonly id: string
  readonly entry: StreamEntry | null
}

/** A message between tabs that share a stream. */
export type TabMessage =
  /** A tab asks the leader where the stream is. */
  | { readonly kind: "asked" }
  /** The leader's stream. `isHidden`: the browser slows down the leader's timers. */
  | { readonly kind: "state"; readonly state: LiveState; readonly lastId: string | null; readonly isHidden: boolean }
  | { readonly kind: "frame"; readonly frame: Frame }

/** How a tab becomes the leader. */
export interface Turn {
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Takes the place of the present leader, without a wait. */
  readonly atOnce: boolean
}

/** The tabs of a session that show one organization. One of them leads: it has the connection. */
export interface Tabs {
  /** Starts to listen. Returns how to notify the other tabs, and how to stop. */
  readonly open: (take: (message: TabMessage) => void) => {
    readonly notify: (message: TabMessage) => void
    readonly close: () => void
  }
  /** Runs the work while this tab leads. The work's signal aborts when another tab takes its place. */
  readonly lead: (work: (taken: AbortSignal) => Promise<void>, turn: Turn) => Promise<void>
}
