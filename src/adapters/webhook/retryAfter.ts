import { DateTime, Option } from "effect"

const seconds = /^\d+$/

/** All three forms of RFC 9110 begin with the name of a day; a date without its zone would be read as local time. */
const httpDate = /^[A-Z][a-z]+,? .*\d$|^[A-Z][a-z]+,? .* GMT$/

/**
 * How long a `Retry-After` asks to wait, in milliseconds, seen from `at`: seconds, or a date. Null when it says neither;
 * a date that has passed asks for nothing.
 */
export const retryAfterMillis = (header: string, at: DateTime.Utc): number | null => {
  const text = header.trim()
  if (seconds.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER)
  if (!httpDate.test(text)) return null
  return DateTime.make(text.endsWith(" GMT") ? text : `${text} GMT`).pipe(
    Option.map((date) => Math.max(0, DateTime.toEpochMillis(date) - DateTime.toEpochMillis(at))),
    Option.getOrNull
  )
}
