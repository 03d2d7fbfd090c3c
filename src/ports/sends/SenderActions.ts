import { Context, type Effect } from "effect"
import type { ThreadCall } from "../../domain/conversations/threadControl.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { SenderAction } from "../../domain/messages/senderAction.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** Actions of the business that are no messages: people see that it has read theirs or is typing, or who answers. */
export class SenderActions extends Context.Service<
  SenderActions,
  {
    /** Hands the action to the platform, once. The platform takes repetitions. */
    send(from: ConnectedAccount, action: SenderAction): Effect.Effect<void, PlatformFailure>
    /** Queues the action and returns at once. It is sent later, once, or not at all. */
    offer(from: ConnectedAccount, action: SenderAction): Effect.Effect<void>
    /** Changes the holder of the thread with the person on Messenger or Instagram, once. The platform takes repetitions. */
    control(from: ConnectedAccount, person: string, call: ThreadCall): Effect.Effect<void, PlatformFailure>
  }
>()("effect-parley/ports/SenderActions") {}
