import { DateTime, Effect, Option, Redacted } from "effect"
import { AuditActor } from "../../domain/access/AuditEntry.ts"
import {
  InvitationTeamUnknown,
  LinkUnknown,
  MemberUnknown,
  PasswordElsewhere,
  PasswordLength
} from "../../domain/access/AccessFailures.ts"
import {
  type EmailAddress,
  type Invitation,
  type RosterEntry,
  emailAddressOf,
  invitationDays,
  isLinkValid,
  maxPasswordLength,
  minPasswordLength,
  withEmail
} from "../../domain/access/Member.ts"
import type { Role, User } from "../../domain/access/Organization.ts"
import { maxTeamMembers } from "../../domain/conversations/Team.ts"
import { WrongCredentials } from "../../domain/access/SignIn.ts"
import { type OrganizationId, type TeamId, UserId } from "../../domain/Ids.ts"
import { CurrentAuthor } from "../../ports/access/AuditLog.ts"
import { IdentityProvider } from "../../ports/access/IdentityProvider.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { Passwords, SignInGuard, Users } from "../../ports/access/SignIns.ts"
import { TeamStore } from "../../ports/conversations/TeamStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { limitedLookUp, linkToken } from "./accountLinks.ts"
import { recordAudit } from "./auditLog.ts"
import { type NewMember, auditedMember, mayAdd, permissionFields, withRoster } from "./members.ts"
import { type SignInClient, authenticate, startSession } from "./signIn.ts"

/** A new or renewed invitation. Only this result has the token of its link; null for an invitation by address. */
export interface IssuedInvitation {
  readonly invitation: Invitation
  readonly token: Redacted.Redacted | null
}

const invitedEntry = (invitation: Invitation): RosterEntry => ({ _tag: "Invited", invitation })

/**
 * Invites a person by a link, which whoever invites them passes on. Users of an external provider are invited by their
 * verified address instead (contract: Invitations by link).
 */
export const inviteByLink = Effect.fn("inviteByLink")(function* <E = never>(
  organizationId: OrganizationId,
  member: NewMember & { readonly teamIds: ReadonlyArray<TeamId | null> },
  permit: (role: Role) => Effect.Effect<unknown, E> = () => Effect.void
) {
  const memberships = yield* Memberships
  const teams = yield* TeamStore
  const { isOwn } = yield* IdentityProvider
  const token = isOwn ? yield* linkToken : null
  return yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      yield* permit(member.role)
      yield* mayAdd(roster, member)
      const known = new Set<TeamId | null>((yield* teams.list(organizationId)).map(({ id }) => id))
      const index = member.teamIds.findIndex((id) => !known.has(id))
      if (index !== -1) return yield* new InvitationTeamUnknown({ index })
      const createdAt = yield* DateTime.now
      const invitation: Invitation = {
        ...member,
        teamIds: member.teamIds.filter((id) => id !== null),
        organizationId,
        createdAt,
        expiresAt: token === null ? null : DateTime.add(createdAt, { days: invitationDays })
      }
      yield* token === null
        ? memberships.invite(organizationId, invitation)
        : memberships.invite(organizationId, invitation, token)
      const audited = auditedMember(invitedEntry(invitation))
      yield* recordAudit(organizationId, "member.invited", audited, { after: permissionFields(member) })
      return { invitation, token } satisfies IssuedInvitation
    })
  )
})

/** The pending invitations, by address. */
export const listInvitations = Effect.fn("listInvitations")(function* (organizationId: OrganizationId) {
  const roster = yield* (yield* Memberships).list(organizationId)
  return roster.flatMap((entry) => (entry._tag === "Invited" ? [entry.invitation] : []))
})

const invitationOf = Effect.fnUntraced(function* (organizationId: OrganizationId, reference: string) {
  const email = emailAddressOf(reference)
  const found = Option.isNone(email)
    ? Option.none()
    : yield* (yield* Memberships).findInvitation(organizationId, email.value)
  return Option.isSome(found) ? found.value : yield* new MemberUnknown({ organizationId, reference })
})

/** Gives an invitation a new link for the whole time. The previous one ends. */
export const renewInvitation = Effect.fn("renewInvitation")(function* <E = never>(
  organizationId: OrganizationId,
  reference: string,
  permit: (role: Role) => Effect.Effect<unknown, E> = () => Effect.void
) {
  const memberships = yield* Memberships
  const { isOwn } = yield* IdentityProvider
  const { atomically } = yield* Transaction
  const token = yield* linkToken
  return yield* atomically(
    Effect.gen(function* () {
      const found = yield* invitationOf(organizationId, reference)
      yield* permit(found.role)
      if (!isOwn) return yield* new PasswordElsewhere({ email: found.email })
      const expiresAt = DateTime.add(yield* DateTime.now, { days: invitationDays })
      if (!(yield* memberships.renew(organizationId, found.email, token, expiresAt))) {
        return yield* new MemberUnknown({ organizationId, reference })
      }
      const invitation: Invitation = { ...found, expiresAt }
      yield* recordAudit(organizationId, "member.invitation_renewed", auditedMember(invitedEntry(invitation)))
      return { invitation, token } satisfies IssuedInvitation
    })
  )
})

