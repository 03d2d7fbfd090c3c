import { Schema } from "effect"
import type { UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** A member's activity in a conversation on their screen. */
export const PresenceState = Schema.Literals(["viewing", "typing"])
export type PresenceState = Named<typeof PresenceState.Type>

/** A member with a conversation on the screen. */
export interface PresentMember {
  readonly userId: UserId
  readonly name: string
  readonly state: PresenceState
}

/** A member who does not say so again is gone after this time, in milliseconds. */
export const presenceMillis = 30_000

/** How often a client says so, in seconds: a member stays visible after one lost call. */
export const presenceIntervalSeconds = 12
