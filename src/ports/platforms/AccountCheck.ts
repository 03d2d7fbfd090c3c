import { Context, type Effect } from "effect"
import type { PlatformFailure } from "../../domain/message/PlatformError.ts"
import type { ConnectedAccount } from "../stores/ChannelAccounts.ts"

/** Asks a platform whether a connected account can be used. */
export class AccountCheck extends Context.Service<
  AccountCheck,
  {
    /** Reads the account with its token, without an effect. Fails as every call with this token would fail now. */
    check(account: ConnectedAccount): Effect.Effect<void, PlatformFailure>
  }
>()("effect-parley/ports/AccountCheck") {}
