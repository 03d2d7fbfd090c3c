import { Context, type Effect } from "effect"
import type { ListedTemplate } from "../domain/ListedTemplate.ts"
import type { PlatformFailure } from "../domain/PlatformError.ts"
import type { ConnectedAccount } from "./ChannelAccounts.ts"

/** The message templates of WhatsApp Business Accounts. */
export class TemplateCatalogue extends Context.Service<
  TemplateCatalogue,
  {
    /**
     * All approved templates of the account, at most some minutes old; older ones only while the platform is down.
     */
    approved(account: ConnectedAccount): Effect.Effect<ReadonlyArray<ListedTemplate>, PlatformFailure>
  }
>()("effect-parley/ports/TemplateCatalogue") {}
