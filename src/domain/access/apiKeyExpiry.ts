import { DateTime, Option } from "effect"

/** Longest life of an API key that has an expiry, in days: ten years. */
export const maxApiKeyDays = 3_650

const days = /^([1-9]\d{0,3})d$/
const instant = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/

/** What an expiry has to look like. */
export const apiKeyExpiryForm =
  "days from now such as 90d, a date such as 2027-01-31 (its beginning, UTC), or an instant such as 2027-01-31T12:00:00Z"

/** The instant of the text. A day that the month does not have is refused: it would become one of the next month. */
const instantOf = (text: string): Option.Option<DateTime.Utc> =>
  instant.test(text)
    ? Option.filter(Option.map(DateTime.make(text), DateTime.toUtc), (at) =>
        DateTime.formatIso(at).startsWith(text.slice(0, "2027-01-31".length))
      )
    : Option.none()

/** The instant that the text names, if it lies in the future and at most `maxApiKeyDays` away. */
export const apiKeyExpiryOf = (text: string, now: DateTime.Utc): Option.Option<DateTime.Utc> => {
  const [, count] = days.exec(text) ?? []
  const named = count === undefined ? instantOf(text) : Option.some(DateTime.add(now, { days: Number(count) }))
  const latest = DateTime.add(now, { days: maxApiKeyDays })
  return Option.filter(named, (at) => DateTime.isGreaterThan(at, now) && DateTime.isLessThanOrEqualTo(at, latest))
}
