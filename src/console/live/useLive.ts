import { createContext, use, useEffect, useRef } from "react"
import type { LiveEvent } from "../../client/promise/eventStream.ts"
import type { LiveEvents, LiveFilter } from "./LiveEvents.ts"

export type { LiveFilter } from "./LiveEvents.ts"

export const LiveContext = createContext<LiveEvents | null>(null)

/**
 * Follows events as long as the component is shown: `useLive({ types: ["message.received"] }, (event) => …)`. `missed` is
 * called when events were missed that are not kept any more.
 */
export const useLive = (filter: LiveFilter, take: (event: LiveEvent) => void, missed: () => void = () => {}): void => {
  const live = use(LiveContext)
  const latest = useRef({ take, missed })
  latest.current = { take, missed }
  const key = JSON.stringify(filter)
  // Loading begins with the rendering, and following after it.
  const rendered = useRef({ live, key, since: live?.lastEventId })
  if (rendered.current.live !== live || rendered.current.key !== key) {
    rendered.current = { live, key, since: live?.lastEventId }
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
