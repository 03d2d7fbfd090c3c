import { Array, DateTime, Effect, Layer, Order, Struct } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { AccountPerson, NewProfileLookup, ProfileLookup } from "../../../domain/inbound/ProfileLookup.ts"
import { ProfileLookups } from "../../../ports/inbound/InboundQueue.ts"
import type { StoredProfileLookup, Step } from "../State.ts"
import { World } from "../World.ts"

const isSame = (one: AccountPerson, other: AccountPerson): boolean =>
  one.channelAccountId === other.channelAccountId && one.personId === other.personId

const isOf =
  (organizationId: OrganizationId, person: AccountPerson) =>
  (stored: StoredProfileLookup): boolean =>
    stored.organizationId === organizationId && isSame(stored, person)

const addAll =
  (organizationId: OrganizationId, lookups: ReadonlyArray<NewProfileLookup>): Step<void> =>
  (state) => {
    const added = Array.dedupeWith(lookups, isSame)
      .filter((lookup) => !state.profileLookups.some(isOf(organizationId, lookup)))
      .map(({ channelAccountId, dueAt, personId }) => ({
        organizationId,
        channelAccountId,
        personId,
        dueAt,
        failures: 0
      }))
    return [
      Effect.void,
      {
        ...state,
        profileLookups: [...state.profileLookups, ...added],
        lookupsAdded: state.lookupsAdded + added.length
      }
    ]
  }

const longestDue = Order.combine(
  Order.mapInput(Order.Number, ({ dueAt }: StoredProfileLookup) => dueAt.epochMilliseconds),
  Order.mapInput(Order.String, ({ personId }: StoredProfileLookup) => personId)
)

const claim =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Step<ReadonlyArray<ProfileLookup>> =>
  (state) => {
    const claimed = state.profileLookups
      .filter(({ dueAt }) => DateTime.isLessThanOrEqualTo(dueAt, now))
      .sort(longestDue)
      .slice(0, limit)
    if (claimed.length === 0) return [Effect.succeed([]), state]
    const leased = new Set(claimed)
    return [
      Effect.succeed(claimed.map((stored) => Struct.omit(stored, ["dueAt"]))),
      {
        ...state,
        profileLookups: state.profileLookups.map((stored) =>
          leased.has(stored) ? { ...stored, dueAt: leaseUntil } : stored
        )
      }
    ]
  }

/** Replaces the look-up of a person; no effect without a row. */
const replace =
  (
    organizationId: OrganizationId,
    person: AccountPerson,
    change: (stored: StoredProfileLookup) => ReadonlyArray<StoredProfileLookup>
  ): Step<void> =>
  (state) => {
    const isIt = isOf(organizationId, person)
    const profileLookups = state.profileLookups.flatMap((stored) => (isIt(stored) ? change(stored) : [stored]))
    return [Effect.void, { ...state, profileLookups }]
  }

export const layer = Layer.effect(
  ProfileLookups,
  Effect.map(World, ({ profileSignal, step }) =>
    ProfileLookups.of({
      addAll: (organizationId, lookups) => step("ProfileLookups.addAll", addAll(organizationId, lookups)),
      claim: (now, leaseUntil, limit) => step("ProfileLookups.claim", claim(now, leaseUntil, limit)),
      retry: (organizationId, person, retryAt) =>
        step(
          "ProfileLookups.retry",
          replace(organizationId, person, (stored) => [{ ...stored, failures: stored.failures + 1, dueAt: retryAt }])
        ),
      finish: (organizationId, person) =>
        step(
          "ProfileLookups.finish",
          replace(organizationId, person, () => [])
        ),
      wakeSignal: profileSignal
    })
  )
)
