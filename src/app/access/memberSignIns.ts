import { DateTime, Effect, type Redacted } from "effect"
import {
  MemberUnknown,
  type OwnersOnly,
  PasswordElsewhere,
  type SignInShared
} from "../../domain/access/AccessFailures.ts"
import { type RosterEntry, emailOf, entryOf, passwordLinkHours, resettable } from "../../domain/access/Member.ts"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { SignOut } from "../../domain/access/SignIn.ts"
import type { OrganizationId, UserId } from "../../domain/Ids.ts"
import { IdentityProvider } from "../../ports/access/IdentityProvider.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { SecondFactors, SignIns, Users } from "../../ports/access/SignIns.ts"
import { recordAudit } from "./auditLog.ts"
import { linkToken } from "./accountLinks.ts"
import { auditedMember, withRoster } from "./members.ts"

type Joined = Extract<RosterEntry, { readonly _tag: "Joined" }>

/** Permits a caller to reset the sign-in of a member of so many organizations. */
export type PermitReset<E> = (entry: Joined, organizations: number) => Effect.Effect<unknown, E>

/** Whether the caller may reset the sign-in of a member (contract: Roles, removal, and reset of a member's sign-in). */
export const permittedToReset = ({ membership }: SessionAccess): PermitReset<OwnersOnly | SignInShared> => {
  const caller = membership === null ? null : membership.role
  return (entry, organizations) => Effect.fromResult(resettable(caller, entry, organizations))
}

/** Runs a change of the sign-in of a member. */
const withSignIn = Effect.fnUntraced(function* <A, E, R, P>(
  organizationId: OrganizationId,
  reference: string,
  permit: PermitReset<P>,
  change: (userId: UserId, entry: RosterEntry) => Effect.Effect<A, E, R>
) {
  const memberships = yield* Memberships
  const { isOwn } = yield* IdentityProvider
  return yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      const entry = yield* Effect.fromResult(entryOf(organizationId, roster, reference))
      if (!isOwn) return yield* new PasswordElsewhere({ email: emailOf(entry) })
      if (entry._tag === "Invited") return yield* new MemberUnknown({ organizationId, reference })
      yield* permit(entry, (yield* memberships.ofUser(entry.user.id, null)).length)
      return yield* change(entry.user.id, entry)
    })
  )
})

/** Removes the second factors and recovery codes of a member, and ends their sessions. Returns how many factors there were. */
export const resetFactors = Effect.fn("resetFactors")(function* <E = never>(
  organizationId: OrganizationId,
  reference: string,
  permit: PermitReset<E> = () => Effect.void
) {
  const factors = yield* SecondFactors
  const signIns = yield* SignIns
  return yield* withSignIn(
    organizationId,
    reference,
    permit,
    Effect.fnUntraced(function* (userId, entry) {
      const removed = yield* factors.removeAll(userId)
      yield* signIns.end(userId, SignOut.cases.Everywhere.make({}))
      yield* recordAudit(organizationId, "member.factors_reset", auditedMember(entry))
      return { entry, removed }
    })
  )
})

/** Makes a link by which a member sets a new password. Only this result has its token. */
export const createPasswordLink = Effect.fn("createPasswordLink")(function* <E = never>(
  organizationId: OrganizationId,
  reference: string,
  permit: PermitReset<E> = () => Effect.void
) {
  const users = yield* Users
  const token: Redacted.Redacted = yield* linkToken
  return yield* withSignIn(
    organizationId,
    reference,
    permit,
    Effect.fnUntraced(function* (userId, entry) {
      const expiresAt = DateTime.add(yield* DateTime.now, { hours: passwordLinkHours })
      yield* users.startReset(userId, token, expiresAt)
      yield* recordAudit(organizationId, "member.password_link_created", auditedMember(entry))
      return { entry, token, expiresAt }
    })
  )
})
