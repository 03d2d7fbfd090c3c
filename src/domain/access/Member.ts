import { type Brand, Option, Result, Schema } from "effect"
import { OrganizationId, UserId } from "../Ids.ts"
import { MemberAmbiguous, MemberUnknown, ScopeOfAgentsOnly } from "./AccessFailures.ts"
import { type ConversationScope, Membership, type Role, User } from "./Organization.ts"
import type { Named } from "../Named.ts"

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1), and some more. */
export const maxEmailAddressLength = 320

/** Accepts an `@` with text on both sides, without spaces or control characters. */
const shape = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u

/** An address in its canonical form: without surrounding spaces, ASCII letters in lower case. */
export const EmailAddress = Schema.String.check(
  Schema.isMaxLength(maxEmailAddressLength),
  Schema.isPattern(shape, { expected: "an e-mail address" }),
  Schema.makeFilter((text) => !/[A-Z]/.test(text) || "Expected no capital letters")
).pipe(Schema.brand("EmailAddress"))
export type EmailAddress = string & Brand.Brand<"EmailAddress">

const decode = Schema.decodeUnknownOption(EmailAddress)

/**
 * The canonical form of an address; none for text that is no address. Only ASCII letters change: Unicode maps letters
 * of other alphabets to ASCII ones, and two mailboxes would become one.
 */
export const emailAddressOf = (text: string): Option.Option<EmailAddress> =>
  decode(text.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()))

/** Most members of an organization, invited ones included. */
export const maxMembers = 1_000

/** Minimum length of a password: shorter ones are easily guessed (NIST SP 800-63B). */
export const minPasswordLength = 8

/** Maximum length of a password, in characters. */
export const maxPasswordLength = 1_024

/** The longest subject of a token (OpenID Connect Core, section 2). */
export const maxSubjectLength = 255

/** The user's id at the identity provider: the claim `sub` of their tokens. */
export const Subject = Schema.NonEmptyString.check(
  Schema.isMaxLength(maxSubjectLength),
  Schema.makeFilter((text) => text.isWellFormed() || "Expected well-formed Unicode")
).pipe(Schema.brand("Subject"))
export type Subject = string & Brand.Brand<"Subject">

/** The permissions of a member. */
export type Permissions = Pick<Membership, "role" | "conversationScope">

/**
 * A future member. The first token with this verified address makes its user the member (contract: Invitations and
 * verified addresses).
 */
export class Invitation extends Schema.Opaque<Invitation>()(
  Schema.Struct({
    organizationId: OrganizationId,
    email: EmailAddress,
    name: Schema.String,
    role: Membership.fields.role,
    conversationScope: Membership.fields.conversationScope,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** A member of an organization, or an invited one. */
export const RosterEntry = Schema.TaggedUnion({
  Joined: {
    user: Schema.Struct({ id: UserId, name: User.fields.name, email: User.fields.email }),
    membership: Membership
  },
  Invited: { invitation: Invitation }
})
export type RosterEntry = typeof RosterEntry.Type
/** At most one entry for each user or invited address. */
export type Roster = ReadonlyArray<RosterEntry>

/** Identifies an entry in the roster of its organization. */
export const RosterKey = Schema.TaggedUnion({ Joined: { userId: UserId }, Invited: { email: EmailAddress } })
export type RosterKey = Named<typeof RosterKey.Type>

/** Those of the membership, or those that the invitation will give. */
export const permissionsOf = (entry: RosterEntry): Permissions =>
  entry._tag === "Joined" ? entry.membership : entry.invitation

/** The user's address, or the one that was invited. */
export const emailOf = (entry: RosterEntry): string =>
  entry._tag === "Joined" ? entry.user.email : entry.invitation.email

/** By the user id after joining, by the address before. */
export const keyOf = (entry: RosterEntry): RosterKey =>
  entry._tag === "Joined"
    ? { _tag: "Joined", userId: entry.user.id }
    : { _tag: "Invited", email: entry.invitation.email }

const isOwner = (entry: RosterEntry): boolean => permissionsOf(entry).role === "owner"

/** The entries that have this address. */
export const withEmail = (roster: Roster, email: EmailAddress): Roster =>
  roster.filter((entry) => Option.contains(emailAddressOf(emailOf(entry)), email))

/** The entry with this user id or address. */
export const entryOf = (
  organizationId: OrganizationId,
  roster: Roster,
  reference: string
): Result.Result<RosterEntry, MemberUnknown | MemberAmbiguous> => {
  const byId = roster.filter((entry) => entry._tag === "Joined" && entry.user.id === reference.toLowerCase())
  const found =
    byId.length > 0
      ? byId
      : Option.match(emailAddressOf(reference), {
          onNone: (): Roster => [],
          onSome: (email) => withEmail(roster, email)
        })
  const [entry] = found
  if (entry === undefined) return Result.fail(new MemberUnknown({ organizationId, reference }))
  if (found.length === 1) return Result.succeed(entry)
  const userIds = found.flatMap((one) => (one._tag === "Joined" ? [one.user.id] : []))
  return Result.fail(new MemberAmbiguous({ reference, userIds }))
}

/**
 * Whether the organization would be without an owner if this entry were none. Only an owner
 * who joined can replace one who joined: an invitation may never be accepted.
 */
export const isLastOwner = (roster: Roster, entry: RosterEntry): boolean =>
  isOwner(entry) &&
  !roster.some((other) => other !== entry && isOwner(other) && (other._tag === "Joined" || entry._tag === "Invited"))

/** The permissions, if they make sense together. */
export const checkedPermissions = (permissions: Permissions): Result.Result<Permissions, ScopeOfAgentsOnly> =>
  permissions.role !== "agent" && permissions.conversationScope === "assigned"
    ? Result.fail(new ScopeOfAgentsOnly({ role: permissions.role }))
    : Result.succeed(permissions)

/** The change of a member's permissions. A missing part stays; another role than agent always sees all conversations. */
export const changedPermissions = (
  present: Permissions,
  change: { readonly role?: Role; readonly conversationScope?: ConversationScope }
): Result.Result<Permissions, ScopeOfAgentsOnly> => {
  const role = change.role ?? present.role
  const scope = role === "agent" ? present.conversationScope : "all"
  return checkedPermissions({ role, conversationScope: change.conversationScope ?? scope })
}
