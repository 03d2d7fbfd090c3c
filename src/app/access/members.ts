import { DateTime, Effect, Option, type Redacted } from "effect"
import {
  type EmailAddress,
  type Permissions,
  type Roster,
  type RosterEntry,
  type Subject,
  changedPermissions,
  emailOf,
  checkedPermissions,
  entryOf,
  isLastOwner,
  keyOf,
  maxMembers,
  permissionsOf,
  withEmail
} from "../../domain/access/Member.ts"
import { type AuditFields, type AuditSubject } from "../../domain/access/AuditEntry.ts"
import {
  AlreadyMember,
  EmailTaken,
  LastOwner,
  MemberUnknown,
  PasswordElsewhere,
  PasswordMissing,
  TooManyMembers
} from "../../domain/access/AccessFailures.ts"
import type { ConversationScope, Role, User } from "../../domain/access/Organization.ts"
import { type SessionAccess, mayManage } from "../../domain/access/SessionAccess.ts"
import { type OrganizationId, UserId } from "../../domain/Ids.ts"
import { IdentityProvider } from "../../ports/access/IdentityProvider.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Passwords, Users } from "../../ports/access/SignIns.ts"
import { ConversationStore, everyConversation } from "../../ports/conversations/ConversationStore.ts"
import { Memberships, Notifications } from "../../ports/access/Memberships.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit, recordChange } from "./auditLog.ts"
import { requireOrganization } from "./organizations.ts"
import { NoMember, NotificationNotFound, type ReadNotifications } from "../../domain/access/Notification.ts"
import type { PageRequest } from "../../domain/text/Page.ts"

/** A member to add: their address, the name that others see, and their permissions. */
export interface NewMember extends Permissions {
  readonly email: EmailAddress
  readonly name: string
}

/** Runs a change of the members of an organization. Changes of one organization take turns. */
const withRoster = Effect.fnUntraced(function* <A, E, R>(
  organizationId: OrganizationId,
  change: (roster: Roster) => Effect.Effect<A, E, R>
) {
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* requireOrganization(organizationId)
      return yield* change(yield* (yield* Memberships).lock(organizationId))
    })
  )
})

/** Whether the organization has room for a member with this address. */
const mayAdd = Effect.fnUntraced(function* (roster: Roster, { email, ...permissions }: NewMember) {
  yield* Effect.fromResult(checkedPermissions(permissions))
  const [present] = withEmail(roster, email)
  if (present !== undefined) {
    return yield* new AlreadyMember({ email, state: present._tag === "Joined" ? "joined" : "invited" })
  }
  if (roster.length >= maxMembers) return yield* new TooManyMembers({ limit: maxMembers })
})

/** Invites a user of an external provider: their first request with the verified address makes them a member. */
export const inviteMember = Effect.fn("inviteMember")(function* (organizationId: OrganizationId, member: NewMember) {
  const memberships = yield* Memberships
  return yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      yield* mayAdd(roster, member)
      const invitation = { ...member, organizationId, createdAt: yield* DateTime.now }
      yield* memberships.invite(organizationId, invitation)
      const entry: RosterEntry = { _tag: "Invited", invitation }
      yield* recordAudit(organizationId, "member.invited", auditedMember(entry), { after: permissionFields(member) })
      return entry
    })
  )
})

/** Makes the user a member. */
const join = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  roster: Roster,
  user: User,
  member: NewMember
) {
  yield* mayAdd(roster, member)
  if (roster.some((entry) => entry._tag === "Joined" && entry.user.id === user.id)) {
    return yield* new AlreadyMember({ email: member.email, state: "joined" })
  }
  yield* (yield* Memberships).add(organizationId, user, member)
})

const joined = (organizationId: OrganizationId, user: User, { conversationScope, role }: NewMember): RosterEntry => ({
  _tag: "Joined",
  user: { id: user.id, name: user.name, email: user.email },
  membership: { organizationId, userId: user.id, role, conversationScope }
})

const permissionFields = ({ conversationScope, role }: Permissions): AuditFields => ({ conversationScope, role })

