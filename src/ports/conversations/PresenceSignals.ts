import { Context, type Effect, type Scope } from "effect"
import type { PresentMember } from "../../domain/conversations/Presence.ts"
import type { ConversationId, OrganizationId } from "../../domain/Ids.ts"

/** A member who says that the conversation is on the screen. */
export interface SaidPresence {
  readonly organizationId: OrganizationId
  readonly conversationId: ConversationId
  readonly member: PresentMember
}

/** Sends the presence of members in conversations to the other processes (contract C304). Nothing is stored. */
export class PresenceSignals extends Context.Service<
  PresenceSignals,
  {
    /** Notifies the other processes soon, without a wait. A signal may be lost: members repeat it. */
    notify(presence: SaidPresence): Effect.Effect<void>
    /** Receives the signals of other processes, until the scope ends. */
    listen(receive: (presence: SaidPresence) => Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/ports/PresenceSignals") {}
