import { createContext, use, useEffect, useRef } from "react"
import type { LiveEntry, LiveEvents, LiveFilter } from "./LiveEvents.ts"

export type { LiveEntry, LiveFilter } from "./LiveEvents.ts"

export const LiveContext = createContext<LiveEvents | null>(null)

/**
 * Follows events as long as the component is shown: `useLive({ types: ["message.received"] }, (event) => …)`. `missed` is
 * called when events were missed that are not kept any more.
 */
export const useLive = (filter: LiveFilter, take: (event: LiveEntry) => void, missed: () => void = () => {}): void => {
  const live = use(LiveContext)
  const latest = useRef({ take, missed })
  latest.current = { take, missed }
  const key = JSON.stringify(filter)
  // Loading begins with the rendering, and following after it.
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
    // The filter by its value: callers write it anew each time.
    [live, key]
  )
}
