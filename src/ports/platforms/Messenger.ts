import { Context, type Effect } from "effect"
import type { PlatformMessageId } from "../../domain/Ids.ts"
import type { MessageTag, MessengerContent } from "../../domain/message/MessengerContent.ts"
import type { MessengerConversation } from "../../domain/conversation/PlatformConversation.ts"
import type { PlatformFailure } from "../../domain/message/PlatformError.ts"
import type { ConnectedAccount } from "../stores/ChannelAccounts.ts"

export class Messenger extends Context.Service<
  Messenger,
  {
    /** Hands a message to the platform, once. `to` is the person's id on this Page. */
    send(
      from: ConnectedAccount,
      to: string,
      content: MessengerContent,
      tag: MessageTag | null
    ): Effect.Effect<PlatformMessageId, PlatformFailure>
    /** What the platform lists now, the newest first; the adapter says how many at most. */
    conversations(from: ConnectedAccount): Effect.Effect<ReadonlyArray<MessengerConversation>, PlatformFailure>
  }
>()("effect-parley/ports/Messenger") {}
