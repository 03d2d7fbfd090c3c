import { Array as Arr, DateTime, Effect, Option, type Redacted } from "effect"
import {
  type EmailAddress,
  type RosterEntry,
  type Subject,
  emailOf,
  permissionsOf
} from "../../domain/access/Member.ts"
import { AccountRefused, EmailTaken, ReferenceTaken } from "../../domain/access/AccessFailures.ts"
import {
  BusinessAccountMissing,
  type ChannelAccount,
  ChannelAccountTaken,
  channelRules
} from "../../domain/conversations/Channel.ts"
import { ChannelAccountId, OrganizationId, UserId } from "../../domain/Ids.ts"
import type { Plan } from "../../domain/limits/MonthlyLimit.ts"
import { AccountCheck, ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { ApiKeys } from "../../ports/access/ApiKeys.ts"
import { IdentityProvider } from "../../ports/access/IdentityProvider.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { Passwords, Users } from "../../ports/access/SignIns.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { accountFields, auditedAccount, problemOf } from "./channelAccounts.ts"
import { recordAudit, recordChange } from "./auditLog.ts"
import { requireOrganization } from "./organizations.ts"

/** An account to connect, and the platform's token for it. */
export interface NewAccount extends Pick<
  ChannelAccount,
  "channel" | "externalId" | "displayName" | "businessAccountId" | "pageId"
> {
  readonly token: Redacted.Redacted | null
}

/** The requested organization, with its owner and accounts. */
export interface NewOrganization {
  readonly name: string
  readonly plan: Plan
  /** The id in the operator's own system. */
  readonly reference?: string | null
  readonly owner: { readonly email: string; readonly name: string; readonly password: Redacted.Redacted }
  readonly accounts: ReadonlyArray<NewAccount>
}

/** An organization with its accounts and a first API key. All of it, or nothing. */
const provision = Effect.fnUntraced(function* <E, R>(
  { accounts, name, plan, reference = null }: Omit<NewOrganization, "owner">,
  addOwner: (organizationId: OrganizationId, createdAt: DateTime.Utc) => Effect.Effect<void, E, R>
) {
  const organizations = yield* Organizations
  const apiKeys = yield* ApiKeys
  const { atomically } = yield* Transaction
  const createdAt = yield* DateTime.now
  const organizationId: OrganizationId = OrganizationId.make(yield* (yield* IdSource).uuid)
  const apiKey = yield* atomically(
    Effect.gen(function* () {
      if (!(yield* organizations.create({ id: organizationId, name, plan, createdAt }, reference))) {
        return yield* new ReferenceTaken({ reference: reference ?? "" })
      }
      yield* addOwner(organizationId, createdAt)
      yield* Effect.forEach(accounts, (account) => connectAccount(organizationId, account), { discard: true })
      yield* recordAudit(
        organizationId,
        "organization.created",
        { id: organizationId, name },
        { after: { name, plan } }
      )
      return yield* apiKeys.create(organizationId, "First key")
    })
  )
  return { organizationId, apiKey: apiKey.key, apiKeyId: apiKey.id }
})

/**
 * Sets up an organization that can work at once: its owner, an API key, its accounts. The owner is a new user of the
 * identity provider of the service.
 */
export const provisionOrganization = Effect.fn("provisionOrganization")(function* (request: NewOrganization) {
  const organizations = yield* Organizations
  const users = yield* Users
  const passwords = yield* Passwords
  const userId: UserId = UserId.make(yield* (yield* IdSource).uuid)
  const { email, name, password } = request.owner
  // Slow on purpose, so it is done before the transaction begins.
  const passwordHash = yield* passwords.hash(password)
  const made = yield* provision(
    request,
    Effect.fnUntraced(function* (organizationId, createdAt) {
      if (Option.isSome(yield* users.findByEmail(email))) return yield* new EmailTaken({ email })
      yield* organizations.addMember(organizationId, {
        user: { id: userId, email, name, createdAt },
        passwordHash,
        membership: { organizationId, userId, role: "owner", conversationScope: "all" }
      })
    })
  )
  return { ...made, userId }
})

/** An owner who signs in elsewhere. */
export interface ExternalOwner {
  readonly email: EmailAddress
  readonly name: string
  /** Null: the owner is invited, and the first token with the verified address makes its user the owner. */
  readonly subject: Subject | null
}

/** An organization whose owner signs in at an external identity provider. */
export interface ExternalOrganization extends Omit<NewOrganization, "owner"> {
  readonly owner: ExternalOwner
}

/** Creates an organization with its accounts and a first API key. Called again, it creates another one. */
export const createForProvider = Effect.fn("createForProvider")(function* ({
  owner: { email, name, subject },
  ...request
}: ExternalOrganization) {
  const memberships = yield* Memberships
  const { userIdOf } = yield* IdentityProvider
  const userId = subject === null ? null : userIdOf(subject)
  const permissions = { role: "owner", conversationScope: "all" } as const
  const made = yield* provision(request, (organizationId, createdAt) =>
    userId === null
      ? memberships.invite(organizationId, { organizationId, email, name, ...permissions, createdAt })
      : memberships.add(organizationId, { id: userId, email, name, createdAt }, permissions)
  )
  return { ...made, userId }
})

/** Whether the entry is the owner of a request, by the user id if there is one and by the address otherwise. */
const isOwner = (entry: RosterEntry, email: EmailAddress, userId: UserId | null): boolean => {
  if (permissionsOf(entry).role !== "owner") return false
  return userId === null
    ? emailOf(entry).toLowerCase() === email.toLowerCase()
    : entry._tag === "Joined" && entry.user.id === userId
}

/** Returns the organization of this owner that has one of the accounts, else the one of this name. */
const findProvisioned = Effect.fnUntraced(function* ({ accounts, name, owner }: ExternalOrganization) {
  const { route } = yield* ChannelAccounts
  const memberships = yield* Memberships
  const { userIdOf } = yield* IdentityProvider
  const userId = owner.subject === null ? null : userIdOf(owner.subject)
  const routed = yield* Effect.forEach(accounts, ({ channel, externalId }) => route(channel, externalId))
  const namesakes = (yield* (yield* Organizations).list).filter((organization) => organization.name === name)
  const candidates = [
    ...Arr.getSomes(routed).map(({ organizationId }) => organizationId),
    ...namesakes.map(({ id }) => id)
  ]
  return yield* Effect.findFirst(candidates, (organizationId) =>
    Effect.map(memberships.list(organizationId), (roster) =>
      roster.some((entry) => isOwner(entry, owner.email, userId))
    )
  )
})

/**
 * Provisions an organization at each start of a program, with an owner who signs in at an external identity provider.
 * The first call creates it. Later calls find it by its accounts or its name, and by its owner; they connect accounts
 * that are missing and store the given tokens. Then `apiKey` and `apiKeyId` are null, since a key is shown once.
 *
 * An organization of the same name is found among the newest `maxListedOrganizations`.
 */
export const provisionForProvider = Effect.fn("provisionForProvider")(function* (request: ExternalOrganization) {
  const { subject } = request.owner
  const { userIdOf } = yield* IdentityProvider
  const reuse = Effect.fnUntraced(function* (organizationId: OrganizationId) {
    yield* Effect.forEach(request.accounts, (account) => connectAccount(organizationId, account), { discard: true })
    return { organizationId, apiKey: null, apiKeyId: null, userId: subject === null ? null : userIdOf(subject) }
  })
  const found = yield* findProvisioned(request)
  if (Option.isSome(found)) return yield* reuse(found.value)
  return yield* Effect.catchTag(createForProvider(request), "ChannelAccountTaken", (failure) =>
    // Another process of the program may have created it meanwhile.
    Effect.flatMap(findProvisioned(request), Option.match({ onNone: () => Effect.fail(failure), onSome: reuse }))
  )
})

/** The account to store, and the same account as it was connected before; null if it was not. */
const resolveAccount = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { businessAccountId, channel, displayName, externalId, pageId }: NewAccount
) {
  yield* requireOrganization(organizationId)
  const routed = yield* (yield* ChannelAccounts).route(channel, externalId)
  const known = Option.filter(routed, (account) => account.organizationId === organizationId)
  const knownBusiness = Option.isSome(known) ? known.value.businessAccountId : null
  const business = businessAccountId ?? knownBusiness
  // The owner is checked first: a business account does not help there.
  const isTaken = Option.isSome(routed) && Option.isNone(known)
  if (channelRules[channel].hasBusinessAccount && business === null && !isTaken)
    return yield* new BusinessAccountMissing({ externalId })
  const account: ChannelAccount = {
    id: ChannelAccountId.make(yield* (yield* IdSource).uuid),
    organizationId,
    channel,
    externalId,
    displayName,
    businessAccountId: business,
    pageId,
    createdAt: yield* DateTime.now
  }
  return { account, before: Option.getOrNull(known), isTaken }
})

