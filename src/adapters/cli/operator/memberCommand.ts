import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { addMember, changeMember, hasPassword, listMembers, removeMember } from "../../../app/access/members.ts"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { type Permissions, type RosterEntry, emailOf, permissionsOf } from "../../../domain/access/Member.ts"
import { ConversationScope, Role } from "../../../domain/access/Organization.ts"
import { IdentityProvider } from "../../../ports/access/IdentityProvider.ts"
import { answer, answerList } from "../output/answer.ts"
import { readPassword } from "../SecretInput.ts"
import { email, name, organization, subject } from "./flags.ts"
import { inWords } from "./OperatorError.ts"

const role = Flag.Literals("role", Role.literals).pipe(
  Flag.withDescription("owner, admin or agent; owners are notified when the webhook is disabled")
)
const scope = Flag.Literals("scope", ConversationScope.literals).pipe(
  Flag.withDescription("Conversations of an agent: all, or only their own and unassigned ones")
)
const member = Flag.String("member").pipe(Flag.withDescription("User id or address of the member"))

/** A member or an invitation as commands show it. */
const view = (entry: RosterEntry, { conversationScope, role }: Permissions = permissionsOf(entry)) => ({
  state: entry._tag === "Joined" ? "joined" : "invited",
  userId: entry._tag === "Joined" ? entry.user.id : null,
  email: emailOf(entry),
  name: entry._tag === "Joined" ? entry.user.name : entry.invitation.name,
  role,
  scope: conversationScope
})

const add = Command.make(
  "add",
  {
    organization,
    email: email("Address of the member"),
    subject,
    name: name("Name that other members see; the address if it is not given").pipe(Flag.optional),
    role,
    scope: scope.pipe(Flag.withDefault("all" as const))
  },
  Effect.fn(function* ({ email, name, organization, role, scope, subject }) {
    const { isOwn } = yield* IdentityProvider
    const added = { email, name: Option.getOrElse(name, () => email), role, conversationScope: scope }
    yield* requireOrganization(organization)
    const isNew = isOwn && Option.isNone(subject) && !(yield* hasPassword(email))
    const signIn = { subject: Option.getOrNull(subject), password: isNew ? yield* readPassword(email) : null }
    yield* answer(view(yield* addMember(organization, added, signIn)))
  }, inWords)
).pipe(
  Command.withShortDescription("Adds or invites a member"),
  Command.withDescription(
    "Adds a member. At an external identity provider the member is invited by address, or named by --subject. At the identity provider of the service a new user gets a password, typed or from standard input"
  )
)

const list = Command.make(
  "list",
  { organization },
  Effect.fn(function* ({ organization }) {
    const roster = yield* listMembers(organization)
    yield* answerList("members", {
      rows: roster.map((entry) => view(entry)),
      columns: ["state", "email", "name", "role", "scope", "userId"],
      hasMore: false,
      none: "The organization has no member. `parley member add` adds one."
    })
  }, inWords)
).pipe(Command.withDescription("Lists the members of an organization, and the invited ones"))

const changeRole = Command.make(
  "role",
  { organization, member, role },
  Effect.fn(function* ({ member, organization, role }) {
    const { entry, permissions } = yield* changeMember(organization, member, { role })
    yield* answer(view(entry, permissions))
  }, inWords)
).pipe(Command.withDescription("Changes the role of a member; the last owner stays owner"))

const changeScope = Command.make(
  "scope",
  { organization, member, scope },
  Effect.fn(function* ({ member, organization, scope }) {
    const { entry, permissions } = yield* changeMember(organization, member, { conversationScope: scope })
    yield* answer(view(entry, permissions))
  }, inWords)
).pipe(Command.withDescription("Changes which conversations an agent sees"))

const remove = Command.make(
  "remove",
  { organization, member },
  Effect.fn(function* ({ member, organization }) {
    const { assigned, entry } = yield* removeMember(organization, member)
    yield* answer({ ...view(entry), removed: true, assignedConversations: assigned })
  }, inWords)
).pipe(
  Command.withShortDescription("Ends a membership or an invitation"),
  Command.withDescription(
    "Ends a membership or an invitation, from the next request on; shows how many unfinished conversations stay assigned to the user"
  )
)

/** `parley member …`: the members of an organization and their permissions. */
export const memberCommand = Command.make("member").pipe(
  Command.withDescription("Members of an organization, their roles and scopes"),
  Command.withSubcommands([add, list, changeRole, changeScope, remove])
)
