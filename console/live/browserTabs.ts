import type { TabMessage, Tabs } from "./Tabs.ts"

/** A tab that shares with no other tab. */
export const alone: Tabs = {
  open: () => ({ notify: () => {}, close: () => {} }),
  lead: (work) => work(new AbortController().signal)
}

const openChannel =
  (name: string): Tabs["open"] =>
  (take) => {
    const channel = new BroadcastChannel(name)
    channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => take(data))
    return {
      // A channel has no other origin than its own.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      notify: (message) => channel.postMessage(message),
      close: () => channel.close()
    }
  }

const leadWith =
  (locks: LockManager, name: string): Tabs["lead"] =>
  (work, { atOnce, signal }) => {
    const stolen = new AbortController()
    const request = atOnce
      ? locks.request(name, { steal: true }, () => work(stolen.signal))
      : locks.request(name, { signal }, () => work(stolen.signal))
    // Rejected when another tab takes the lock, and when the wait is cancelled.
    return request.catch(() => stolen.abort())
  }

/**
 * The tabs of this browser with the same key. The browser gives the lock of a closed tab to the next one. Browsers have
 * locks on secure origins only; elsewhere each tab is alone.
 */
export const browserTabs = (key: string): Tabs => {
  if (!("locks" in navigator)) return alone
  const name = `parley.live ${key}`
  return { open: openChannel(name), lead: leadWith(navigator.locks, name) }
}
