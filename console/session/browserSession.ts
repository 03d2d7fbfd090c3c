import { identityProvider } from "./identityProvider.ts"
import { type OtherTabs, type SessionWorld, SessionTokens, type TabMessage } from "./SessionTokens.ts"

/** Refresh token of this tab. It is deleted with the tab, and no other tab can read it. */
const storageKey = "parley.refresh"

/** Name of the tabs' lock and channel. */
const shared = "parley.session"

const stored: SessionWorld["stored"] = {
  read: () => window.sessionStorage.getItem(storageKey),
  write: (refreshToken) => {
    if (refreshToken === null) window.sessionStorage.removeItem(storageKey)
    else window.sessionStorage.setItem(storageKey, refreshToken)
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