/** The member as the subject of an audit entry: by the user id, or by the address while invited. */
const auditedMember = (entry: RosterEntry): AuditSubject => ({
  id: entry._tag === "Joined" ? entry.user.id : entry.invitation.email,
  name: emailOf(entry)
})

const added = Effect.fnUntraced(function* (organizationId: OrganizationId, user: User, member: NewMember) {
  const entry = joined(organizationId, user, member)
  yield* recordAudit(organizationId, "member.added", auditedMember(entry), { after: permissionFields(member) })
  return entry
})

/** Adds the user with this subject at the external identity provider. */
export const addMemberBySubject = Effect.fn("addMemberBySubject")(function* (
  organizationId: OrganizationId,
  member: NewMember,
  subject: Subject
) {
  const { userIdOf } = yield* IdentityProvider
  return yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      const { email, name } = member
      const user: User = { id: userIdOf(subject), email, name, createdAt: yield* DateTime.now }
      yield* join(organizationId, roster, user, member)
      return yield* added(organizationId, user, member)
    })
  )
})

/** Adds a user of the identity provider of the service: the one with this address, or a new one with this password. */
export const addMemberWithPassword = Effect.fn("addMemberWithPassword")(function* (
  organizationId: OrganizationId,
  member: NewMember,
  password: Option.Option<Redacted.Redacted>
) {
  const users = yield* Users
  const organizations = yield* Organizations
  const ids = yield* IdSource
  const passwords = yield* Passwords
  // Slow on purpose, so it is done before the transaction begins.
  const hash = yield* Effect.transposeOption(Option.map(password, passwords.hash))
  return yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      const known = yield* users.findByEmail(member.email)
      if (Option.isSome(known)) {
        // A password would be ignored, and the caller believe it counts.
        if (Option.isSome(hash)) return yield* new EmailTaken({ email: member.email })
        yield* join(organizationId, roster, known.value.user, member)
        return yield* added(organizationId, known.value.user, member)
      }
      if (Option.isNone(hash)) return yield* new PasswordMissing({ email: member.email })
      yield* mayAdd(roster, member)
      const { conversationScope, email, name, role } = member
      const user: User = { id: UserId.make(yield* ids.uuid), email, name, createdAt: yield* DateTime.now }
      const membership = { organizationId, userId: user.id, role, conversationScope }
      yield* organizations.addMember(organizationId, { user, passwordHash: hash.value, membership })
      return yield* added(organizationId, user, member)
    })
  )
})

/** Sign-in of the user of a new member. */
export interface NewSignIn {
  /** The user at the external identity provider; null to find or invite them by address. */
  readonly subject: Subject | null
  /** The password of a new user of the identity provider of the service; null for a known user. */
  readonly password: Redacted.Redacted | null
}

/**
 * Adds a member as the identity provider requires: by subject, else by password at the identity provider of the service,
 * else by an invitation.
 */
export const addMember = Effect.fn("addMember")(function* (
  organizationId: OrganizationId,
  member: NewMember,
  { password, subject }: NewSignIn
) {
  const { isOwn } = yield* IdentityProvider
  if (password !== null && (subject !== null || !isOwn)) return yield* new PasswordElsewhere({ email: member.email })
  if (subject !== null) return yield* addMemberBySubject(organizationId, member, subject)
  return isOwn
    ? yield* addMemberWithPassword(organizationId, member, Option.fromNullOr(password))
    : yield* inviteMember(organizationId, member)
})

/** Whether a user of the identity provider of the service has this address. */
export const hasPassword = Effect.fn("hasPassword")(function* (email: EmailAddress) {
  return Option.isSome(yield* (yield* Users).findByEmail(email))
})

/** The members of an organization, invited ones included. */
export const listMembers = Effect.fn("listMembers")(function* (organizationId: OrganizationId) {
  yield* requireOrganization(organizationId)
  return yield* (yield* Memberships).list(organizationId)
})

/**
 * The members of the caller's organization. Invitations are shown to those who manage it (contract: Members of the
 * console).
 */
