import { useCallback, useEffect, useMemo } from "react"
import { registry, useAtom } from "../app/atoms.ts"
import { liveAtom } from "../live/liveState.ts"
import { type LiveFilter, useLive } from "../live/useLive.ts"
import { loadedOf, type Loaded, type Query } from "./query.ts"
import { useParley } from "./Session.ts"
import { throttled } from "./throttled.ts"

/** Events after which a query reloads. */
export interface QueryOptions {
  /** Events of this filter. Missed events cause a reload in any case. */
  readonly on?: LiveFilter
}

const never: LiveFilter = { types: [] }

/** Milliseconds between two reloads for events. A busy organization has many events in a second. */
const eventPauses = { first: 500, most: 5_000 }

/**
 * Returns the state of a query and its reload: `const [channels, reload] = useQuery(channelsQuery, {})`. A load that
 * failed because the service was unreachable is repeated once it is reachable.
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
    // The value is from an earlier visit, and events may have changed it since.
    if (loaded.state === "ready" && !loaded.isReloading) reload()
  }, [atom])
  const isLive = useAtom(liveAtom) === "live"
  const isOffline = loaded.state !== "loading" && loaded.failure?.kind === "offline"
  useEffect(() => {
    if (isLive && isOffline) reload()
    // Only the change from offline to live causes a reload.
  }, [isLive])
  return [loaded, reload]
}
