import { Context, type Effect } from "effect"
import type { ListedTemplate, TemplateChange } from "../../domain/templates/ListedTemplate.ts"
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
     * Takes note of what the platform tells of a template of this WhatsApp Business Account, whichever organizations use
     * it. From now on it is listed as it is, also while the platform is down; other processes know within some minutes.
     */
    changed(businessAccountId: string, change: TemplateChange): Effect.Effect<void>
  }
>()("effect-parley/ports/TemplateCatalogue") {}