export const listMembersFor = Effect.fnUntraced(function* (access: SessionAccess) {
  const roster = yield* (yield* Memberships).list(access.organizationId)
  return mayManage(access) ? roster : roster.filter(({ _tag }) => _tag === "Joined")
}, spanned("listMembersFor"))

/** Changes role or scope of the member with this id or address. */
export const changeMember = Effect.fn("changeMember")(function* (
  organizationId: OrganizationId,
  reference: string,
  change: { readonly role?: Role; readonly conversationScope?: ConversationScope }
) {
  const memberships = yield* Memberships
  return yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      const entry = yield* Effect.fromResult(entryOf(organizationId, roster, reference))
      const permissions = yield* Effect.fromResult(changedPermissions(permissionsOf(entry), change))
      if (permissions.role !== "owner" && isLastOwner(roster, entry)) return yield* new LastOwner({ reference })
      // An invitation may have been accepted since the roster was read.
      if (!(yield* memberships.change(organizationId, keyOf(entry), permissions))) {
        return yield* new MemberUnknown({ organizationId, reference })
      }
      const states = { before: permissionFields(permissionsOf(entry)), after: permissionFields(permissions) }
      yield* recordChange(organizationId, "member.changed", auditedMember(entry), states)
      return { entry, permissions }
    })
  )
})

/** The users of a roster. Invited members have no id yet. */
export const memberIdsOf = (roster: Roster): ReadonlySet<UserId> =>
  new Set(roster.flatMap((entry) => (entry._tag === "Joined" ? [entry.user.id] : [])))

/** The states of conversations that are not closed. */
const unfinished = ["open", "ai_handling", "escalated"] as const

/** Ends the membership or invitation with this id or address. Conversations stay assigned; gives how many are not closed. */
export const removeMember = Effect.fn("removeMember")(function* (organizationId: OrganizationId, reference: string) {
  const memberships = yield* Memberships
  const conversations = yield* ConversationStore
  const entry = yield* withRoster(
    organizationId,
    Effect.fnUntraced(function* (roster) {
      const found = yield* Effect.fromResult(entryOf(organizationId, roster, reference))
      if (isLastOwner(roster, found)) return yield* new LastOwner({ reference })
      if (!(yield* memberships.remove(organizationId, keyOf(found)))) {
        return yield* new MemberUnknown({ organizationId, reference })
      }
      const before = permissionFields(permissionsOf(found))
      yield* recordAudit(organizationId, "member.removed", auditedMember(found), { before })
      return found
    })
  )
  if (entry._tag === "Invited") return { entry, assigned: 0 }
  const filter = { ...everyConversation, assigneeId: entry.user.id }
  const totals = yield* Effect.forEach(unfinished, (status) =>
    Effect.map(conversations.list(organizationId, { ...filter, status }, { page: 1, limit: 1 }), ({ total }) => total)
  )
  return { entry, assigned: totals.reduce((sum, total) => sum + total, 0) }
})

/** The member who calls: whose notifications these are. */
const memberOf = ({ membership }: SessionAccess): Effect.Effect<UserId, NoMember> =>
  membership === null ? Effect.fail(new NoMember()) : Effect.succeed(membership.userId)

/** A page of the notifications of the caller in the organization, the newest first. */
export const listNotifications = Effect.fnUntraced(function* (
  access: SessionAccess,
  onlyUnread: boolean,
  page: PageRequest
) {
  const userId = yield* memberOf(access)
  return yield* (yield* Notifications).list(access.organizationId, userId, onlyUnread, page)
}, spanned("listNotifications"))

/** Marks notifications of the caller as read. Returns how many were unread. */
export const readNotifications = Effect.fnUntraced(function* (access: SessionAccess, which: ReadNotifications) {
  const userId = yield* memberOf(access)
  const marked = yield* (yield* Notifications).markRead(access.organizationId, userId, which, yield* DateTime.now)
  return yield* Option.isSome(marked) ? Effect.succeed(marked.value) : new NotificationNotFound()
}, spanned("readNotifications"))
