import { Effect, Layer } from "effect"
import { claimLookups, lookUpProfile } from "../../app/lookUpProfile.ts"
import type { ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import { ProfileLookups } from "../../ports/stores/ProfileLookups.ts"
import { runDueWork } from "./runDueWork.ts"

/** Most profile look-ups in flight. */
export const maxInFlight = 4

const process = (lookup: ProfileLookup) =>
  Effect.catchCause(lookUpProfile(lookup), (cause) => Effect.logError("profile look-up failed", cause))

/** Looks up the names of contacts whose look-up is due. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(ProfileLookups, ({ wakeSignal }) =>
    runDueWork({ name: "profile", maxInFlight, claimOne: claimLookups(1), process, wakeSignal })
  )
)
