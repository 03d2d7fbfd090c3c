import { Config, Console, DateTime, Effect, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { Command, Flag } from "effect/cli"
import { accountChanges } from "./accountChangesCommand.ts"
import { connectAccount, provisionOrganization } from "../../app/provisionOrganization.ts"
import { Channel } from "../../domain/conversation/Channel.ts"
import { ApiKeyId, OrganizationId } from "../../domain/Ids.ts"
import { monthOf, Plan } from "../../domain/quota/MonthlyLimit.ts"
import { ApiKeys } from "../../ports/stores/ApiKeys.ts"
import { Organizations } from "../../ports/stores/Organizations.ts"

// What an operator does from the shell. The embedded database has to be free for it, so the service stopped.

/** What a command answers: one JSON object, for people and for scripts. */
const print = (answer: Readonly<Record<string, unknown>>) => Console.log(JSON.stringify(answer, null, 2))

const organization = Flag.String("organization").pipe(
  Flag.withSchema(OrganizationId),
  Flag.withDescription("Id of the organization")
)
const plan = Flag.Literals("plan", Plan.literals).pipe(Flag.withDescription("How many events a month are allowed"))

/** Long enough to be unguessable, and short enough to be typed once. */
const passwordBytes = 12

const madePassword = Effect.gen(function* () {
  const bytes = yield* (yield* SecureRandom.SecureRandom).randomBytes(passwordBytes)
  return Redacted.make(Base64Url.encode(bytes))
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))

const createOrganization = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Name of the organization")),
    email: Flag.String("email").pipe(Flag.withDescription("Address that the owner signs in with")),
    plan: plan.pipe(Flag.withDefault("free" as const))
  },
  Effect.fn(function* ({ email, name, plan }) {
    const given = yield* Config.option(Config.Redacted("OWNER_PASSWORD"))
    const password = Option.isSome(given) ? given.value : yield* madePassword
    const made = yield* provisionOrganization({ name, plan, owner: { email, name: email, password }, accounts: [] })
    yield* print({
      organizationId: made.organizationId,
      email,
      ...(Option.isSome(given) ? {} : { password: Redacted.value(password) }),
      apiKey: Redacted.value(made.apiKey)
    })
  })
).pipe(
  Command.withDescription(
    "Sets up an organization with its owner and a first API key. The owner's password is OWNER_PASSWORD, or made and shown once"
  )
)

const changePlan = Command.make(
  "plan",
  { organization, plan },
  Effect.fn(function* ({ organization, plan }) {
    const organizations = yield* Organizations
    yield* organizations.changePlan(organization, plan)
    const usage = yield* organizations.usage(organization, monthOf(yield* DateTime.now))
    yield* print({ organizationId: organization, plan, ...usage })
  })
).pipe(Command.withDescription("Changes the plan of an organization, and shows what the month has used of it"))

export const organizationCommand = Command.make("organization").pipe(
  Command.withDescription("Organizations and their plans"),
  Command.withSubcommands([createOrganization, changePlan])
)

const createKey = Command.make(
  "create",
  { organization, name: Flag.String("name").pipe(Flag.withDescription("What the key is for")) },
  Effect.fn(function* ({ name, organization }) {
    const { id, key } = yield* (yield* ApiKeys).create(organization, name)
    yield* print({ id, apiKey: Redacted.value(key) })
  })
).pipe(Command.withDescription("Makes an API key, and shows it this once"))

const revokeKey = Command.make(
  "revoke",
  { organization, id: Flag.String("id").pipe(Flag.withSchema(ApiKeyId), Flag.withDescription("Id of the key")) },
  Effect.fn(function* ({ id, organization }) {
    yield* (yield* ApiKeys).revoke(organization, id)
    yield* print({ id, revoked: true })
  })
).pipe(Command.withDescription("Ends an API key; it is refused within 5 seconds"))

export const keyCommand = Command.make("key").pipe(
  Command.withDescription("API keys of an organization"),
  Command.withSubcommands([createKey, revokeKey])
)

const connectChannel = Command.make(
  "connect",
  {
    organization,
    channel: Flag.Literals("channel", Channel.literals).pipe(Flag.withDescription("Which platform")),
    id: Flag.String("id").pipe(Flag.withDescription("Phone number id, Page id or Instagram account id")),
    name: Flag.String("name").pipe(Flag.withDescription("Display phone number, or a name")),
    businessAccount: Flag.String("business-account").pipe(
      Flag.withDescription("WhatsApp Business Account of the number"),
      Flag.optional
    ),
    page: Flag.String("page").pipe(
      Flag.withDescription(
        "Page that the Instagram account is linked to; without one it is reached by Instagram Login"
      ),
      Flag.optional
    )
  },
  Effect.fn(function* ({ businessAccount, channel, id, name, organization, page }) {
    const { account, isRenewed } = yield* connectAccount(organization, {
      channel,
      externalId: id,
      displayName: name,
      businessAccountId: Option.getOrNull(businessAccount),
      pageId: Option.getOrNull(page),
      token: yield* Config.Redacted("CHANNEL_TOKEN")
    })
    yield* print({ id: account.id, channel, externalId: id, renewed: isRenewed })
  })
).pipe(
  Command.withDescription(
    "Connects a number, Page or account, or replaces the token of a connected one; the token is read from CHANNEL_TOKEN"
  )
)

export const channelCommand = Command.make("channel").pipe(
  Command.withDescription("Connected accounts of an organization"),
  Command.withSubcommands([connectChannel, accountChanges])
)
