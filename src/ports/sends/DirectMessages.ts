import { Context, type Effect } from "effect"
import type { MessageId, PlatformMessageId } from "../../domain/Ids.ts"
import type { MessageTag, MessengerContent } from "../../domain/messages/messenger/MessengerContent.ts"
import type { PlatformConversation } from "../../domain/conversations/PlatformConversation.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** Messenger and Instagram, in the name of a Page or an Instagram account. The account decides which of them is called. */
export class DirectMessages extends Context.Service<
  DirectMessages,
  {
    /**
     * Hands a message to the platform, once. `to` is the person's id for this account. Messenger gives `sendId` back in the
     * echo of the message; Instagram gives nothing back (contract C152).
     */
    send(
      from: ConnectedAccount,
      to: string,
      content: MessengerContent,
      tag: MessageTag | null,
      sendId: MessageId
    ): Effect.Effect<PlatformMessageId, PlatformFailure>
    /** The platform's current list, the newest first; the adapter sets the maximum. */
    conversations(from: ConnectedAccount): Effect.Effect<ReadonlyArray<PlatformConversation>, PlatformFailure>
  }
>()("effect-parley/ports/DirectMessages") {}
