import { Effect, Option, type Redacted } from "effect"
import type { OrganizationId } from "../domain/Ids.ts"
import { NotAMember, type SessionAccess } from "../domain/access/SessionAccess.ts"
import type { SessionCaller } from "../domain/access/SessionCaller.ts"
import { Memberships } from "../ports/stores/Memberships.ts"
import { Organizations } from "../ports/stores/Organizations.ts"
import { SessionTokens } from "../ports/policies/SessionTokens.ts"
import { spanned } from "../telemetry/spanned.ts"

/** What a caller may do in the organization. The service role may act for each that there is. */
export const admit = Effect.fnUntraced(function* (caller: SessionCaller, organizationId: OrganizationId) {
  if (caller._tag === "Service") {
    const organization = yield* (yield* Organizations).find(organizationId)
    if (Option.isNone(organization)) return yield* new NotAMember()
    return { organizationId, caller, membership: null } satisfies SessionAccess
  }
  const member = yield* (yield* Memberships).find(organizationId, caller.userId)
  if (Option.isNone(member)) return yield* new NotAMember()
  return { organizationId, caller, membership: member.value.membership } satisfies SessionAccess
}, spanned("admit"))

/** Who the bearer of the token is, and what they may do in the organization (contract C36). */
export const authorize = Effect.fnUntraced(function* (token: Redacted.Redacted, organizationId: OrganizationId) {
  return yield* admit(yield* (yield* SessionTokens).verify(token), organizationId)
}, spanned("authorize"))
