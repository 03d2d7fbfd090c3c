import { Array, DateTime, Duration, Schema } from "effect"
import type { ChannelNotConnected, ChannelTokenMissing, ChannelTokenUnreadable } from "../conversations/Channel.ts"
import { ChannelAccountId, OrganizationId } from "../Ids.ts"
import { isTokenRefused, isTransient, type PlatformFailure, type PlatformRejected } from "../messages/PlatformError.ts"
import { lookupWaits, shortestWaitForToken, spreadWait } from "../retryWaits.ts"

/** A person of Messenger or Instagram, as an account knows them. */
export class AccountPerson extends Schema.Opaque<AccountPerson>()(
  Schema.Struct({
    /** The account that first saw the person; its token is used for the look-up. */
    channelAccountId: ChannelAccountId,
    /** PSID or IGSID. */
    personId: Schema.NonEmptyString
  })
) {}

/** A look-up of a person's name at the platform, since its webhooks carry none. */
export class NewProfileLookup extends Schema.Opaque<NewProfileLookup>()(
  Schema.Struct({ ...AccountPerson.fields, dueAt: Schema.DateTimeUtcFromString })
) {}

/** A look-up with the number of its attempts. */
export class ProfileLookup extends Schema.Opaque<ProfileLookup>()(
  Schema.Struct({
    organizationId: OrganizationId,
    ...AccountPerson.fields,
    /** Failed attempts. */
    failures: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
  })
) {}

/**
 * How long a platform's answer without a name is valid. After that, the next report of the person starts a new look-up:
 * they may have agreed meanwhile, or the app may have received the permission.
 */
export const namelessFor = Duration.days(1)

/** Why the platform gave no answer, or was not asked. */
export type LookupFailure = PlatformFailure | ChannelNotConnected | ChannelTokenMissing | ChannelTokenUnreadable

/** Most attempts of a look-up. */
export const maxLookups = Array.length(lookupWaits) + 1

/**
 * Whether the platform has answered that this account gets to know nothing of the person: they are gone, have blocked
 * it or never agreed, or the app may not ask. To ask again soon would not help.
 */
export const isProfileRefused = (failure: LookupFailure): failure is PlatformRejected =>
  failure._tag === "PlatformRejected" && !isTransient(failure) && !isTokenRefused(failure)

const wantsToken = (failure: LookupFailure): boolean =>
  isTokenRefused(failure) ||
  failure._tag === "ChannelNotConnected" ||
  failure._tag === "ChannelTokenMissing" ||
  failure._tag === "ChannelTokenUnreadable"

/**
 * When to ask again after a failure; null for not at all. `failures` are those before it; `chance` is a number in [0,
 * 1) that places the wait within its spread.
 */
export const askAgainAt = (
  failures: number,
  failure: LookupFailure,
  at: DateTime.Utc,
  chance: number
): DateTime.Utc | null => {
  const wait = isProfileRefused(failure) ? undefined : lookupWaits[failures]
  if (wait === undefined) return null
  const least = wantsToken(failure) ? shortestWaitForToken : Duration.zero
  return DateTime.addDuration(at, spreadWait(Duration.max(Duration.fromInputUnsafe(wait), least), chance))
}
