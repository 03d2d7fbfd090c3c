import { useCallback, useEffect, useMemo } from "react"
import { registry, useAtom } from "../app/atoms.ts"
import { liveAtom } from "../live/liveState.ts"
import { type LiveFilter, useLive } from "../live/useLive.ts"
import { loadedOf, type Loaded, type Query } from "./query.ts"
import { useParley } from "./Session.ts"
import { throttled } from "./throttled.ts"

/** When a query is loaded anew by itself. */
export interface QueryOptions {
  /** After these events. A query is loaded anew after missed events in any case. */
  readonly on?: LiveFilter
}

const never: LiveFilter = { types: [] }

/** Between two loads for events, of which a busy organization has many in a second. */
const eventPauses = { first: 500, most: 5_000 }

/**
 * The state of a query, and how to load it again: `const [channels, reload] = useQuery(channelsQuery, {})`. A load that did
 * not reach the service is repeated when the service is there again.
 */
export const useQuery = <Input, Value>(
  query: Query<Input, Value>,
  input: Input,
  { on = never }: QueryOptions = {}
): readonly [Loaded<Value>, () => void] => {
  const atom = query.atom(useParley(), input)
  const loaded = loadedOf(useAtom(atom))
  const reload = useCallback(() => registry.refresh(atom), [atom])
  const soon = useMemo(() => throttled(eventPauses, reload), [reload])
  useEffect(() => soon.stop, [soon])
  useLive(on, soon.call, soon.call)
  useEffect(() => {
    // Kept from before, and events may have changed it since.
    if (loaded.state === "ready" && !loaded.isReloading) reload()
  }, [atom])
  const isLive = useAtom(liveAtom) === "live"
  const isOffline = loaded.state !== "loading" && loaded.failure?.kind === "offline"
  useEffect(() => {
    if (isLive && isOffline) reload()
    // Only a change from offline to live is a reason.
  }, [isLive])
  return [loaded, reload]
}
