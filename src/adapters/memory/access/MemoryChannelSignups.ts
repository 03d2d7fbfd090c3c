import { DateTime, Effect, Layer, Order } from "effect"
import { type ChannelSignup, SignupRefused, maxSignups } from "../../../domain/access/ChannelSignup.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { ChannelSignups, type ClaimedSignup, type SignupClaim } from "../../../ports/access/ChannelSignups.ts"
import type { State, Step, StoredSignup } from "../State.ts"
import { World } from "../World.ts"

const newestFirst = Order.flip(
  Order.mapInput(Order.Number, ({ startedAt }: StoredSignup) => startedAt.epochMilliseconds)
)

const begin =
  (organizationId: OrganizationId, state: string, signup: ChannelSignup): Step<void> =>
  (all) => {
    const own = all.channelSignups
      .filter((one) => one.organizationId === organizationId && DateTime.isGreaterThan(one.expiresAt, signup.startedAt))
      .toSorted(newestFirst)
      .slice(0, maxSignups - 1)
    const others = all.channelSignups.filter((one) => one.organizationId !== organizationId)
    const added = { ...signup, organizationId, state, code: null, grant: null, claimedUntil: null, completedAt: null }
    return [Effect.void, { ...all, channelSignups: [...others, ...own, added] }]
  }

const changed = (all: State, organizationId: OrganizationId, state: string, change: Partial<StoredSignup>): State => ({
  ...all,
  channelSignups: all.channelSignups.map((one) =>
    one.organizationId === organizationId && one.state === state ? { ...one, ...change } : one
  )
})

const claim =
  (
    organizationId: OrganizationId,
    state: string,
    { at, code, startedBy, until }: SignupClaim
  ): Step<ClaimedSignup, SignupRefused> =>
  (all) => {
    const refuse = (reason: SignupRefused["reason"]) => [new SignupRefused({ reason }), all] as const
    const found = all.channelSignups.find((one) => one.organizationId === organizationId && one.state === state)
    if (found === undefined || found.startedBy !== startedBy) return refuse("unknown")
    if (found.completedAt !== null) return refuse("used")
    if (DateTime.isLessThanOrEqualTo(found.expiresAt, at)) return refuse("expired")
    if (found.code !== null && found.code !== code) return refuse("another code")
    if (found.claimedUntil !== null && DateTime.isGreaterThan(found.claimedUntil, at)) return refuse("in progress")
    const { grant, redirectUrl } = found
    return [Effect.succeed({ grant, redirectUrl }), changed(all, organizationId, state, { code, claimedUntil: until })]
  }

export const layer = Layer.effect(
  ChannelSignups,
  Effect.map(World, ({ step }) =>
    ChannelSignups.of({
      begin: (organizationId, state, signup) => step("ChannelSignups.begin", begin(organizationId, state, signup)),
      claim: (organizationId, state, attempt) => step("ChannelSignups.claim", claim(organizationId, state, attempt)),
      storeGrant: (organizationId, state, grant) =>
        step("ChannelSignups.storeGrant", (all) => [Effect.void, changed(all, organizationId, state, { grant })]),
      release: (organizationId, state) =>
        step("ChannelSignups.release", (all) => [
          Effect.void,
          changed(all, organizationId, state, { claimedUntil: null })
        ]),
      complete: (organizationId, state, at) =>
        step("ChannelSignups.complete", (all) => [
          Effect.void,
          changed(all, organizationId, state, { completedAt: at, claimedUntil: null, grant: null })
        ])
    })
  )
)
