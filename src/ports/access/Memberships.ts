import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId, UserId } from "../../domain/Ids.ts"
import type { EmailAddress } from "../../domain/access/EmailAddress.ts"
import type { Invitation, Permissions, Roster, RosterKey } from "../../domain/access/Member.ts"
import type { Membership, Organization, Role, User } from "../../domain/access/Organization.ts"

/** A user in an organization, and what they may do there. */
export interface Member {
  readonly user: Pick<User, "id" | "name" | "email">
  readonly membership: Membership
}

/** A member, and whether their organization is suspended. */
export interface FoundMember extends Member {
  readonly isSuspended: boolean
}

/** An organization, and the role that a user has there. */
export interface OrganizationOfUser extends Pick<Organization, "id" | "name"> {
  readonly role: Role
}

/** Most organizations in a list of one user. */
export const maxOrganizationsOfUser = 200

/**
 * Who belongs to which organization. No call answers from a cache, so a removed member is refused from the next
 * request on, by every process (contract C102).
 */
export class Memberships extends Context.Service<
  Memberships,
  {
    find(organizationId: OrganizationId, userId: UserId): Effect.Effect<Option.Option<FoundMember>>
    /**
     * The organizations that the user is a member of, and those with an invitation for the address, if there is one; by
     * name, at most `maxOrganizationsOfUser`. A membership counts before an invitation.
     */
    ofUser(userId: UserId, email: EmailAddress | null): Effect.Effect<ReadonlyArray<OrganizationOfUser>>
    /** Members by address, then invitations by address. */
    list(organizationId: OrganizationId): Effect.Effect<Roster>
    /**
     * Returns the roster. Other calls of `lock` for the organization wait until the end of the surrounding transaction.
     */
    lock(organizationId: OrganizationId): Effect.Effect<Roster>
    /** Makes a user a member, with the given name and address if the user is new here. The organization must exist. */
    add(organizationId: OrganizationId, user: User, permissions: Permissions): Effect.Effect<void>
    /** Adds an invitation. The organization must exist, without an invitation for the address. */
    invite(organizationId: OrganizationId, invitation: Invitation): Effect.Effect<void>
    findInvitation(organizationId: OrganizationId, email: EmailAddress): Effect.Effect<Option.Option<Invitation>>
    /**
     * Makes the user a member with the permissions of the invitation, which is used up. A user of an external provider
     * gets this address. Does nothing without an invitation: of calls at once, one accepts it.
     */
    accept(organizationId: OrganizationId, email: EmailAddress, userId: UserId, at: DateTime.Utc): Effect.Effect<void>
    /** Replaces the permissions. False: there is no such member or invitation (any more). */
    change(organizationId: OrganizationId, key: RosterKey, permissions: Permissions): Effect.Effect<boolean>
    /** Ends a membership or an invitation. The user stays, and so does what they did. False: there was none. */
    remove(organizationId: OrganizationId, key: RosterKey): Effect.Effect<boolean>
  }
>()("effect-parley/ports/Memberships") {}
