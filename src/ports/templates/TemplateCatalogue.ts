import { Context, type Effect } from "effect"
import type { ListedTemplate, TemplateChange } from "../../domain/templates/Template.ts"
import type {
  RemovedLanguages,
  TemplateDraft,
  TemplateEdit,
  TemplateNameTaken,
  TemplateUnknown
} from "../../domain/templates/TemplateDraft.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"
import type { FileForPlatform } from "../media/MediaStore.ts"

/** A template that the platform reviews. The category may differ from the submitted one. */
export type SubmittedTemplate = Pick<ListedTemplate, "id" | "status" | "category">

/**
 * The message templates of WhatsApp Business Accounts. A template of another business account is unknown, even if the
 * token of the account could read it. After a change through this port, the next list has it.
 */
export class TemplateCatalogue extends Context.Service<
  TemplateCatalogue,
  {
    /**
     * All approved templates of the account, at most some minutes old; older ones only while the platform is down.
     */
    approved(account: ConnectedAccount): Effect.Effect<ReadonlyArray<ListedTemplate>, PlatformFailure>
    /**
     * The approved templates as far as they are cached and at most some minutes old, without waiting for the platform.
     * Null if there are none, and then they are read in the background.
     */
    cached(account: ConnectedAccount): Effect.Effect<ReadonlyArray<ListedTemplate> | null>
    /** All templates of the account with any status, as the platform has them now. */
    all(account: ConnectedAccount): Effect.Effect<ReadonlyArray<ListedTemplate>, PlatformFailure>
    /** The template as the platform has it now. */
    find(account: ConnectedAccount, id: string): Effect.Effect<ListedTemplate, PlatformFailure | TemplateUnknown>
    /** Submits a new template. */
    create(
      account: ConnectedAccount,
      draft: TemplateDraft
    ): Effect.Effect<SubmittedTemplate, PlatformFailure | TemplateNameTaken>
    /** Changes a template that `find` returned, and submits it again. */
    edit(account: ConnectedAccount, template: ListedTemplate, edit: TemplateEdit): Effect.Effect<void, PlatformFailure>
    /** Deletes a template that `find` returned: in its language, or in every language that has its name. */
    remove(
      account: ConnectedAccount,
      template: ListedTemplate,
      languages: RemovedLanguages
    ): Effect.Effect<void, PlatformFailure>
    /** Uploads the example of a media header. Returns the handle that names it in a submission. */
    uploadExample(account: ConnectedAccount, file: FileForPlatform): Effect.Effect<string, PlatformFailure>
    /**
     * Applies a reported change to a template of this WhatsApp Business Account, for all organizations that use it.
     * From now on it is listed with the change, also while the platform is down; other processes know within some
     * minutes.
     */
    changed(businessAccountId: string, change: TemplateChange): Effect.Effect<void>
  }
>()("effect-parley/ports/TemplateCatalogue") {}
