import { Context, type Effect } from "effect"
import type { MessageId, PlatformMessageId } from "../../domain/Ids.ts"
import type { PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"
import type { NamedPerson, WhatsAppRecipient } from "../../domain/contacts/ContactIdentity.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"
import type { DirectMessage, MessengerContent } from "../../domain/messages/messenger/MessengerContent.ts"
import type { PlatformConversation } from "../../domain/conversations/Conversation.ts"

/** The platform's answer to an accepted message. */
export interface AcceptedSend {
  readonly platformMessageId: PlatformMessageId
  /** The number as the platform knows it; may differ from the one written to. Null for a recipient without a number. */
  readonly waId: PhoneNumber | null
  /** The author of the comment that a private reply answers. */
  readonly person?: NamedPerson
}

/** The platform's answer to an accepted private reply. `personId` is the author of the comment. */
export interface AcceptedPrivateReply {
  readonly platformMessageId: PlatformMessageId
  readonly personId: string
}

/** Sends messages over WhatsApp. */
export class WhatsApp extends Context.Service<
  WhatsApp,
  {
    /**
     * Hands a message to the platform, once: nothing is tried again, since the platform knows no idempotency. The platform
     * gives `sendId` back in the statuses of the message.
     */
    send(
      from: ConnectedAccount,
      to: WhatsAppRecipient,
      content: WhatsAppContent,
      sendId: MessageId
    ): Effect.Effect<AcceptedSend, PlatformFailure>
  }
>()("effect-parley/ports/WhatsApp") {}

/** Messenger and Instagram, in the name of a Page or an Instagram account. The account decides which of them is called. */
export class DirectMessages extends Context.Service<
  DirectMessages,
  {
    /**
     * Hands a message to the platform, once. `to` is the person's id for this account. Messenger gives `sendId` back in
     * the echo of the message; Instagram gives nothing back (contract: Echoes that name no send). The platforms give a
     * reaction no id: it has that of `reactionId`.
     */
    send(
      from: ConnectedAccount,
      to: string,
      message: DirectMessage,
      sendId: MessageId
    ): Effect.Effect<PlatformMessageId, PlatformFailure>
    /**
     * Hands a private reply to the platform, once. The platform alone knows the author of the comment, and returns their
     * id for this account. Messenger returns `sendId` in the echo.
     */
    replyToComment(
      from: ConnectedAccount,
      commentId: string,
      content: MessengerContent,
      sendId: MessageId
    ): Effect.Effect<AcceptedPrivateReply, PlatformFailure>
    /** The platform's current list, the newest first; the adapter sets the maximum. */
    conversations(from: ConnectedAccount): Effect.Effect<ReadonlyArray<PlatformConversation>, PlatformFailure>
  }
>()("effect-parley/ports/DirectMessages") {}
