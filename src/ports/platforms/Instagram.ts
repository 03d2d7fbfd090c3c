import { Context, type Effect } from "effect"
import type { PlatformMessageId } from "../../domain/Ids.ts"
import type { MessageTag, MessengerContent } from "../../domain/message/MessengerContent.ts"
import type { InstagramConversation } from "../../domain/conversation/PlatformConversation.ts"
import type { PlatformFailure } from "../../domain/message/PlatformError.ts"
import type { ConnectedAccount } from "../stores/ChannelAccounts.ts"

/** Instagram messaging, over the Page that the account is linked to or by Instagram Login. */
export class Instagram extends Context.Service<
  Instagram,
  {
    /** Hands a message to the platform, once. `to` is the person's id for this account. */
    send(
      from: ConnectedAccount,
      to: string,
      content: MessengerContent,
      tag: MessageTag | null
    ): Effect.Effect<PlatformMessageId, PlatformFailure>
    /** What the platform lists now, the newest first; the adapter says how many at most. */
    conversations(from: ConnectedAccount): Effect.Effect<ReadonlyArray<InstagramConversation>, PlatformFailure>
  }
>()("effect-parley/ports/Instagram") {}
