import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId, UserId } from "../../domain/Ids.ts"
import type { EmailAddress, Invitation, Permissions, Roster, RosterKey } from "../../domain/access/Member.ts"
import type { Membership, Organization, Role, User } from "../../domain/access/Organization.ts"
import type { Notification, ReadNotifications } from "../../domain/access/Notification.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

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
 * Who belongs to which organization. No call answers from a cache, so a removed member is refused from the next request
 * on, by every process (contract: Members).
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

/** Sends notifications to members (contract: Notification of an assignment). */
export class Notifier extends Context.Service<
  Notifier,
  {
    /**
     * Adds a notification, in the transaction of its cause if there is one. The newest `maxKeptNotifications` of a
     * member stay.
     */
    notify(notification: Notification): Effect.Effect<void>
  }
>()("effect-parley/ports/Notifier") {}

/** A page of a member's notifications, and how many of all are unread. */
export interface NotificationPage extends Page<Notification> {
  readonly unread: number
}

/** The notifications of members, for them to read (contract: Notifications of a member). */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** The newest first, of one instant the greater id: all, or the unread ones, which `total` counts then. */
    list(
      organizationId: OrganizationId,
      userId: UserId,
      onlyUnread: boolean,
      page: PageRequest
    ): Effect.Effect<NotificationPage>
    /**
     * Marks notifications of the member as read. One that was read before keeps its time, and an id that is none of the
     * member's marks nothing. Gives how many were marked, or none when the notification of `UpTo` is none of the member's.
     */
    markRead(
      organizationId: OrganizationId,
      userId: UserId,
      which: ReadNotifications,
      at: DateTime.Utc
    ): Effect.Effect<Option.Option<number>>
  }
>()("effect-parley/ports/Notifications") {}
