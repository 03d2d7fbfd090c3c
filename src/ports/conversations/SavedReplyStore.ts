import { Context, type Effect, type Option } from "effect"
import type { SavedReply } from "../../domain/conversations/SavedReply.ts"
import type { OrganizationId, SavedReplyId, UserId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/** Which replies are listed. A field that is null restricts nothing. */
export interface SavedReplyFilter {
  /** The member whose replies are listed beside the shared ones; null for shared ones only. */
  readonly ownerId: UserId | null
  /** The beginning of the shortcut, in the form of `shortcutPrefix`. */
  readonly prefix: string | null
  /** Replies in this language, and those of no language in particular. */
  readonly language: SavedReply["language"]
}

/** Stores saved replies (contract: Saved replies). Those of a user who is no longer a member are deleted. */
export class SavedReplyStore extends Context.Service<
  SavedReplyStore,
  {
    /** A page of the replies, by shortcut, personal ones before shared ones, then by id. */
    list(organizationId: OrganizationId, filter: SavedReplyFilter, page: PageRequest): Effect.Effect<Page<SavedReply>>
    find(organizationId: OrganizationId, id: SavedReplyId): Effect.Effect<Option.Option<SavedReply>>
    /** The replies of the owner with the shortcut; null for shared ones. */
    withShortcut(
      organizationId: OrganizationId,
      ownerId: UserId | null,
      shortcut: string
    ): Effect.Effect<ReadonlyArray<SavedReply>>
    /** The number of replies of the owner; null for shared ones. */
    count(organizationId: OrganizationId, ownerId: UserId | null): Effect.Effect<number>
    add(reply: SavedReply): Effect.Effect<void>
    /** Replaces shortcut, text, language, file and the time of update. Does nothing without such a reply. */
    save(reply: SavedReply): Effect.Effect<void>
    /** Returns whether there was one. */
    remove(organizationId: OrganizationId, id: SavedReplyId): Effect.Effect<boolean>
  }
>()("effect-parley/ports/SavedReplyStore") {}