/**
 * Connects a number, Page or account to the organization. One that it has already gets this token, and stays the same
 * account; its WhatsApp Business Account stays too where none is given. A WhatsApp number needs one (contract: WhatsApp
 * Business Account).
 */
export const connectAccount = Effect.fn("connectAccount")(function* (
  organizationId: OrganizationId,
  request: NewAccount
) {
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const { account, before } = yield* resolveAccount(organizationId, request)
      const stored = yield* (yield* ChannelAccounts).connect(organizationId, account, request.token)
      const states = { before: before === null ? null : accountFields(before), after: accountFields(stored) }
      // A program that connects its accounts at each start changes nothing.
      const action = before === null ? "channel.connected" : "channel.changed"
      yield* recordChange(organizationId, action, auditedAccount(stored), states)
      return { account: stored, isRenewed: before !== null }
    })
  )
})

/** Connects the account as `connectAccount` does, once the platform has accepted the token. Else it stores nothing. */
export const connectCheckedAccount = Effect.fn("connectCheckedAccount")(function* (
  organizationId: OrganizationId,
  request: NewAccount & { readonly token: Redacted.Redacted }
) {
  yield* outsideTransaction("connectCheckedAccount")
  const { account, isTaken } = yield* resolveAccount(organizationId, request)
  const { channel, externalId } = account
  if (isTaken) return yield* new ChannelAccountTaken({ channel, externalId })
  yield* Effect.mapError(
    (yield* AccountCheck).check({ account, token: request.token }),
    (failure) =>
      new AccountRefused({
        channel,
        externalId,
        reason: problemOf(failure),
        isReached: failure._tag === "PlatformRejected"
      })
  )
  return yield* connectAccount(organizationId, request)
})
