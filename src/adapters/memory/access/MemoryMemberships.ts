import { type DateTime, Effect, HashMap, Layer, Option, Order, Struct } from "effect"
import {
  type EmailAddress,
  type Invitation,
  type Permissions,
  type Roster,
  RosterEntry,
  type RosterKey
} from "../../../domain/access/Member.ts"
import type { Membership, User } from "../../../domain/access/Organization.ts"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import {
  type FoundMember,
  type Member,
  Memberships,
  type OrganizationOfUser,
  maxOrganizationsOfUser
} from "../../../ports/access/Memberships.ts"
import { type State, type Step, type StoredMembership, impossible } from "../State.ts"
import { World } from "../World.ts"

/** The membership with the user's name and address, which only the user record has. */
const asMember = ({ users }: State, membership: StoredMembership): Option.Option<Member> =>
  Option.map(
    Option.fromUndefinedOr(users.find(({ id }) => id === membership.userId)),
    ({ email, id, name }): Member => ({ user: { id, name, email }, membership: Struct.omit(membership, ["work"]) })
  )

const asFound =
  (isSuspended: boolean) =>
  (member: Member): FoundMember => ({ ...member, isSuspended })

const isOf =
  (organizationId: OrganizationId, userId: UserId) =>
  (stored: Membership): boolean =>
    stored.organizationId === organizationId && stored.userId === userId

const isInvited =
  (organizationId: OrganizationId, email: EmailAddress) =>
  (stored: Invitation): boolean =>
    stored.organizationId === organizationId && stored.email === email

const byAddress = Order.combine(
  Order.mapInput(Order.String, ({ user }: Member) => user.email.toLowerCase()),
  Order.mapInput(Order.String, ({ user }: Member) => user.id)
)

const list = (state: State, organizationId: OrganizationId): Roster => [
  ...state.memberships
    .filter((stored) => stored.organizationId === organizationId)
    .flatMap((membership) => Option.toArray(asMember(state, membership)))
    .toSorted(byAddress)
    .map((member) => RosterEntry.cases.Joined.make(member)),
  ...state.invitations
    .filter((stored) => stored.organizationId === organizationId)
    .toSorted(Order.mapInput(Order.String, ({ email }: Invitation) => email))
    .map((invitation) => RosterEntry.cases.Invited.make({ invitation }))
]

const byName = Order.combine(
  Order.mapInput(Order.String, ({ name }: OrganizationOfUser) => name),
  Order.mapInput(Order.String, ({ id }: OrganizationOfUser) => id)
)

const ofUser = (
  { invitations, memberships, organizations }: State,
  userId: UserId,
  email: EmailAddress | null
): ReadonlyArray<OrganizationOfUser> =>
  organizations
    .flatMap(({ id, name }) => {
      const found =
        memberships.find(isOf(id, userId)) ?? (email === null ? undefined : invitations.find(isInvited(id, email)))
      return found === undefined ? [] : [{ id, name, role: found.role }]
    })
    .toSorted(byName)
    .slice(0, maxOrganizationsOfUser)

const isThere = ({ organizations }: State, organizationId: OrganizationId): boolean =>
  organizations.some(({ id }) => id === organizationId)

const withUser = (state: State, user: User): State =>
  state.users.some(({ id }) => id === user.id)
    ? state
    : { ...state, users: [...state.users, { ...user, passwordHash: null }] }

const add =
  (organizationId: OrganizationId, user: User, permissions: Permissions): Step<void> =>
  (state) => {
    if (!isThere(state, organizationId)) return impossible(state, "the organization does not exist")
    if (state.memberships.some(isOf(organizationId, user.id))) return impossible(state, "the member exists")
    const { conversationScope, role } = permissions
    const membership = { organizationId, userId: user.id, role, conversationScope }
    return [Effect.void, { ...withUser(state, user), memberships: [...state.memberships, membership] }]
  }

const invite =
  (organizationId: OrganizationId, invitation: Invitation): Step<void> =>
  (state) => {
    if (!isThere(state, organizationId)) return impossible(state, "the organization does not exist")
    if (state.invitations.some(isInvited(organizationId, invitation.email))) {
      return impossible(state, "the invitation exists")
    }
    return [Effect.void, { ...state, invitations: [...state.invitations, { ...invitation, organizationId }] }]
  }

