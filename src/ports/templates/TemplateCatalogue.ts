import { Context, type Effect } from "effect"
import type { ListedTemplate, TemplateChange } from "../../domain/templates/Template.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** The message templates of WhatsApp Business Accounts. */
export class TemplateCatalogue extends Context.Service<
  TemplateCatalogue,
  {
    /**
     * All approved templates of the account, at most some minutes old; older ones only while the platform is down.
     */
    approved(account: ConnectedAccount): Effect.Effect<ReadonlyArray<ListedTemplate>, PlatformFailure>
    /**
     * Applies a reported change to a template of this WhatsApp Business Account, for all organizations that use it.
     * From now on it is listed with the change, also while the platform is down; other processes know within some
     * minutes.
     */
    changed(businessAccountId: string, change: TemplateChange): Effect.Effect<void>
  }
>()("effect-parley/ports/TemplateCatalogue") {}
