import { type ReactNode, useCallback, useEffect, useState } from "react"
import { failureOf } from "../api/Failure.ts"
import { type ConsoleFacts, loadConsoleFacts } from "../app/consoleFacts.ts"
import { ErrorState, Loading } from "../parts/states.tsx"
import { browserSession } from "./browserSession.ts"
import type { Grant } from "./Grant.ts"
import { OrganizationGate } from "./OrganizationGate.tsx"
import type { SessionTokens } from "./SessionTokens.ts"
import { SignIn, SignInNotice } from "./SignIn.tsx"

/** State of the session. */
type Standing =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly cause: unknown }
  | { readonly state: "unconfigured"; readonly facts: ConsoleFacts }
  | {
      readonly state: "ready"
      readonly facts: ConsoleFacts
      readonly tokens: SessionTokens
      readonly grant: Grant | null
    }

/** Shows its children to a signed-in user, and the sign-in to others, at any address. */
export const SessionGate = ({ children }: { readonly children: ReactNode }) => {
  const [attempt, setAttempt] = useState(0)
  const [standing, setStanding] = useState<Standing>({ state: "loading" })
  useEffect(() => {
    let isWanted = true
    let tokens: SessionTokens | null = null
    const begin = async () => {
      const facts = await loadConsoleFacts()
      if (!isWanted) return
      if (facts.identity === null) return setStanding({ state: "unconfigured", facts })
      const own = browserSession(facts.identity, (grant) =>
        setStanding((before) => (before.state === "ready" ? { ...before, grant } : before))
      )
      tokens = own
      const grant = await own.restore()
      if (isWanted) setStanding({ state: "ready", facts, tokens: own, grant })
    }
    setStanding({ state: "loading" })
    begin().catch((cause: unknown) => {
      if (isWanted) setStanding({ state: "failed", cause })
    })
    return () => {
      isWanted = false
      tokens?.close()
    }
  }, [attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  switch (standing.state) {
    case "loading":
      return <Loading />
    case "failed":
      return <ErrorState failure={failureOf(standing.cause)} onRetry={retry} />
    case "unconfigured":
      return <SignInNotice text="notConfigured" />
    case "ready":
      return standing.grant === null ? (
        <SignIn facts={standing.facts} tokens={standing.tokens} />
      ) : (
        // Data of another user is discarded.
        <OrganizationGate
          key={standing.grant.user.id}
          facts={standing.facts}
          tokens={standing.tokens}
          user={standing.grant.user}
        >
          {children}
        </OrganizationGate>
      )
  }
}
