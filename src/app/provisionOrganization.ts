import { DateTime, Effect, Option, type Redacted } from "effect"
import type { ChannelAccount } from "../domain/conversation/Channel.ts"
import { ChannelAccountId, OrganizationId, UserId } from "../domain/Ids.ts"
import type { Plan } from "../domain/quota/MonthlyLimit.ts"
import { ApiKeys } from "../ports/stores/ApiKeys.ts"
import { ChannelAccounts } from "../ports/stores/ChannelAccounts.ts"
import { IdSource } from "../ports/policies/IdSource.ts"
import { Organizations } from "../ports/stores/Organizations.ts"
import { Passwords } from "../ports/policies/Passwords.ts"
import { Transaction } from "../ports/stores/Transaction.ts"

/** An account to connect, and the platform's token for it. */
export interface NewAccount extends Pick<
  ChannelAccount,
  "channel" | "externalId" | "displayName" | "businessAccountId" | "pageId"
> {
  readonly token: Redacted.Redacted | null
}

export interface NewOrganization {
  readonly name: string
  readonly plan: Plan
  readonly owner: { readonly email: string; readonly name: string; readonly password: Redacted.Redacted }
  readonly accounts: ReadonlyArray<NewAccount>
}

/** Sets up an organization that can work at once: its owner, an API key, its accounts. All of it, or nothing. */
export const provisionOrganization = Effect.fn("provisionOrganization")(function* (request: NewOrganization) {
  const organizations = yield* Organizations
  const apiKeys = yield* ApiKeys
  const passwords = yield* Passwords
  const ids = yield* IdSource
  const { atomically } = yield* Transaction

  const createdAt = yield* DateTime.now
  const organizationId = OrganizationId.make(yield* ids.uuid)
  const userId = UserId.make(yield* ids.uuid)
  const { email, name, password } = request.owner
  // Slow on purpose, so it is done before the transaction begins.
  const passwordHash = yield* passwords.hash(password)

  const apiKey = yield* atomically(
    Effect.gen(function* () {
      yield* organizations.create({ id: organizationId, name: request.name, plan: request.plan, createdAt })
      yield* organizations.addMember(organizationId, {
        user: { id: userId, email, name, createdAt },
        passwordHash,
        membership: { organizationId, userId, role: "owner", conversationScope: "all" }
      })
      yield* Effect.forEach(request.accounts, (account) => connectAccount(organizationId, account), { discard: true })
      return yield* apiKeys.create(organizationId, "First key")
    })
  )
  return { organizationId, userId, apiKey: apiKey.key }
})

/**
 * Connects a number, Page or account to the organization. One that it has already gets this token, and stays the same
 * account; its WhatsApp Business Account stays too where none is given.
 */
export const connectAccount = Effect.fn("connectAccount")(function* (
  organizationId: OrganizationId,
  { businessAccountId, channel, displayName, externalId, pageId, token }: NewAccount
) {
  const accounts = yield* ChannelAccounts
  const ids = yield* IdSource
  const known = Option.filter(
    yield* accounts.route(channel, externalId),
    (account) => account.organizationId === organizationId
  )
  const knownBusiness = Option.isSome(known) ? known.value.businessAccountId : null
  const account: ChannelAccount = {
    id: ChannelAccountId.make(yield* ids.uuid),
    organizationId,
    channel,
    externalId,
    displayName,
    businessAccountId: businessAccountId ?? knownBusiness,
    pageId,
    createdAt: yield* DateTime.now
  }
  const stored = yield* accounts.connect(organizationId, account, token)
  return { account: stored, isRenewed: Option.isSome(known) }
})
