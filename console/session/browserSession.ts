import { identityProvider } from "./identityProvider.ts"
import { type OtherTabs, type SessionWorld, SessionTokens, type TabMessage } from "./SessionTokens.ts"

/**
 * The refresh token: in the tab, which no other tab can read and which is deleted with it; in the browser if the user
 * keeps the sign-in.
 */
const storageKey = "parley.refresh"

/** Whether the sign-in is kept after the tab. */
const keptKey = "parley.kept"

/** Name of the tabs' lock and channel. */
const shared = "parley.session"

const isKept = (): boolean => window.localStorage.getItem(keptKey) !== null

const stored: SessionWorld["stored"] = {
  read: () => (isKept() ? window.localStorage : window.sessionStorage).getItem(storageKey),
  write: (refreshToken) => {
    window.sessionStorage.removeItem(storageKey)
    window.localStorage.removeItem(storageKey)
    if (refreshToken === null) window.localStorage.removeItem(keptKey)
    else (isKept() ? window.localStorage : window.sessionStorage).setItem(storageKey, refreshToken)
  },
  keep: (isKept) => {
    if (isKept) window.localStorage.setItem(keptKey, "1")
    else window.localStorage.removeItem(keptKey)
  }
}

/** Only pages of this origin receive the messages. */
const otherTabs = (): OtherTabs => {
  const channel = new BroadcastChannel(shared)
  return {
    // A channel has no other origin than its own.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    send: (message) => channel.postMessage(message),
    listen: (take) => {
      const listener = ({ data }: MessageEvent<TabMessage>) => take(data)
      channel.addEventListener("message", listener)
      return () => channel.close()
    }
  }
}

/** Browsers have locks on secure origins only; elsewhere a tab works alone. */
const exclusively: SessionWorld["exclusively"] = (work) =>
  "locks" in navigator ? navigator.locks.request(shared, work) : work()

/** The session of this browser at the identity provider. */
export const browserSession = (
  identity: { readonly url: string; readonly key: string | null },
  changed: SessionWorld["changed"]
): SessionTokens =>
  new SessionTokens({
    provider: identityProvider({
      url: new URL(identity.url, window.location.origin).href,
      key: identity.key,
      fetch: (url, init) => window.fetch(url, init),
      now: Date.now
    }),
    now: Date.now,
    pause: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
    stored,
    exclusively,
    others: otherTabs(),
    changed
  })
