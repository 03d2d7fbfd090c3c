import { Config, Console, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { Command, Flag } from "effect/cli"
import { accountChanges } from "./accountChangesCommand.ts"
import { createApiKey, listApiKeys, revokeApiKey } from "../../app/access/apiKeys.ts"
import { changePlan } from "../../app/access/organizations.ts"
import { connectAccount, provisionForProvider, provisionOrganization } from "../../app/access/provisionOrganization.ts"
import { apiKeyExpiryForm, apiKeyExpiryOf } from "../../domain/access/apiKeyExpiry.ts"
import { EmailAddress, emailAddressOf } from "../../domain/access/EmailAddress.ts"
import { Subject } from "../../domain/access/Member.ts"
import { Channel } from "../../domain/conversation/Channel.ts"
import { ApiKeyId, OrganizationId } from "../../domain/Ids.ts"
import { Plan } from "../../domain/quota/MonthlyLimit.ts"
import { IdentityProvider } from "../../ports/policies/IdentityProvider.ts"
import { maxListedApiKeys } from "../../ports/stores/access/ApiKeys.ts"
import { maxListedOrganizations, Organizations } from "../../ports/stores/access/Organizations.ts"
import { inWords, usage } from "./OperatorError.ts"

// What an operator does from the shell. The embedded database has to be free for it, so the service stopped.

/** What a command answers: one JSON object, for people and for scripts. */
export const print = (answer: Readonly<Record<string, unknown>>) => Console.log(JSON.stringify(answer, null, 2))

export const organization = Flag.String("organization").pipe(
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

/** Longest name, and longest id of a platform. */
export const maxNameLength = 200
const Name = Schema.NonEmptyString.check(Schema.isMaxLength(maxNameLength))

export const name = (description: string) =>
  Flag.String("name").pipe(Flag.withSchema(Name), Flag.withDescription(description))

export const email = (description: string) =>
  Flag.String("email").pipe(
    Flag.map((text) => Option.getOrElse(emailAddressOf(text), () => text)),
    Flag.withSchema(EmailAddress),
    Flag.withDescription(description)
  )

export const subject = Flag.String("subject").pipe(
  Flag.withSchema(Subject),
  Flag.withDescription("The `sub` of the user at the external identity provider"),
  Flag.optional
)

const ownerPassword = Config.option(Config.Redacted("OWNER_PASSWORD"))

const createOrganization = Command.make(
  "create",
  {
    name: name("Name of the organization"),
    email: email("Address of the owner"),
    subject,
    plan: plan.pipe(Flag.withDefault("free" as const))
  },
  Effect.fn(function* ({ email, name, plan, subject }) {
    const given = yield* ownerPassword
    const { isOwn } = yield* IdentityProvider
    if (isOwn && Option.isNone(subject)) {
      const password = Option.isSome(given) ? given.value : yield* madePassword
      const made = yield* provisionOrganization({ name, plan, owner: { email, name: email, password }, accounts: [] })
      return yield* print({
        organizationId: made.organizationId,
        email,
        userId: made.userId,
        ...(Option.isSome(given) ? {} : { password: Redacted.value(password) }),
        apiKeyId: made.apiKeyId,
        apiKey: Redacted.value(made.apiKey)
      })
    }
    if (Option.isSome(given)) {
      return yield* usage(
        "OWNER_PASSWORD is set, but the owner signs in at the external identity provider. Unset it, or set DEV_IDENTITY=on"
      )
    }
    const owner = { email, name: email, subject: Option.getOrNull(subject) }
    const made = yield* provisionForProvider({ name, plan, owner, accounts: [] })
    yield* print({
      organizationId: made.organizationId,
      email,
      userId: made.userId,
      state: made.userId === null ? "invited" : "joined",
      apiKeyId: made.apiKeyId,
      apiKey: Redacted.value(made.apiKey)
    })
  }, inWords)
).pipe(
  Command.withDescription(
    "Sets up an organization with its owner and a first API key. At an external identity provider the owner is invited by address, or named by --subject. At the development identity provider the password is OWNER_PASSWORD, or made and shown once"
  )
)

const listOrganizations = Command.make("list", {}, () =>
  Effect.gen(function* () {
    const listed = yield* (yield* Organizations).list
    const organizations = listed.map(({ createdAt, id, name, plan }) => ({
      id,
      name,
      plan,
      createdAt: DateTime.formatIso(createdAt)
    }))
    yield* print({ organizations, hasMore: organizations.length >= maxListedOrganizations })
  })
).pipe(Command.withDescription("Lists the organizations, the newest first"))

const planCommand = Command.make(
  "plan",
  { organization, plan },
  Effect.fn(function* ({ organization, plan }) {
    const usage = yield* changePlan(organization, plan)
    yield* print({ organizationId: organization, plan, ...usage })
  }, inWords)
).pipe(Command.withDescription("Changes the plan of an organization, and shows what the month has used of it"))

export const organizationCommand = Command.make("organization").pipe(
  Command.withDescription("Organizations and their plans"),
  Command.withSubcommands([createOrganization, listOrganizations, planCommand])
)

const isoOrNull = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

const readExpiry = Effect.fnUntraced(function* (text: Option.Option<string>) {
  if (Option.isNone(text)) return null
  const at = apiKeyExpiryOf(text.value, yield* DateTime.now)
  return Option.isSome(at)
    ? at.value
    : yield* usage(
        `--expires ${text.value} is no instant in the future within ten years. No key was made. Give ${apiKeyExpiryForm}`
      )
})

const createKey = Command.make(
  "create",
  {
    organization,
    name: name("What the key is for"),
    expires: Flag.String("expires").pipe(
      Flag.withDescription(`From when on the key is refused: ${apiKeyExpiryForm}`),
      Flag.optional
    )
  },
  Effect.fn(function* ({ expires, name, organization }) {
    const expiresAt = yield* readExpiry(expires)
    const { id, key } = yield* createApiKey(organization, name, expiresAt)
    yield* print({ id, apiKey: Redacted.value(key), expiresAt: isoOrNull(expiresAt) })
  }, inWords)
).pipe(Command.withDescription("Makes an API key, and shows it this once"))

const listKeys = Command.make(
  "list",
  { organization },
  Effect.fn(function* ({ organization }) {
    const listed = yield* listApiKeys(organization)
    const keys = listed.map(({ createdAt, expiresAt, id, lastUsedAt, name, revokedAt }) => ({
      id,
      name,
      createdAt: DateTime.formatIso(createdAt),
      expiresAt: isoOrNull(expiresAt),
      lastUsedAt: isoOrNull(lastUsedAt),
      revokedAt: isoOrNull(revokedAt)
    }))
    yield* print({ keys, hasMore: keys.length >= maxListedApiKeys })
  }, inWords)
).pipe(
  Command.withDescription(
    "Lists the API keys of an organization with their last use, the newest first; never the keys themselves"
  )
)

const revokeKey = Command.make(
  "revoke",
  { organization, id: Flag.String("id").pipe(Flag.withSchema(ApiKeyId), Flag.withDescription("Id of the key")) },
  Effect.fn(function* ({ id, organization }) {
    const revokedAt = yield* revokeApiKey(organization, id)
    yield* print({ id, revoked: true, revokedAt: DateTime.formatIso(revokedAt) })
  }, inWords)
).pipe(Command.withDescription("Ends an API key for good; it is refused within 5 seconds"))

export const keyCommand = Command.make("key").pipe(
  Command.withDescription("API keys of an organization"),
  Command.withSubcommands([createKey, listKeys, revokeKey])
)

/** The platform's token of the account to connect. */
const channelToken = Config.Redacted("CHANNEL_TOKEN").pipe(
  Effect.filterOrFail((token) => Redacted.value(token) !== ""),
  Effect.mapError(() => usage("CHANNEL_TOKEN is not set. Set it to the platform's access token of the account"))
)

const connectChannel = Command.make(
  "connect",
  {
    organization,
    channel: Flag.Literals("channel", Channel.literals).pipe(Flag.withDescription("Which platform")),
    id: Flag.String("id").pipe(
      Flag.withSchema(Name),
      Flag.withDescription("Phone number id, Page id or Instagram account id")
    ),
    name: name("Display phone number, or a name"),
    businessAccount: Flag.String("business-account").pipe(
      Flag.withSchema(Name),
      Flag.withDescription("WhatsApp Business Account of the number; WhatsApp requires it at the first connection"),
      Flag.optional
    ),
    page: Flag.String("page").pipe(
      Flag.withSchema(Name),
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
      token: yield* channelToken
    })
    yield* print({ id: account.id, channel, externalId: id, renewed: isRenewed })
  }, inWords)
).pipe(
  Command.withDescription(
    "Connects a number, Page or account, or replaces the token of a connected one; the token is read from CHANNEL_TOKEN"
  )
)

export const channelCommand = Command.make("channel").pipe(
  Command.withDescription("Connected accounts of an organization"),
  Command.withSubcommands([connectChannel, accountChanges])
)
