import { Effect, type Redacted } from "effect"
import { ChannelNotConnected } from "../../domain/conversations/Channel.ts"
import type { ChannelAccountId, OrganizationId } from "../../domain/Ids.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { disconnectAccount, requireWebhookId } from "./channelAccounts.ts"
import { type NewAccount, connectAccount, connectCheckedAccount } from "./provisionOrganization.ts"

/** An account to connect with a token. */
export type NewChannel = NewAccount & { readonly token: Redacted.Redacted }

/**
 * Connects an account, or replaces the token of a connected one. With `isChecked`, the platform must accept the token, and
 * webhooks must name the account by its external id.
 */
export const connectChannel = Effect.fn("connectChannel")(function* (
  organizationId: OrganizationId,
  request: NewChannel,
  isChecked: boolean
) {
  if (!isChecked) return yield* connectAccount(organizationId, request)
  yield* outsideTransaction("connectChannel")
  yield* requireWebhookId(organizationId, request)
  return yield* connectCheckedAccount(organizationId, request)
})

/** The organization's account with this id. */
const accountOf = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ChannelAccountId) {
  const listed = yield* (yield* ChannelAccounts).ofOrganization(organizationId)
  const found = listed.find(({ account }) => account.id === id)
  return found === undefined ? yield* new ChannelNotConnected({ channel: null }) : found.account
})

/** Replaces the token of a connected account, once the platform accepts it. */
export const renewChannelToken = Effect.fn("renewChannelToken")(function* (
  organizationId: OrganizationId,
  id: ChannelAccountId,
  token: Redacted.Redacted
) {
  const account = yield* accountOf(organizationId, id)
  return yield* connectChannel(organizationId, { ...account, token }, true)
})

/** Disconnects the account with this id as `disconnectAccount` does. */
export const disconnectChannel = Effect.fn("disconnectChannel")(function* (
  organizationId: OrganizationId,
  id: ChannelAccountId
) {
  const { channel, externalId } = yield* accountOf(organizationId, id)
  return yield* disconnectAccount(organizationId, channel, externalId)
})
