import { Context, type Effect, type Option } from "effect"
import type { MessageId, OrganizationId } from "../domain/Ids.ts"
import type { Message } from "../domain/Message.ts"

/** Where messages are kept, also those of contacts that were deleted. */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    find(organizationId: OrganizationId, id: MessageId): Effect.Effect<Option.Option<Message>>
  }
>()("effect-parley/ports/MessageStore") {}
