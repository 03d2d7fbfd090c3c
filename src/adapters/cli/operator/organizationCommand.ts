import { Console, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import {
  changePlan,
  changeSettings,
  getSettings,
  renameOrganization,
  findOrganization,
  requireOrganization,
  resumeOrganization,
  suspendOrganization
} from "../../../app/access/organizations.ts"
import { deleteOrganization, type DeletionProgress } from "../../../app/access/deleteOrganization.ts"
import { createForProvider, provisionOrganization } from "../../../app/access/provisionOrganization.ts"
import {
  type ListedOrganization,
  type Organization,
  type Suspension,
  SuspensionReason
} from "../../../domain/access/Organization.ts"
import { Plan, monthOf } from "../../../domain/limits/MonthlyLimit.ts"
import { ChannelAccountId } from "../../../domain/Ids.ts"
import { IdentityProvider } from "../../../ports/access/IdentityProvider.ts"
import { Organizations, maxListedOrganizations } from "../../../ports/access/Organizations.ts"
import { answer, answerList } from "../output/answer.ts"
import { readPassword } from "../SecretInput.ts"
import { email, name, organization, subject } from "./flags.ts"
import { inWords, usage } from "./OperatorError.ts"

const plan = Flag.Literals("plan", Plan.literals).pipe(Flag.withDescription("How many events a month are allowed"))

/** Length of a generated password: unguessable, and short enough to type once. */
const passwordBytes = 12

const madePassword = Effect.gen(function* () {
  const bytes = yield* (yield* SecureRandom.SecureRandom).randomBytes(passwordBytes)
  return Redacted.make(Base64Url.encode(bytes))
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))

const create = Command.make(
  "create",
  {
    name: name("Name of the organization"),
    email: email("Address of the owner"),
    subject,
    plan: plan.pipe(Flag.withDefault("free" as const)),
    password: Flag.Boolean("password").pipe(
      Flag.withDescription(
        "Reads the owner's password, typed or from standard input. Without it one is made, and shown this once"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ email, name, password: isGiven, plan, subject }) {
    const { isOwn } = yield* IdentityProvider
    if (isOwn && Option.isNone(subject)) {
      const password = isGiven ? yield* readPassword(email) : yield* madePassword
      const made = yield* provisionOrganization({ name, plan, owner: { email, name: email, password }, accounts: [] })
      return yield* answer({
        organizationId: made.organizationId,
        email,
        userId: made.userId,
        ...(isGiven ? {} : { password: Redacted.value(password) }),
        apiKeyId: made.apiKeyId,
        apiKey: Redacted.value(made.apiKey)
      })
    }
    if (isGiven) {
      return yield* usage(
        "The owner signs in at the external identity provider, which has the password. Leave out --password, or set DEV_IDENTITY=on"
      )
    }
    const owner = { email, name: email, subject: Option.getOrNull(subject) }
    const made = yield* createForProvider({ name, plan, owner, accounts: [] })
    yield* answer({
      organizationId: made.organizationId,
      email,
      userId: made.userId,
      state: made.userId === null ? "invited" : "joined",
      apiKeyId: made.apiKeyId,
      apiKey: Redacted.value(made.apiKey)
    })
  }, inWords)
).pipe(
  Command.withShortDescription("Sets up an organization with its owner and a first API key"),
  Command.withDescription(
    "Sets up an organization with its owner and a first API key. At an external identity provider the owner is invited by address, or named by --subject. At the identity provider of the service the owner gets a password"
  )
)

const view = ({ createdAt, id, name, plan }: Organization) => ({
  id,
  name,
  plan,
  createdAt: DateTime.formatIso(createdAt)
})

const shownSuspension = ({ reason, since }: Suspension) => ({ suspendedAt: DateTime.formatIso(since), reason })

/** The state of an organization that is being deleted or is suspended; without one the organization is in use. */
const stateOf = ({ deletingAt, suspension }: ListedOrganization) => ({
  ...(deletingAt !== null ? { state: "deleting" } : suspension !== null ? { state: "suspended" } : {}),
  ...(suspension === null ? {} : shownSuspension(suspension))
})

const list = Command.make("list", {}, () =>
  Effect.gen(function* () {
    const organizations = yield* (yield* Organizations).list
    yield* answerList("organizations", {
      rows: organizations.map((organization) => ({ ...view(organization), ...stateOf(organization) })),
      columns: ["id", "name", "plan", "createdAt", "state", "suspendedAt", "reason"],
      hasMore: organizations.length >= maxListedOrganizations,
      none: "There is no organization. `parley organization create` makes one."
    })
  })
).pipe(Command.withDescription("Lists the organizations, the newest first"))

const show = Command.make(
  "show",
  { organization },
  Effect.fn(function* ({ organization }) {
    const found = yield* findOrganization(organization)
    const month = monthOf(yield* DateTime.now)
    const usage = yield* (yield* Organizations).usage(organization, month)
    yield* answer({ ...view(found), ...stateOf(found), month, ...usage })
  }, inWords)
).pipe(Command.withDescription("Shows an organization, and what the month has used of its plan"))

const planCommand = Command.make(
  "plan",
  { organization, plan },
  Effect.fn(function* ({ organization, plan }) {
    const usage = yield* changePlan(organization, plan)
    yield* answer({ organizationId: organization, plan, ...usage })
  }, inWords)
).pipe(Command.withDescription("Changes the plan of an organization, and shows what the month has used of it"))

const rename = Command.make(
  "rename",
  { organization, name: name("New name of the organization") },
  Effect.fn(function* ({ name, organization }) {
    yield* answer(view(yield* renameOrganization(organization, name)))
  }, inWords)
).pipe(Command.withDescription("Changes the name of an organization"))

const suspend = Command.make(
  "suspend",
  {
    organization,
    reason: Flag.String("reason").pipe(
      Flag.withSchema(SuspensionReason),
      Flag.withDescription("Why, for operators: `list` and `show` repeat it, and callers do not see it"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ organization, reason }) {
    const { isNew, ...suspension } = yield* suspendOrganization(organization, Option.getOrNull(reason))
    if (!isNew) yield* Console.error(`The organization is suspended since ${DateTime.formatIso(suspension.since)}`)
    yield* answer({
      organizationId: organization,
      state: "suspended",
      changed: isNew,
      ...shownSuspension(suspension)
    })
  }, inWords)
).pipe(
  Command.withShortDescription("Suspends an organization until it is resumed"),
  Command.withDescription(
    "Suspends an organization until it is resumed. Its callers are refused within 3 seconds, nothing is sent, and its webhook gets nothing. What platforms report is stored, and its events wait"
  )
)

const resume = Command.make(
  "resume",
  { organization },
  Effect.fn(function* ({ organization }) {
    const ended = yield* resumeOrganization(organization)
    if (ended === null) yield* Console.error("The organization is not suspended")
    const before = ended === null ? {} : shownSuspension(ended)
    yield* answer({ organizationId: organization, state: "active", changed: ended !== null, ...before })
  }, inWords)
).pipe(
  Command.withShortDescription("Ends the suspension of an organization"),
  Command.withDescription(
    "Ends the suspension of an organization. Its callers are accepted within 3 seconds, and its webhook gets the events that waited, each conversation in order"
  )
)

const line = ({ files, rows, waitUntil }: DeletionProgress): string => {
  const deleted = `${rows} rows and ${files} files deleted`
  return waitUntil === null
    ? deleted
    : `${deleted}; waiting for work in flight until ${DateTime.formatIso(waitUntil)}. The command can be stopped, and continues when it is run again`
}

/** Progress goes to standard error, the answer to standard output. */
const deleteCommand = Command.make(
  "delete",
  {
    organization,
    confirm: Flag.String("confirm").pipe(Flag.withDescription("Name of the organization, to confirm the deletion"))
  },
  Effect.fn(function* ({ confirm, organization }) {
    const deleted = yield* deleteOrganization(organization, confirm, (progress) => Console.error(line(progress)))
    yield* answer({ organizationId: organization, ...deleted })
  }, inWords)
).pipe(
  Command.withShortDescription("Deletes an organization with everything that belongs to it"),
  Command.withDescription(
    "Deletes an organization with everything that belongs to it, files of messages too. It cannot be undone. Its callers are refused within 5 seconds; the command waits 5 minutes for work in flight. Ended early, it continues when it is run again"
  )
)

/** The value that clears a setting. */
const none = "none"

const settingOrNone = (text: string) => (text.toLowerCase() === none ? null : text)

const settingsCommand = Command.make(
  "settings",
  {
    organization,
    country: Flag.String("default-country").pipe(
      Flag.map(settingOrNone),
      Flag.withDescription(
        "Country, such as BR, whose national phone numbers are read without a calling code; none clears it"
      ),
      Flag.optional
    ),
    number: Flag.String("default-number").pipe(
      Flag.map(settingOrNone),
      Flag.withSchema(Schema.NullOr(ChannelAccountId)),
      Flag.withDescription("Id of the WhatsApp number that sends by default; none clears it"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ country, number, organization }) {
    const { id } = yield* requireOrganization(organization)
    const hasChange = Option.isSome(country) || Option.isSome(number)
    const change = {
      defaultCountry: Option.getOrUndefined(country),
      defaultNumberId: Option.getOrUndefined(number)
    }
    const settings = yield* hasChange ? changeSettings(id, change) : getSettings(id)
    const { assignment, autoClose, stopWords, workingHours } = settings
    yield* answer({
      organizationId: id,
      ...settings,
      stopWords: stopWords === null ? null : { ...stopWords },
      autoClose: autoClose === null ? null : { ...autoClose },
      assignment: assignment === null ? null : { ...assignment },
      workingHours: workingHours === null ? null : { ...workingHours }
    })
  }, inWords)
).pipe(Command.withDescription("Shows the settings of an organization, and changes the given ones"))

/** `parley organization …`. */
export const organizationCommand = Command.make("organization").pipe(
  Command.withDescription("Organizations and their plans"),
  Command.withSubcommands([create, list, show, rename, planCommand, settingsCommand, suspend, resume, deleteCommand])
)
