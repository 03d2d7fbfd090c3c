import { Context, type Effect } from "effect"
import type { PlatformMessageId } from "../../domain/Ids.ts"
import type { PhoneNumber } from "../../domain/contact/PhoneNumber.ts"
import type { PlatformFailure } from "../../domain/message/PlatformError.ts"
import type { WhatsAppContent } from "../../domain/message/WhatsAppContent.ts"
import type { ConnectedAccount } from "../stores/ChannelAccounts.ts"

export interface AcceptedSend {
  readonly platformMessageId: PlatformMessageId
  /** The recipient as the platform knows them; may differ from the number written to, or be missing. */
  readonly waId: PhoneNumber | null
}

export class WhatsApp extends Context.Service<
  WhatsApp,
  {
    /** Hands a message to the platform, once: nothing is tried again, since the platform knows no idempotency. */
    send(
      from: ConnectedAccount,
      to: PhoneNumber,
      content: WhatsAppContent
    ): Effect.Effect<AcceptedSend, PlatformFailure>
  }
>()("effect-parley/ports/WhatsApp") {}
