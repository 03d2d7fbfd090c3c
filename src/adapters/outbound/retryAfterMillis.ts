import { DateTime, Option } from "effect"

const seconds = /^\d+$/

/** The three date forms of RFC 9110, all in UTC, which is the default zone of `DateTime`. */
const httpDates: ReadonlyArray<RegExp> = [
  /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/
]

/**
 * The wait of a `Retry-After` header in milliseconds, relative to `at`: seconds, or a date. Null if it is neither; zero
 * for a past date.
 */
export const retryAfterMillis = (header: string, at: DateTime.Utc): number | null => {
  const text = header.trim()
  if (seconds.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER)
  if (!httpDates.some((form) => form.test(text))) return null
  return DateTime.make(text).pipe(
    Option.map((date) => Math.max(0, DateTime.toEpochMillis(date) - DateTime.toEpochMillis(at))),
    Option.getOrNull
  )
}
