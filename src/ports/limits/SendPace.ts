import { Context, type Effect } from "effect"
import type { ChannelAccount } from "../../domain/conversations/Channel.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PlatformRejected } from "../../domain/messages/PlatformError.ts"
import type { SendPaceExceeded } from "../../domain/limits/SendPace.ts"

/** A send, as far as its pace is concerned. */
export interface PacedSend {
  readonly from: ChannelAccount
  /** The recipient in the form that the platform takes. */
  readonly to: string
}

/** How fast messages go to the platforms (contract C155). */
export interface Pacer {
  /**
   * Returns once the platform may be called, usually at once. Sends of a pair start in the order of their calls. Fails
   * at once if the wait would exceed `patienceMillis`. A send that fails, or is interrupted while it waits, does not
   * count. Returns the start of the send, in milliseconds of the adapter's clock.
   */
  hold(organizationId: OrganizationId, send: PacedSend, patienceMillis: number): Effect.Effect<number, SendPaceExceeded>
  /**
   * Slows down after the platform refused a send that `hold` started at `startedAt`. Returns the error for the caller;
   * null for a rejection that has nothing to do with pace.
   */
  refused(
    organizationId: OrganizationId,
    send: PacedSend,
    rejected: PlatformRejected,
    startedAt: number
  ): Effect.Effect<SendPaceExceeded | null>
}

/** Without an adapter nothing is held back, and a refusal of the platform is a rejection like others. */
export const SendPace = Context.Reference<Pacer | null>("effect-parley/ports/SendPace", { defaultValue: () => null })
