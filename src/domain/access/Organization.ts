import { ReadReceipts } from "../messages/senderAction.ts"
import { Schema } from "effect"
import { ChannelAccountId, OrganizationId, UserId } from "../Ids.ts"
import { Plan } from "../limits/MonthlyLimit.ts"
import type { Named } from "../Named.ts"
import { CountryCode } from "../contacts/PhoneNumber.ts"
import { StopWords } from "../contacts/StopWords.ts"
import { Assignment } from "../conversations/assignment.ts"
import { AutoClose, ReopenDays } from "../conversations/automaticClosing.ts"
import { WorkingHours } from "../conversations/workingHours.ts"

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

/**
 * Owners and admins manage the organization; an agent has the conversations of their scope (contract: Access to
 * conversations).
 */
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

/** Settings that members who manage the organization change. */
export class OrganizationSettings extends Schema.Opaque<OrganizationSettings>()(
  Schema.Struct({
    /** Country whose national phone numbers are read without a calling code; null for none. */
    defaultCountry: Schema.NullOr(CountryCode),
    /** WhatsApp number that sends where neither the caller nor a conversation chooses one; null for none. */
    defaultNumberId: Schema.NullOr(ChannelAccountId),
    /** When a person sees that a member has read their message. */
    readReceipts: ReadReceipts,
    /** Words that opt contacts out and in; null if messages change no consent. */
    stopWords: Schema.NullOr(StopWords),
    /** Days within which a message of the contact reopens the closed conversation; null: it begins a new one. */
    reopenWithinDays: Schema.NullOr(ReopenDays),
    /** When conversations close automatically; null if never. */
    autoClose: Schema.NullOr(AutoClose),
    /** How conversations are assigned automatically; null if never, also not in teams. */
    assignment: Schema.NullOr(Assignment),
    /** Whether the first member who answers in a conversation without an assignee becomes its assignee. */
    assignOnReply: Schema.Boolean,
    /** When the organization works; null for always. */
    workingHours: Schema.NullOr(WorkingHours),
    /** The answer to contacts who write outside of the working hours; null for none. */
    awayMessage: Schema.NullOr(Schema.NonEmptyString),
    /** The answer to contacts who begin a conversation within the working hours; null for none. */
    greeting: Schema.NullOr(Schema.NonEmptyString)
  })
) {}

/** Settings of an organization that changed none. */
export const initialSettings: OrganizationSettings = {
  defaultCountry: null,
  defaultNumberId: null,
  readReceipts: "off",
  stopWords: null,
  reopenWithinDays: null,
  autoClose: null,
  assignment: null,
  assignOnReply: false,
  workingHours: null,
  awayMessage: null,
  greeting: null
}

/** Change of settings. Absent fields stay as they are. */
export type SettingsChange = {
  readonly [Field in keyof OrganizationSettings]?: OrganizationSettings[Field] | undefined
}

/** Settings after the change. */
export const changedSettings = (
  settings: OrganizationSettings,
  {
    defaultCountry = settings.defaultCountry,
    defaultNumberId = settings.defaultNumberId,
    readReceipts = settings.readReceipts,
    stopWords = settings.stopWords,
    reopenWithinDays = settings.reopenWithinDays,
    autoClose = settings.autoClose,
    assignment = settings.assignment,
    assignOnReply = settings.assignOnReply,
    workingHours = settings.workingHours,
    awayMessage = settings.awayMessage,
    greeting = settings.greeting
  }: SettingsChange
): OrganizationSettings => ({
  defaultCountry,
  defaultNumberId,
  readReceipts,
  stopWords,
  reopenWithinDays,
  autoClose,
  assignment,
  assignOnReply,
  workingHours,
  awayMessage,
  greeting
})

/** The organization has connected no WhatsApp number with this id. */
export class DefaultNumberUnknown extends Schema.TaggedError<DefaultNumberUnknown>()("DefaultNumberUnknown", {
  channelAccountId: ChannelAccountId
}) {}
