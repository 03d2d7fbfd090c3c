import { Effect, Layer } from "effect"
import { claimLookups, lookUpProfile } from "../../app/lookUpProfile.ts"
import type { ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import { ProfileLookups } from "../../ports/stores/ProfileLookups.ts"
import { runDueWork } from "./runDueWork.ts"

/** Most people who are asked for at the same time. */
export const maxInFlight = 4

const process = (lookup: ProfileLookup) =>
  Effect.catchCause(lookUpProfile(lookup), (cause) => Effect.logError("profile look-up died", cause))

/** Looks up the names of those who are due. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(ProfileLookups, ({ wakeSignal }) =>
    runDueWork({ name: "profile", maxInFlight, claimOne: claimLookups(1), process, wakeSignal })
  )
)
