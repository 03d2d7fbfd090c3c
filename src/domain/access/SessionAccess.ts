import { Option, Result, Schema } from "effect"
import { type OrganizationId, UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import { type Conversation, ConversationNotFound } from "../conversations/Conversation.ts"
import type { Membership } from "./Organization.ts"

/** A caller of the Session interface: a signed-in user, or a server with the service key. */
export const SessionCaller = Schema.TaggedUnion({
  User: {
    userId: UserId,
    email: Schema.NullOr(Schema.String),
    /**
     * Whether the identity provider vouches that the address is the user's (contract: Invitations and verified
     * addresses). Absent: it does not.
     */
    isEmailVerified: Schema.optionalKey(Schema.Boolean)
  },
  /** Belongs to no organization, and may act for each of them (contract: Session tokens). */
  Service: {}
})
export type SessionCaller = Named<typeof SessionCaller.Type>

/** The token was good until its time was over: the caller gets a new one by refreshing the session. */
export class SessionTokenExpired extends Schema.TaggedError<SessionTokenExpired>()("SessionTokenExpired", {}) {}

/** The token says nothing about who calls. The reason is for those who look for a mistake, not for the caller. */
export class SessionTokenInvalid extends Schema.TaggedError<SessionTokenInvalid>()("SessionTokenInvalid", {
  reason: Schema.Literals([
    "too long",
    "not a token",
    /** No key that is configured belongs to it. */
    "unknown key",
    /** The signature or algorithm does not match the key, the expiry is missing, or the token is not valid yet. */
    "not verified",
    "other issuer",
    "other audience",
    /** Neither a user nor the service role. */
    "no subject"
  ])
}) {}

/** The keys that verify tokens cannot be had now, so nothing is known of the token: it may be good. */
export class SessionKeysUnavailable extends Schema.TaggedError<SessionKeysUnavailable>()("SessionKeysUnavailable", {
  /** Why, for operators. */
  detail: Schema.String,
  retryAfterSeconds: Schema.Int
}) {}

/** A caller that is a user, not the service role. */
export interface UserCaller extends Extract<SessionCaller, { readonly _tag: "User" }> {}

/** A caller for an organization, with their membership. The service role has none. */
export type SessionAccess = { readonly organizationId: OrganizationId } & (
  | { readonly caller: Extract<SessionCaller, { readonly _tag: "User" }>; readonly membership: Membership }
  | { readonly caller: Extract<SessionCaller, { readonly _tag: "Service" }>; readonly membership: null }
)

/** The access of a backend, which may see and change everything of its organization. */
export const backendAccess = (organizationId: OrganizationId): SessionAccess => ({
  organizationId,
  caller: { _tag: "Service" },
  membership: null
})

/** The user does not belong to the organization, or there is no such organization. */
export class NotAMember extends Schema.TaggedError<NotAMember>()("NotAMember", {}) {}

/** The conversation is none of those that the caller may see. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {}) {}

/** The actor name of the service role, in place of a user's id. */
export const serviceActor = "service_role"

/** The actor name of changes that the service makes at a time, such as an automatic close. */
export const automaticActor = "automatic"

/** The stored actor of a change. */
export const actorOf = ({ caller }: SessionAccess): string => (caller._tag === "Service" ? serviceActor : caller.userId)

/**
 * The user whose conversations the caller sees beside unassigned ones. Null: the caller sees all (contract: Access to
 * conversations).
 */
export const visibleTo = ({ membership }: SessionAccess): UserId | null =>
  membership !== null && membership.role === "agent" && membership.conversationScope === "assigned"
    ? membership.userId
    : null

/** Whether a member with the membership reads and changes this conversation. */
export const maySeeAs = (
  { conversationScope, role, userId }: Membership,
  { assigneeId }: Pick<Conversation, "assigneeId">
): boolean => role !== "agent" || conversationScope !== "assigned" || assigneeId === null || assigneeId === userId

/**
 * Whether the caller manages the organization: owners, admins and the service role do (contract: Roles of the console's
 * endpoints).
 */
export const mayManage = ({ membership }: SessionAccess): boolean => membership === null || membership.role !== "agent"

/** Whether the caller reads and changes this conversation. */
export const maySee = ({ membership }: SessionAccess, conversation: Pick<Conversation, "assigneeId">): boolean =>
  membership === null || maySeeAs(membership, conversation)

/** The found part of a conversation, if the caller may see it. */
export const shownTo = <Found>(
  access: SessionAccess,
  found: Option.Option<Found>,
  conversationOf: (found: Found) => Conversation
): Result.Result<Found, ConversationNotFound | Forbidden> => {
  if (Option.isNone(found)) return Result.fail(new ConversationNotFound())
  return maySee(access, conversationOf(found.value)) ? Result.succeed(found.value) : Result.fail(new Forbidden())
}