const accept =
  (organizationId: OrganizationId, email: EmailAddress, userId: UserId, at: DateTime.Utc): Step<void> =>
  (state) => {
    const accepted = state.invitations.find(isInvited(organizationId, email))
    if (accepted === undefined) return [Effect.void, state]
    const { conversationScope, name, role } = accepted
    const known = withUser(state, { id: userId, email, name, createdAt: at })
    const memberships = known.memberships.some(isOf(organizationId, userId))
      ? known.memberships
      : [...known.memberships, { organizationId, userId, role, conversationScope }]
    return [
      Effect.void,
      {
        ...known,
        users: known.users.map((user) =>
          user.id === userId && user.passwordHash === null ? { ...user, email } : user
        ),
        memberships,
        invitations: known.invitations.filter((stored) => stored !== accepted)
      }
    ]
  }

/** Removes the user from teams, and their saved replies. */
const withoutMember = (state: State, organizationId: OrganizationId, userId: UserId): State => ({
  ...state,
  teams: state.teams.map((team) =>
    team.organizationId === organizationId
      ? { ...team, memberIds: team.memberIds.filter((memberId) => memberId !== userId) }
      : team
  ),
  savedReplies: state.savedReplies.filter(
    (reply) => reply.organizationId !== organizationId || reply.ownerId !== userId
  )
})

/** Applies `next` to the membership or invitation of the key; null removes it. */
const replace =
  (
    organizationId: OrganizationId,
    key: RosterKey,
    next: <Row extends Permissions>(stored: Row) => Row | null
  ): Step<boolean> =>
  (state) => {
    const replaceIn = <Row extends Permissions>(all: ReadonlyArray<Row>, isIt: (stored: Row) => boolean) =>
      all.flatMap((stored) => {
        const replaced = isIt(stored) ? next(stored) : stored
        return replaced === null ? [] : [replaced]
      })
    if (key._tag === "Joined") {
      const isIt = isOf(organizationId, key.userId)
      const memberships = replaceIn(state.memberships, isIt)
      const isGone = !memberships.some(isIt)
      const after = isGone ? withoutMember(state, organizationId, key.userId) : state
      return [Effect.succeed(state.memberships.some(isIt)), { ...after, memberships }]
    }
    const isIt = isInvited(organizationId, key.email)
    const invitations = replaceIn(state.invitations, isIt)
    return [Effect.succeed(state.invitations.some(isIt)), { ...state, invitations }]
  }

export const layer = Layer.effect(
  Memberships,
  Effect.map(World, ({ read, step }) =>
    Memberships.of({
      find: (organizationId, userId) =>
        read("Memberships.find", (state) =>
          Option.flatMap(Option.fromUndefinedOr(state.memberships.find(isOf(organizationId, userId))), (membership) =>
            Option.map(asMember(state, membership), asFound(HashMap.has(state.suspensions, organizationId)))
          )
        ),
      ofUser: (userId, email) => read("Memberships.ofUser", (state) => ofUser(state, userId, email)),
      list: (organizationId) => read("Memberships.list", (state) => list(state, organizationId)),
      // Transactions are serialized here, so a read needs no lock.
      lock: (organizationId) => read("Memberships.lock", (state) => list(state, organizationId)),
      add: (organizationId, user, permissions) => step("Memberships.add", add(organizationId, user, permissions)),
      invite: (organizationId, invitation) => step("Memberships.invite", invite(organizationId, invitation)),
      findInvitation: (organizationId, email) =>
        read("Memberships.findInvitation", ({ invitations }) =>
          Option.fromUndefinedOr(invitations.find(isInvited(organizationId, email)))
        ),
      accept: (organizationId, email, userId, at) =>
        step("Memberships.accept", accept(organizationId, email, userId, at)),
      change: (organizationId, key, { conversationScope, role }) =>
        step(
          "Memberships.change",
          replace(organizationId, key, (stored) => ({ ...stored, role, conversationScope }))
        ),
      remove: (organizationId, key) =>
        step(
          "Memberships.remove",
          replace(organizationId, key, () => null)
        )
    })
  )
)