/** Ends an invitation and its link. */
export const revokeInvitation = Effect.fn("revokeInvitation")(function* <E = never>(
  organizationId: OrganizationId,
  reference: string,
  permit: (role: Role) => Effect.Effect<unknown, E> = () => Effect.void
) {
  const memberships = yield* Memberships
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const invitation = yield* invitationOf(organizationId, reference)
      const { email, role } = invitation
      yield* permit(role)
      if (!(yield* memberships.remove(organizationId, { _tag: "Invited", email }))) {
        return yield* new MemberUnknown({ organizationId, reference })
      }
      const before = permissionFields(invitation)
      yield* recordAudit(organizationId, "member.removed", auditedMember(invitedEntry(invitation)), { before })
      return { email }
    })
  )
})

/** The invitation of a link, if it is valid and its organization is active. */
const invitationOfLink = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const found = Option.filter(yield* (yield* Memberships).findByLink(token), (invitation) => invitation !== null)
  const at = yield* DateTime.now
  if (Option.isNone(found) || !isLinkValid(found.value, at)) return Option.none()
  const organization = yield* (yield* Organizations).findAny(found.value.organizationId)
  if (organization === null || organization.deletingAt !== null || organization.suspension !== null) {
    return Option.none()
  }
  return Option.some({ invitation: found.value, organization })
})

/** Shows the invitation of a link to its holder. Whether the address has an account stays unsaid. */
export const viewInvitation = Effect.fn("viewInvitation")(function* (token: Redacted.Redacted, origin: string) {
  return yield* limitedLookUp(origin, invitationOfLink(token))
})

/** The password, if its length is permitted. */
export const checkedPassword = (password: Redacted.Redacted) => {
  const { length } = Array.from(Redacted.value(password))
  return length >= minPasswordLength && length <= maxPasswordLength
    ? Effect.succeed(password)
    : Effect.fail(new PasswordLength())
}

/** Adds the member to the teams of the invitation that still exist and have room. */
const joinTeams = Effect.fnUntraced(function* ({ organizationId, teamIds }: Invitation, userId: UserId) {
  const teams = yield* TeamStore
  const joined = (yield* teams.list(organizationId)).filter(
    ({ id, memberIds }) => teamIds.includes(id) && !memberIds.includes(userId) && memberIds.length < maxTeamMembers
  )
  yield* Effect.forEach(joined, (team) => teams.save({ ...team, memberIds: [...team.memberIds, userId] }), {
    discard: true
  })
})

/** The user of the address whose password this is, if there is one; fails for a wrong password. */
const knownUser = Effect.fnUntraced(function* (email: EmailAddress, password: Redacted.Redacted, origin: string) {
  if (Option.isNone(yield* (yield* Users).findByEmail(email))) return null
  const { attempt } = yield* SignInGuard
  const found = yield* attempt({ email, origin }, authenticate({ email, password }))
  return Option.isSome(found) ? found.value.user : yield* new WrongCredentials()
})

/**
 * Makes the holder of a link a member, and signs them in. A person with an account gives its password; anyone else becomes
 * a new user with this name and password.
 */
export const acceptInvitation = Effect.fn("acceptInvitation")(function* (
  {
    name,
    password,
    token
  }: {
    readonly token: Redacted.Redacted
    readonly name: string
    readonly password: Redacted.Redacted
  },
  client: SignInClient
) {
  const memberships = yield* Memberships
  const organizations = yield* Organizations
  const { address } = yield* CurrentAuthor
  const { invitation } = yield* viewInvitation(token, client.origin)
  yield* checkedPassword(password)
  const { conversationScope, email, organizationId, role } = invitation
  const known = yield* knownUser(email, password, client.origin)
  // Slow on purpose, so it is done before the transaction begins.
  const passwordHash = known === null ? yield* (yield* Passwords).hash(password) : null
  const newId: UserId = UserId.make(yield* (yield* IdSource).uuid)
  const user = yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      const at = yield* DateTime.now
      // Of calls at once, one uses the link up.
      const present = yield* memberships.findByLink(token)
      if (Option.isNone(present)) return yield* new LinkUnknown()
      const joining: User = known ?? { id: newId, email, name, createdAt: at }
      if (passwordHash === null) {
        yield* memberships.accept(organizationId, email, joining.id, at)
      } else {
        if (Option.isSome(yield* (yield* Users).findByEmail(email))) return yield* new WrongCredentials()
        yield* memberships.remove(organizationId, { _tag: "Invited", email })
        const membership = { organizationId, userId: joining.id, role, conversationScope }
        yield* organizations.addMember(organizationId, { user: joining, passwordHash, membership })
      }
      const isMember = withEmail(roster, email).some(({ _tag }) => _tag === "Joined")
      if (!isMember) yield* joinTeams(invitation, joining.id)
      const author = { actor: AuditActor.cases.Member.make({ userId: joining.id }), address }
      const subject = { id: joining.id, name: email }
      yield* recordAudit(organizationId, "member.added", subject, { after: permissionFields(invitation) }).pipe(
        Effect.provideService(CurrentAuthor, author)
      )
      return joining
    })
  )
  return yield* startSession(user, client)
})
