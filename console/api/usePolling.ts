import { useEffect } from "react"

/** Milliseconds between two reloads. */
const pollInterval = 3_000

/** Reloads at intervals while `isActive`, for changes without an event. A hidden page waits. */
export const usePolling = (reload: () => void, isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") reload()
    }, pollInterval)
    return () => clearInterval(timer)
  }, [reload, isActive])
}
