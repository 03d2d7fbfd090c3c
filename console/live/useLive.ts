import { createContext, use, useEffect, useRef } from "react"
import type { LiveEntry, LiveEvents, LiveFilter } from "./LiveEvents.ts"

export type { LiveEntry, LiveFilter } from "./LiveEvents.ts"

export const LiveContext = createContext<LiveEvents | null>(null)

/**
 * Follows events while the component is mounted: `useLive({ types: ["message.received"] }, (event) => …)`. `missed`
 * runs after missed events that the service no longer has.
 */
export const useLive = (filter: LiveFilter, take: (event: LiveEntry) => void, missed: () => void = () => {}): void => {
  const live = use(LiveContext)
  const latest = useRef({ take, missed })
  latest.current = { take, missed }
  const key = JSON.stringify(filter)
  // Loads start during rendering, and following starts after it.
  const rendered = useRef({ live, key, since: live?.lastEventId ?? null })
  if (rendered.current.live !== live || rendered.current.key !== key) {
    rendered.current = { live, key, since: live?.lastEventId ?? null }
  }
  useEffect(
    () =>
      live?.follow(
        {
          filter,
          take: (event) => latest.current.take(event),
          missed: () => latest.current.missed()
        },
        rendered.current.since
      ),
    // Compares the filter by value, because callers create it on each render.
    [live, key]
  )
}
