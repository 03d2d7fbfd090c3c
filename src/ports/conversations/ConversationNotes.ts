import { Context, type Effect, type Option } from "effect"
import type { User } from "../../domain/access/Organization.ts"
import type { Note } from "../../domain/conversations/Note.ts"
import type { ConversationId, NoteId, OrganizationId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/** A note with its author as the author is now; null for the service role. */
export interface ShownNote {
  readonly note: Note
  readonly author: Pick<User, "id" | "name" | "email"> | null
}

/** The notes of conversations (contract C265). When two conversations become one, it has the notes of both. */
export class ConversationNotes extends Context.Service<
  ConversationNotes,
  {
    /** The newest first, of one instant the greater id. */
    list(
      organizationId: OrganizationId,
      conversationId: ConversationId,
      page: PageRequest
    ): Effect.Effect<Page<ShownNote>>
    find(organizationId: OrganizationId, conversationId: ConversationId, id: NoteId): Effect.Effect<Option.Option<Note>>
    count(organizationId: OrganizationId, conversationId: ConversationId): Effect.Effect<number>
    /** Stores a note of a conversation of the organization. */
    add(note: Note): Effect.Effect<void>
    /** Whether there was one to remove. */
    remove(organizationId: OrganizationId, conversationId: ConversationId, id: NoteId): Effect.Effect<boolean>
  }
>()("effect-parley/ports/ConversationNotes") {}
