import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Channel } from "../domain/Channel.ts"
import type { Contact } from "../domain/Contact.ts"
import type { Conversation } from "../domain/Conversation.ts"
import type { ConversationId, OrganizationId } from "../domain/Ids.ts"
import type { Message } from "../domain/Message.ts"
import type { Page, PageRequest } from "../domain/Page.ts"

/** A conversation as lists show it. */
export interface ConversationOverview {
  readonly conversation: Conversation
  readonly contact: Pick<Contact, "id" | "name" | "phone">
  /** What was said last, either way; null when nothing was. */
  readonly lastMessage: Pick<Message, "type" | "content" | "direction" | "createdAt"> | null
  /** When something was last said or changed. */
  readonly updatedAt: DateTime.Utc
}

/** Where conversations are kept. Those of a deleted contact are not found here any more. */
export class ConversationStore extends Context.Service<
  ConversationStore,
  {
    find(organizationId: OrganizationId, id: ConversationId): Effect.Effect<Option.Option<Conversation>>
    /** The conversations of a channel, the one that was last updated first. */
    list(organizationId: OrganizationId, channel: Channel, page: PageRequest): Effect.Effect<Page<ConversationOverview>>
  }
>()("effect-parley/ports/ConversationStore") {}
