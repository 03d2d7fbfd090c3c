import { Context, type Effect } from "effect"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "./ChannelAccounts.ts"

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
