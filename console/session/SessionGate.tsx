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
type GateState =
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
  const [gate, setGate] = useState<GateState>({ state: "loading" })
  useEffect(() => {
    let isWanted = true
    let tokens: SessionTokens | null = null
    const begin = async () => {
      const facts = await loadConsoleFacts()
      if (!isWanted) return
      if (facts.identity === null) return setGate({ state: "unconfigured", facts })
      const own = browserSession(facts.identity, (grant) =>
        setGate((before) => (before.state === "ready" ? { ...before, grant } : before))
      )
      tokens = own
      const grant = await own.restore()
      if (isWanted) setGate({ state: "ready", facts, tokens: own, grant })
    }
    setGate({ state: "loading" })
    begin().catch((cause: unknown) => {
      if (isWanted) setGate({ state: "failed", cause })
    })
    return () => {
      isWanted = false
      tokens?.close()
    }
  }, [attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  switch (gate.state) {
    case "loading":
      return <Loading />
    case "failed":
      return <ErrorState failure={failureOf(gate.cause)} onRetry={retry} />
    case "unconfigured":
      return <SignInNotice text="notConfigured" />
    case "ready":
      return gate.grant === null ? (
        <SignIn facts={gate.facts} tokens={gate.tokens} />
      ) : (
        // Data of another user is discarded.
        <OrganizationGate key={gate.grant.user.id} facts={gate.facts} tokens={gate.tokens} user={gate.grant.user}>
          {children}
        </OrganizationGate>
      )
  }
}
