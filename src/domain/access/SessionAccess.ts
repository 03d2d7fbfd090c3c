import { Option, Result, Schema } from "effect"
import { type Conversation, ConversationNotFound } from "../conversations/Conversation.ts"
import type { OrganizationId, UserId } from "../Ids.ts"
import type { Membership } from "./Organization.ts"
import type { SessionCaller } from "./SessionCaller.ts"

/** A caller for an organization, with their membership. The service role has none. */
export type SessionAccess = { readonly organizationId: OrganizationId } & (
  | { readonly caller: Extract<SessionCaller, { readonly _tag: "User" }>; readonly membership: Membership }
  | { readonly caller: Extract<SessionCaller, { readonly _tag: "Service" }>; readonly membership: null }
)

/** The user does not belong to the organization, or there is no such organization. */
export class NotAMember extends Schema.TaggedError<NotAMember>()("NotAMember", {}) {}

/** The conversation is none of those that the caller may see. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {}) {}

/** The actor name of the service role, in place of a user's id. */
export const serviceActor = "service_role"

/** The stored actor of a change. */
export const actorOf = ({ caller }: SessionAccess): string => (caller._tag === "Service" ? serviceActor : caller.userId)

/** The user whose conversations the caller sees beside unassigned ones. Null: the caller sees all (contract C13). */
export const visibleTo = ({ membership }: SessionAccess): UserId | null =>
  membership !== null && membership.role === "agent" && membership.conversationScope === "assigned"
    ? membership.userId
    : null

/** Whether the caller manages the organization: owners, admins and the service role do (contract C235). */
export const mayManage = ({ membership }: SessionAccess): boolean => membership === null || membership.role !== "agent"

/** Whether the caller reads and changes this conversation. */
export const maySee = (access: SessionAccess, { assigneeId }: Pick<Conversation, "assigneeId">): boolean => {
  const only = visibleTo(access)
  return only === null || assigneeId === null || assigneeId === only
}

/** The found part of a conversation, if the caller may see it. */
export const shownTo = <Found>(
  access: SessionAccess,
  found: Option.Option<Found>,
  conversationOf: (found: Found) => Conversation
): Result.Result<Found, ConversationNotFound | Forbidden> => {
  if (Option.isNone(found)) return Result.fail(new ConversationNotFound())
  return maySee(access, conversationOf(found.value)) ? Result.succeed(found.value) : Result.fail(new Forbidden())
}
