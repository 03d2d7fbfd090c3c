import { Context, type Effect } from "effect"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** Profiles of people on the platforms. */
export class Profiles extends Context.Service<
  Profiles,
  {
    /**
     * The name of a person of Messenger or Instagram, as far as this account may see it; null if the platform has none.
     * Names of people on WhatsApp cannot be requested: their webhooks carry them.
     */
    nameOf(from: ConnectedAccount, personId: string): Effect.Effect<string | null, PlatformFailure>
  }
>()("effect-parley/ports/Profiles") {}
