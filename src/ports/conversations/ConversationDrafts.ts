import { Context, type Effect, type Option } from "effect"
import type { Draft } from "../../domain/conversations/Draft.ts"
import type { ConversationId, OrganizationId, UserId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/**
 * Stores drafts (contract: Drafts of a member), at most one of a member in a conversation. When two conversations become
 * one, the later draft of each member stays. Drafts of a user who is no longer a member are deleted.
 */
export class ConversationDrafts extends Context.Service<
  ConversationDrafts,
  {
    /** A page of the drafts of the member, the last changed first, of one instant the greater conversation id. */
    list(organizationId: OrganizationId, userId: UserId, page: PageRequest): Effect.Effect<Page<Draft>>
    find(
      organizationId: OrganizationId,
      userId: UserId,
      conversationId: ConversationId
    ): Effect.Effect<Option.Option<Draft>>
    /**
     * Stores or replaces a draft, and removes the oldest ones beyond `maxDrafts`. Does nothing without the member or the
     * conversation.
     */
    save(draft: Draft): Effect.Effect<void>
    /** Does nothing without a draft. */
    remove(organizationId: OrganizationId, userId: UserId, conversationId: ConversationId): Effect.Effect<void>
  }
>()("effect-parley/ports/ConversationDrafts") {}
