import { Context, type Effect, type Option, type Redacted } from "effect"
import type {
  Channel,
  ChannelAccount,
  ChannelAccountTaken,
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable,
  TokenProblem,
  TokenState
} from "../../domain/conversations/Channel.ts"
import type { AccountHistory, HistoryReport } from "../../domain/conversations/AccountHistory.ts"
import type { ChannelAccountId, OrganizationId } from "../../domain/Ids.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"

/** An account that can be used: the platform's token comes with it, and never leaves the process. */
export interface ConnectedAccount {
  readonly account: ChannelAccount
  readonly token: Redacted.Redacted
}

/** Why there is no account to use. */
export type AccountUnusable = ChannelNotConnected | ChannelTokenMissing | ChannelTokenUnreadable

/** An account with the health of its token. There is a problem exactly when it has to be reconnected. */
export interface ListedAccount {
  readonly account: ChannelAccount
  readonly tokenState: TokenState
  readonly problem: TokenProblem | null
  /** The history of its phone; null if the platform reported none. */
  readonly history: AccountHistory | null
}

/** Most accounts in a list. */
export const maxListedAccounts = 1_000

/**
 * The numbers, Pages and accounts that organizations have connected. Tokens are stored sealed (contract: Stored
 * platform tokens).
 */
export class ChannelAccounts extends Context.Service<
  ChannelAccounts,
  {
    /**
     * Adds the account, or renews the one of that channel and external id. Returns the account as it is stored: a
     * renewed one has the id and the age that it had. Null keeps the account without a token. An earlier problem of the
     * token is forgotten.
     */
    connect(
      organizationId: OrganizationId,
      account: ChannelAccount,
      token: Redacted.Redacted | null
    ): Effect.Effect<ChannelAccount, ChannelAccountTaken>
    /**
     * Removes the account of that channel and external id with its token; returns it, or none if the organization has no
     * such account. Its messages and conversations stay.
     */
    disconnect(
      organizationId: OrganizationId,
      channel: Channel,
      externalId: string
    ): Effect.Effect<Option.Option<ChannelAccount>>
    /** The account that sends on this channel: the one connected first. May be a few seconds old. */
    connected(organizationId: OrganizationId, channel: Channel): Effect.Effect<ConnectedAccount, AccountUnusable>
    /** The organization's accounts on this channel, the one connected first as the first. May be a few seconds old. */
    ofChannel(organizationId: OrganizationId, channel: Channel): Effect.Effect<ReadonlyArray<ChannelAccount>>
    /** The organization's account with this id. May be a few seconds old. */
    byId(
      organizationId: OrganizationId,
      channelAccountId: ChannelAccountId
    ): Effect.Effect<ConnectedAccount, AccountUnusable>
    /**
     * The connected account of a platform's report, or none. The organization is what this finds
     * out, so the caller names none. May be a few seconds old, but knows at once what this process has connected.
     */
    route(channel: Channel, externalId: string): Effect.Effect<Option.Option<ChannelAccount>>
    /**
     * The numbers of a WhatsApp Business Account, the one connected first as the first. They may belong to several
     * organizations; like `route`, this finds out which.
     */
    ofBusinessAccount(businessAccountId: string): Effect.Effect<ReadonlyArray<ChannelAccount>>
    /**
     * The platform refuses this token of the account: it has to be reconnected, since the first report of it.
     * Nothing happens when the account has another token by now, or none. Returns whether it was marked by this call.
     */
    markReconnect(
      organizationId: OrganizationId,
      channelAccountId: ChannelAccountId,
      token: Redacted.Redacted,
      problem: TokenProblem
    ): Effect.Effect<boolean>
    /**
     * The platform takes this token after all. Nothing happens when the account has another one by now. Returns whether
     * there was a mark.
     */
    clearReconnect(
      organizationId: OrganizationId,
      channelAccountId: ChannelAccountId,
      token: Redacted.Redacted
    ): Effect.Effect<boolean>
    /**
     * Stores the progress of the account's history after a report. Returns it with the former progress; null for an
     * account that the organization does not have.
     */
    noteHistory(
      organizationId: OrganizationId,
      channelAccountId: ChannelAccountId,
      report: HistoryReport
    ): Effect.Effect<{ readonly before: AccountHistory | null; readonly after: AccountHistory | null }>
    /** The organization's accounts, the one connected first as the first; at most `maxListedAccounts`. */
    ofOrganization(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<ListedAccount>>
    /**
     * Accounts of all organizations, for operators: those whose token cannot be opened first, then those to reconnect,
     * then those without a token, then the others, each by organization and age; at most `maxListedAccounts`.
     */
    readonly list: Effect.Effect<ReadonlyArray<ListedAccount>>
  }
>()("effect-parley/ports/ChannelAccounts") {}

/** Asks a platform whether a connected account can be used. */
export class AccountCheck extends Context.Service<
  AccountCheck,
  {
    /** Reads the account with its token, without an effect. Fails as every call with this token would fail now. */
    check(account: ConnectedAccount): Effect.Effect<void, PlatformFailure>
    /**
     * Ids by which webhooks name the accounts of the token, if the external id is none of them. Empty if the external id
     * is right, or the platform does not tell.
     */
    otherWebhookIds(account: ConnectedAccount): Effect.Effect<ReadonlyArray<string>, PlatformFailure>
  }
>()("effect-parley/ports/AccountCheck") {}
