import { DateTime, Option } from "effect"

/** Longest life of an API key that has an expiry, in days: ten years. */
export const maxApiKeyDays = 3_650

/** Most API keys of an organization that are neither revoked nor expired. */
export const maxApiKeys = 100

/** Whether the key is neither revoked nor expired. */
export const isUsableKey = (
  { expiresAt, revokedAt }: { readonly expiresAt: DateTime.Utc | null; readonly revokedAt: DateTime.Utc | null },
  now: DateTime.Utc
): boolean => revokedAt === null && (expiresAt === null || DateTime.isLessThan(now, expiresAt))

const days = /^([1-9]\d{0,3})d$/
const instant = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/

/** The accepted form of an expiry. */
export const apiKeyExpiryForm =
  "days from now such as 90d, a date such as 2027-01-31 (its beginning, UTC), or an instant such as 2027-01-31T12:00:00Z"

/** The instant of the text. A day that the month does not have is refused: it would become one of the next month. */
const instantOf = (text: string): Option.Option<DateTime.Utc> =>
  instant.test(text)
    ? Option.filter(Option.map(DateTime.make(text), DateTime.toUtc), (at) =>
        DateTime.formatIso(at).startsWith(text.slice(0, "2027-01-31".length))
      )
    : Option.none()

/** Whether a key may expire then: in the future, and at most `maxApiKeyDays` away. */
export const isApiKeyExpiry = (at: DateTime.Utc, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThan(at, now) && DateTime.isLessThanOrEqualTo(at, DateTime.add(now, { days: maxApiKeyDays }))

/** The instant that the text names, if a key may expire then. */
export const apiKeyExpiryOf = (text: string, now: DateTime.Utc): Option.Option<DateTime.Utc> => {
  const [, count] = days.exec(text) ?? []
  const expiry = count === undefined ? instantOf(text) : Option.some(DateTime.add(now, { days: Number(count) }))
  return Option.filter(expiry, (at) => isApiKeyExpiry(at, now))
}
