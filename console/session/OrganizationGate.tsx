import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { Fetch } from "../../client/promise/call.ts"
import { createParleySession, type ParleySession } from "../../client/promise/createParley.ts"
import { authorisedFetch } from "../api/authorisedFetch.ts"
import { datedFetch } from "../api/datedFetch.ts"
import { failureOf } from "../api/Failure.ts"
import { type OrganizationChoice, type Session, SessionContext } from "../api/Session.ts"
import { registry } from "../app/atoms.ts"
import type { ConsoleFacts } from "../app/consoleFacts.ts"
import { navigate } from "../app/navigation.ts"
import { storeOrganization, lastOrganization } from "../app/preferences.ts"
import { browserTabs } from "../live/browserTabs.ts"
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

/** Creates a client for an organization; an empty id is for calls without an organization. */
const parleyFor = (tokens: SessionTokens, organizationId: string, fetch: Fetch) =>
  createParleySession({ url: window.location.origin, organizationId, token: () => tokens.token(), fetch })

const fetchFor = (tokens: SessionTokens): Fetch => authorisedFetch(tokens, (url, init) => window.fetch(url, init))

/** Creates the client of an organization and its live updates, which the tabs of the user share. */
const connectedTo = (tokens: SessionTokens, organizationId: string, userId: string, loadedSince: number) => {
  const live: LiveEvents = new LiveEvents({
    loadedSince,
    stream: (options) => parley.events.stream(options),
    tabs: browserTabs(`${userId} ${organizationId}`),
    isHidden: () => document.visibilityState === "hidden",
    now: () => performance.now(),
    changed: liveChanged,
    // The next call fails in the same way, and reports the reason.
    ended: () => undefined
  })
  const parley: ParleySession = parleyFor(
    tokens,
    organizationId,
    streamFetch(fetchFor(tokens), {
      connection: (state) => live.stream.connection(state),
      received: () => live.stream.received(),
      reached: () => live.stream.reached()
    })
  )
  return { live, parley }
}

/** Chooses the organization, and provides its client and live updates. */
export const OrganizationGate = ({ children, facts, tokens, user }: GateProps) => {
  const [attempt, setAttempt] = useState(0)
  const [organizations, setOrganizations] = useState<ReadonlyArray<OrganizationChoice> | null>(null)
  const loadedSince = useRef(Number.NaN)
  const [cause, setCause] = useState<unknown>(null)
  const [chosen, setChosen] = useState(lastOrganization)
  useEffect(() => {
    let isWanted = true
    setCause(null)
    const dated = (millis: number) => {
      loadedSince.current = millis
    }
    parleyFor(tokens, "", datedFetch(fetchFor(tokens), dated))
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
    storeOrganization(organizationId)
    setChosen(organizationId)
    // The page still shows the previous organization.
    navigate("/inbox")
  }, [])
  if (cause !== null) {
    return <ErrorState failure={failureOf(cause)} onRetry={() => setAttempt((count) => count + 1)} />
  }
  if (organizations === null) return <Loading />
  const organization = organizations.find(({ id }) => id === chosen) ?? organizations[0]
  if (organization === undefined) return <SignInNotice text="noOrganization" />
  return (
    <Within
      key={organization.id}
      loadedSince={loadedSince.current}
      {...{ facts, tokens, user, organization, organizations, choose }}
    >
      {children}
    </Within>
  )
}

const Within = ({
  children,
  choose,
  facts,
  loadedSince,
  organization,
  organizations,
  tokens,
  user
}: GateProps &
  Pick<Session, "organization" | "organizations" | "choose"> & {
    /** The service's time before the sections load, in milliseconds. */
    readonly loadedSince: number
  }) => {
  const { live, parley } = useMemo(
    () => connectedTo(tokens, organization.id, user.id, loadedSince),
    [tokens, organization.id, user.id, loadedSince]
  )
  useEffect(() => {
    const { stream } = live
    liveChanged("connecting")
    stream.start()
    const online = () => stream.online()
    const offline = () => stream.connection("offline")
    const visibilityChanged = () => {
      if (document.visibilityState === "visible") stream.shown()
    }
    window.addEventListener("online", online)
    window.addEventListener("offline", offline)
    document.addEventListener("visibilitychange", visibilityChanged)
    return () => {
      window.removeEventListener("online", online)
      window.removeEventListener("offline", offline)
      document.removeEventListener("visibilitychange", visibilityChanged)
      stream.stop()
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
