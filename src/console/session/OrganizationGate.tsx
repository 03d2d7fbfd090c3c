import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react"
import { createParleySession } from "../../client/promise/createParley.ts"
import { authorisedFetch } from "../api/authorisedFetch.ts"
import { failureOf } from "../api/Failure.ts"
import { type OrganizationChoice, type Session, SessionContext } from "../api/Session.ts"
import { registry } from "../app/atoms.ts"
import type { ConsoleFacts } from "../app/consoleFacts.ts"
import { navigate } from "../app/navigation.ts"
import { keepOrganization, lastOrganization } from "../app/preferences.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { type LiveState, liveAtom } from "../live/liveState.ts"
import { streamFetch } from "../live/streamFetch.ts"
import { LiveContext } from "../live/useLive.ts"
import { ErrorState, Loading } from "../parts/states.tsx"
import type { SessionTokens } from "./SessionTokens.ts"
import { SignInNotice } from "./SignIn.tsx"

interface GateProps {
  readonly facts: ConsoleFacts
  readonly tokens: SessionTokens
  readonly user: { readonly id: string; readonly email: string }
  readonly children: ReactNode
}

const liveChanged = (state: LiveState): void => registry.set(liveAtom, state)

/** A client for an organization; an empty id for what belongs to none. */
const parleyFor = (tokens: SessionTokens, organizationId: string) =>
  createParleySession({
    url: window.location.origin,
    organizationId,
    token: () => tokens.token(),
    fetch: streamFetch(
      authorisedFetch(tokens, (url, init) => window.fetch(url, init)),
      liveChanged
    )
  })

/** Chooses the organization, and gives everything within it the client and the live updates of that. */
export const OrganizationGate = ({ children, facts, tokens, user }: GateProps) => {
  const [attempt, setAttempt] = useState(0)
  const [organizations, setOrganizations] = useState<ReadonlyArray<OrganizationChoice> | null>(null)
  const [cause, setCause] = useState<unknown>(null)
  const [chosen, setChosen] = useState(lastOrganization)
  useEffect(() => {
    let isWanted = true
    setCause(null)
    parleyFor(tokens, "")
      .organizations.list()
      .then(
        (answer) => {
          if (isWanted) setOrganizations(answer.organizations)
        },
        (failed: unknown) => {
          if (isWanted) setCause(failed)
        }
      )
    return () => {
      isWanted = false
    }
  }, [tokens, attempt])
  const choose = useCallback((organizationId: string) => {
    keepOrganization(organizationId)
    setChosen(organizationId)
    // The page still shows the former one.
    navigate("/inbox")
  }, [])
  if (cause !== null) {
    return <ErrorState failure={failureOf(cause)} onRetry={() => setAttempt((count) => count + 1)} />
  }
  if (organizations === null) return <Loading />
  const organization = organizations.find(({ id }) => id === chosen) ?? organizations[0]
  if (organization === undefined) return <SignInNotice text="noOrganization" />
  return (
    <Within key={organization.id} {...{ facts, tokens, user, organization, organizations, choose }}>
      {children}
    </Within>
  )
}

const Within = ({
  children,
  choose,
  facts,
  organization,
  organizations,
  tokens,
  user
}: GateProps & Pick<Session, "organization" | "organizations" | "choose">) => {
  const parley = useMemo(() => parleyFor(tokens, organization.id), [tokens, organization.id])
  const live = useMemo(
    () =>
      new LiveEvents({
        stream: (options) => parley.events.stream(options),
        changed: liveChanged,
        // The next call says the same, and why.
        ended: () => liveChanged("offline")
      }),
    [parley]
  )
  useEffect(() => {
    liveChanged("connecting")
    live.start()
    const start = () => live.start()
    const lost = () => liveChanged("offline")
    window.addEventListener("online", start)
    window.addEventListener("offline", lost)
    return () => {
      window.removeEventListener("online", start)
      window.removeEventListener("offline", lost)
      live.stop()
    }
  }, [live])
  const session = useMemo<Session>(
    () => ({
      parley,
      organization,
      organizations,
      user,
      facts,
      tokens,
      choose,
      mayManage: organization.role !== "agent",
      signOut: () => void tokens.signOut()
    }),
    [parley, organization, organizations, user, facts, tokens, choose]
  )
  return (
    <SessionContext value={session}>
      <LiveContext value={live}>{children}</LiveContext>
    </SessionContext>
  )
}
