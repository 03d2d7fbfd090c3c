import { Context, type Effect } from "effect"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { SenderAction } from "../../domain/messages/senderAction.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** Shows people that the business has read their messages, or is typing. */
export class SenderActions extends Context.Service<
  SenderActions,
  {
    /** Hands the action to the platform, once. The platform takes repetitions. */
    send(from: ConnectedAccount, action: SenderAction): Effect.Effect<void, PlatformFailure>
    /** Queues the action and returns at once. It is sent later, once, or not at all. */
    offer(from: ConnectedAccount, action: SenderAction): Effect.Effect<void>
  }
>()("effect-parley/ports/SenderActions") {}
