import { DateTime, Effect, Option, type Redacted } from "effect"
import { emailAddressOf } from "../../domain/access/Member.ts"
import { OrganizationSuspended } from "../../domain/access/AccessFailures.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { NotAMember, type SessionAccess, type SessionCaller } from "../../domain/access/SessionAccess.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { SessionTokens } from "../../ports/access/IdentityProvider.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { makeRareLog } from "../../telemetry/failureLog.ts"

type User = Extract<SessionCaller, { readonly _tag: "User" }>

const mayLogUnverified = makeRareLog()

/** Says why an invitation does not help: the most likely mistake in the configuration of an identity provider. */
const logUnverified = (organizationId: OrganizationId) =>
  mayLogUnverified(
    organizationId,
    Effect.logWarning(
      "an invited member was refused: the token does not say that the address is verified; see AUTH_EMAIL_VERIFICATION",
      { organizationId }
    )
  )

/** Finds the organization that the service role acts for: one that is neither being deleted nor suspended. */
const requireActive = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const found = yield* (yield* Organizations).findAny(organizationId)
  if (found === null || found.deletingAt !== null) return yield* new NotAMember()
  if (found.suspension !== null) return yield* new OrganizationSuspended({ organizationId })
})

/**
 * The member that an invitation for the caller's verified address makes of them (contract: Invitations and verified
 * addresses).
 */
const acceptInvitation = Effect.fnUntraced(function* (caller: User, organizationId: OrganizationId) {
  const memberships = yield* Memberships
  const email = Option.flatMap(Option.fromNullOr(caller.email), emailAddressOf)
  if (Option.isNone(email)) return Option.none()
  const invitation = yield* memberships.findInvitation(organizationId, email.value)
  if (caller.isEmailVerified !== true) {
    if (Option.isSome(invitation)) yield* logUnverified(organizationId)
    return Option.none()
  }
  if (Option.isSome(invitation)) {
    yield* requireActive(organizationId)
    yield* memberships.accept(organizationId, email.value, caller.userId, yield* DateTime.now)
  }
  // Without an invitation too: one of several requests at once may just have accepted it.
  return yield* memberships.find(organizationId, caller.userId)
})

/** Permissions of a caller in an organization that is not suspended. The service role may act for each. */
export const admit = Effect.fnUntraced(function* (caller: SessionCaller, organizationId: OrganizationId) {
  if (caller._tag === "Service") {
    yield* requireActive(organizationId)
    return { organizationId, caller, membership: null } satisfies SessionAccess
  }
  const present = yield* (yield* Memberships).find(organizationId, caller.userId)
  const member = Option.isSome(present) ? present : yield* acceptInvitation(caller, organizationId)
  if (Option.isNone(member)) return yield* new NotAMember()
  if (member.value.isSuspended) return yield* new OrganizationSuspended({ organizationId })
  return { organizationId, caller, membership: member.value.membership } satisfies SessionAccess
}, spanned("admit"))

/** Returns the caller that the token names, with their rights in the organization (contract: Order of checks). */
export const authorize = Effect.fnUntraced(function* (token: Redacted.Redacted, organizationId: OrganizationId) {
  return yield* admit(yield* (yield* SessionTokens).verify(token), organizationId)
}, spanned("authorize"))
