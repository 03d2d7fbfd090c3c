import { Effect, Layer } from "effect"
import { claimLookups, lookUpProfile } from "../../app/lookUpProfile.ts"
import type { ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import { ProfileLookups } from "../../ports/stores/ProfileLookups.ts"
import { attendDue } from "./attendDue.ts"

/** Most people who are asked for at the same time. */
export const maxInFlight = 4

const attend = (lookup: ProfileLookup) =>
  Effect.catchCause(lookUpProfile(lookup), (cause) => Effect.logError("profile look-up died", cause))

/** Looks up the names of those who are due. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(ProfileLookups, ({ arrival }) =>
    attendDue({ name: "profile", maxInFlight, claimOne: claimLookups(1), attend, arrival })
  )
)
