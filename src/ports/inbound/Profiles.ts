import { Context, type Effect } from "effect"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** Profiles of people on the platforms. */
export class Profiles extends Context.Service<
  Profiles,
  {
    /**
     * What a person of Messenger or Instagram is called, as far as this account may know; null when the platform has no
     * name of them. People of WhatsApp cannot be asked for: their webhooks name them.
     */
    nameOf(from: ConnectedAccount, personId: string): Effect.Effect<string | null, PlatformFailure>
  }
>()("effect-parley/ports/Profiles") {}
