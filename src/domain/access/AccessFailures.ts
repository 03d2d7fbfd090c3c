import { Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import { ApiKeyId, OrganizationId, UserId } from "../Ids.ts"
import { Role } from "./Organization.ts"

/** The organization is suspended, and its callers are refused (contract: Suspension of an organization). */
export class OrganizationSuspended extends Schema.TaggedError<OrganizationSuspended>()("OrganizationSuspended", {
  organizationId: OrganizationId
}) {}

// Refusals of operators' changes to organizations, members and keys.

/** No organization has this id. */
export class OrganizationUnknown extends Schema.TaggedError<OrganizationUnknown>()("OrganizationUnknown", {
  organizationId: OrganizationId
}) {}

/** An organization has this reference already. */
export class ReferenceTaken extends Schema.TaggedError<ReferenceTaken>()("ReferenceTaken", {
  reference: Schema.String
}) {}

/** The organization has another name than the caller confirmed. */
export class OrganizationNameDiffers extends Schema.TaggedError<OrganizationNameDiffers>()("OrganizationNameDiffers", {
  organizationId: OrganizationId,
  name: Schema.String
}) {}

/** The organization has no API key with this id. */
export class ApiKeyUnknown extends Schema.TaggedError<ApiKeyUnknown>()("ApiKeyUnknown", {
  organizationId: OrganizationId,
  apiKeyId: ApiKeyId
}) {}

/** The organization has not connected this number, Page or account. */
export class AccountUnknown extends Schema.TaggedError<AccountUnknown>()("AccountUnknown", {
  organizationId: OrganizationId,
  channel: Channel,
  externalId: Schema.String
}) {}

/** Webhooks name the account by another id than the given one, so none would be routed. */
export class AccountIdWrong extends Schema.TaggedError<AccountIdWrong>()("AccountIdWrong", {
  channel: Channel,
  externalId: Schema.String,
  webhookIds: Schema.Array(Schema.String)
}) {}

/** The account was not connected: the platform refuses the token, or gives no answer. */
export class AccountRefused extends Schema.TaggedError<AccountRefused>()("AccountRefused", {
  channel: Channel,
  externalId: Schema.String,
  /** The platform's code and message, or why it gave no answer. */
  reason: Schema.String,
  isReached: Schema.Boolean
}) {}

/** A different user of the identity provider of the service signs in with this address. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", { email: Schema.String }) {}

/** No user signs in with this address yet, and a new one needs a password. */
export class PasswordMissing extends Schema.TaggedError<PasswordMissing>()("PasswordMissing", {
  email: Schema.String
}) {}

/** Users sign in at an external identity provider, which has their passwords. */
export class PasswordElsewhere extends Schema.TaggedError<PasswordElsewhere>()("PasswordElsewhere", {
  email: Schema.String
}) {}

/** The organization has no member with this id or address. */
export class MemberUnknown extends Schema.TaggedError<MemberUnknown>()("MemberUnknown", {
  organizationId: OrganizationId,
  reference: Schema.String
}) {}

/** Several members of the organization have this address. */
export class MemberAmbiguous extends Schema.TaggedError<MemberAmbiguous>()("MemberAmbiguous", {
  reference: Schema.String,
  userIds: Schema.Array(UserId)
}) {}

/** The organization has a member with this address or user, or an invitation for the address. */
export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", {
  email: Schema.String,
  state: Schema.Literals(["joined", "invited"])
}) {}

/** Without this member the organization would have no owner. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", { reference: Schema.String }) {}

/** Owners and admins see all conversations, so a scope cannot narrow that. */
export class ScopeOfAgentsOnly extends Schema.TaggedError<ScopeOfAgentsOnly>()("ScopeOfAgentsOnly", { role: Role }) {}

/** The organization has `maxMembers` members. */
export class TooManyMembers extends Schema.TaggedError<TooManyMembers>()("TooManyMembers", { limit: Schema.Int }) {}

/** The organization has `maxApiKeys` API keys that are neither revoked nor expired. */
export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", { limit: Schema.Int }) {}
