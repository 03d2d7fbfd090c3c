import { Array, Schema } from "effect"
import { ChannelAccount } from "../conversations/Channel.ts"

/** A change that the platform made to a connected account: its standing, its limits, its name, its templates. */
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

/** A name with fewer digits is no number. */
const minNumberDigits = 7

const isNumber = ({ displayName }: ChannelAccount): boolean => digitsOf(displayName).length >= minNumberDigits

/**
 * The accounts of a WhatsApp Business Account that a change concerns. Without a number that is all of them. Else it is the
 * one with that number as its name, or those whose name is no number: one of these may have it.
 */
export const accountsConcerned = (
  accounts: ReadonlyArray<ChannelAccount>,
  displayNumber: string | null
): ReadonlyArray<ChannelAccount> => {
  const digits = digitsOf(displayNumber ?? "")
  if (digits === "") return accounts
  const matches = accounts.filter(({ displayName }) => digitsOf(displayName) === digits)
  return Array.isReadonlyArrayNonEmpty(matches) ? matches : accounts.filter((account) => !isNumber(account))
}
