import { Context, type DateTime, type Effect, type Redacted } from "effect"
import type { ChannelSignup, SignupApp as App, SignupGrant, SignupRefused } from "../../domain/access/ChannelSignup.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"

/** An attempt to complete a signup. */
export interface SignupClaim {
  readonly startedBy: string
  /** The platform's code. The first attempt binds the signup to it. */
  readonly code: string
  readonly at: DateTime.Utc
  /** Until then the signup belongs to this attempt. */
  readonly until: DateTime.Utc
}

/** A claimed signup. */
export interface ClaimedSignup extends Pick<ChannelSignup, "redirectUrl"> {
  /** The grant of an earlier attempt; null if there is none, or it cannot be opened any more. */
  readonly grant: SignupGrant | null
}

/** Embedded signups by their states. States and codes are stored as hashes, grants sealed (contract: Embedded signup). */
export class ChannelSignups extends Context.Service<
  ChannelSignups,
  {
    /** Adds a signup. Expired ones of the organization are deleted, and the newest `maxSignups` stay. */
    begin(organizationId: OrganizationId, state: string, signup: ChannelSignup): Effect.Effect<void>
    /** Gives the signup to one of concurrent attempts. */
    claim(
      organizationId: OrganizationId,
      state: string,
      claim: SignupClaim
    ): Effect.Effect<ClaimedSignup, SignupRefused>
    storeGrant(organizationId: OrganizationId, state: string, grant: SignupGrant): Effect.Effect<void>
    /** Ends a failed attempt, so that another can continue. */
    release(organizationId: OrganizationId, state: string): Effect.Effect<void>
    /** Ends the signup for good, and deletes its grant. */
    complete(organizationId: OrganizationId, state: string, at: DateTime.Utc): Effect.Effect<void>
  }
>()("effect-parley/ports/ChannelSignups") {}

/** A number of a business account. */
export interface SignupNumber {
  readonly id: string
  readonly displayPhoneNumber: string
  /** Whether the number can send and receive over the platform's API. */
  readonly isRegistered: boolean
}

/** The platform's part of an embedded signup. Only `exchange` has an effect that cannot be repeated. */
export class SignupPlatform extends Context.Service<
  SignupPlatform,
  {
    /** Exchanges a code for a token. `redirectUrl` is the one of the start. */
    exchange(code: string, redirectUrl: string | null): Effect.Effect<Redacted.Redacted, PlatformFailure>
    /** Business accounts that the token was granted for; none if the platform does not tell. Fails for another app's token. */
    businessAccounts(token: Redacted.Redacted): Effect.Effect<ReadonlyArray<string>, PlatformFailure>
    numbers(
      token: Redacted.Redacted,
      businessAccountId: string
    ): Effect.Effect<ReadonlyArray<SignupNumber>, PlatformFailure>
    /** Lets the app receive the webhooks of the business account. */
    subscribe(token: Redacted.Redacted, businessAccountId: string): Effect.Effect<void, PlatformFailure>
    /** Registers the number with this PIN. */
    register(token: Redacted.Redacted, phoneNumberId: string, pin: string): Effect.Effect<void, PlatformFailure>
  }
>()("effect-parley/ports/SignupPlatform") {}

/** The app of embedded signups; null: they are off. */
export const CurrentSignupApp = Context.Reference<App | null>("effect-parley/ports/CurrentSignupApp", {
  defaultValue: () => null
})
