import { Context, type Effect, type Redacted } from "effect"
import type {
  Channel,
  ChannelAccount,
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable
} from "../domain/Channel.ts"
import type { OrganizationId } from "../domain/Ids.ts"

/** An account that can be used: the platform's token comes with it, and never leaves the process. */
export interface ConnectedAccount {
  readonly account: ChannelAccount
  readonly token: Redacted.Redacted
}

/** The numbers, Pages and accounts that organizations have connected. Tokens are kept sealed (decision 39). */
export class ChannelAccounts extends Context.Service<
  ChannelAccounts,
  {
    /** Adds the account, or renews what is known of it. Null keeps the account without a token. */
    connect(
      organizationId: OrganizationId,
      account: ChannelAccount,
      token: Redacted.Redacted | null
    ): Effect.Effect<void>
    /** The account that sends on this channel: the one connected first. May be a few seconds old. */
    connected(
      organizationId: OrganizationId,
      channel: Channel
    ): Effect.Effect<ConnectedAccount, ChannelNotConnected | ChannelTokenMissing | ChannelTokenUnreadable>
  }
>()("effect-parley/ports/ChannelAccounts") {}
