import { Array, Schema } from "effect"
import { ChannelAccount } from "../conversation/Channel.ts"

/** Something that the platform changed about a connected account: its standing, its limits, its name, its templates. */
export class AccountChange extends Schema.Opaque<AccountChange>()(
  Schema.Struct({
    account: ChannelAccount,
    /** Equal for every report of the same change. */
    key: Schema.NonEmptyString,
    /** The platform's word: `account_update`, `phone_number_quality_update`. */
    what: Schema.NonEmptyString,
    /** In the platform's words. */
    values: Schema.Record(Schema.String, Schema.Json),
    /** When the platform reported it. */
    at: Schema.DateTimeUtcFromString
  })
) {}

/** Changes that are stored of an account: the newest. An older one that comes late counts as known. */
export const maxAccountChanges = 100

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

/**
 * The accounts of a WhatsApp Business Account that a change concerns: the one with the number that the change names, else
 * all. An account's name need not be its number.
 */
export const accountsConcerned = (
  accounts: ReadonlyArray<ChannelAccount>,
  displayNumber: string | null
): ReadonlyArray<ChannelAccount> => {
  const digits = digitsOf(displayNumber ?? "")
  const named = digits === "" ? [] : accounts.filter(({ displayName }) => digitsOf(displayName) === digits)
  return Array.isReadonlyArrayNonEmpty(named) ? named : accounts
}
