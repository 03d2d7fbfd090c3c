import { Context, type Effect } from "effect"
import type { MessageId, PlatformMessageId } from "../../domain/Ids.ts"
import type { PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"
import type { WhatsAppRecipient } from "../../domain/contacts/WhatsAppUserId.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** The platform's answer to an accepted message. */
export interface AcceptedSend {
  readonly platformMessageId: PlatformMessageId
  /** The number as the platform knows it; may differ from the one written to. Null for a recipient without a number. */
  readonly waId: PhoneNumber | null
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
