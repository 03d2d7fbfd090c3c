import { Schema } from "effect"
import { OrganizationId, UserId } from "../Ids.ts"
import { Plan } from "../limits/MonthlyLimit.ts"
import type { Named } from "../Named.ts"

/** A tenant with its plan, which decides the units of a month. */
export class Organization extends Schema.Opaque<Organization>()(
  Schema.Struct({
    id: OrganizationId,
    name: Schema.NonEmptyString,
    plan: Plan,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** Characters of the longest reason of a suspension. */
export const maxSuspensionReason = 500
/** The reason of a suspension, at most 500 characters. */
export const SuspensionReason = Schema.NonEmptyString.check(Schema.isMaxLength(maxSuspensionReason))

/** The suspension of an organization. `reason` is for operators; callers do not see it. */
export class Suspension extends Schema.Opaque<Suspension>()(
  Schema.Struct({
    since: Schema.DateTimeUtcFromString,
    reason: Schema.NullOr(SuspensionReason)
  })
) {}

/** An organization for operators. `deletingAt` is the time at which its deletion began, null without one. */
export class ListedOrganization extends Schema.Opaque<ListedOrganization>()(
  Schema.Struct({
    ...Organization.fields,
    deletingAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** Null if the organization is not suspended. */
    suspension: Schema.NullOr(Suspension)
  })
) {}

/** A user who signs in. The hash of the password is stored apart. */
export class User extends Schema.Opaque<User>()(
  Schema.Struct({
    id: UserId,
    email: Schema.NonEmptyString,
    name: Schema.String,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** Owners and admins manage the organization; an agent has the conversations of their scope (contract C13). */
export const Role = Schema.Literals(["owner", "admin", "agent"])
export type Role = Named<typeof Role.Type>

/** The conversations that an agent reads and changes: all, or those assigned to them and unassigned ones. */
export const ConversationScope = Schema.Literals(["all", "assigned"])
export type ConversationScope = Named<typeof ConversationScope.Type>

/** A user's role in one organization, and the conversations they may see. */
export class Membership extends Schema.Opaque<Membership>()(
  Schema.Struct({
    organizationId: OrganizationId,
    userId: UserId,
    role: Role,
    conversationScope: ConversationScope
  })
) {}
