import { createContext, use } from "react"
import type { ParleySession } from "../../client/promise/createParley.ts"
import type { ConsoleFacts } from "../app/consoleFacts.ts"
import type { Tokens } from "./authorisedFetch.ts"

/** An organization of the signed-in user, with their role. */
export interface OrganizationChoice {
  readonly id: string
  readonly name: string
  readonly role: "owner" | "admin" | "agent"
}

/** The signed-in user and the chosen organization. */
export interface Session {
  /** The client of the Session interface, with the current token. */
  readonly parley: ParleySession
  readonly organization: OrganizationChoice
  readonly organizations: ReadonlyArray<OrganizationChoice>
  readonly user: { readonly id: string; readonly email: string }
  readonly facts: ConsoleFacts
  /** Whether the user manages the organization, which the section for developers requires. */
  readonly mayManage: boolean
  readonly tokens: Tokens
  readonly choose: (organizationId: string) => void
  readonly signOut: () => void
}

export const SessionContext = createContext<Session | null>(null)

/** The session. Every section is inside it. */
export const useSession = (): Session => {
  const session = use(SessionContext)
  if (session === null) throw new Error("There is no session around this component")
  return session
}

/** The client of the Session interface for the chosen organization. */
export const useParley = (): ParleySession => useSession().parley
