import { DateTime, Option } from "effect"

const seconds = /^\d+$/

/** The three forms of a date in RFC 9110, all in UTC, as `DateTime` takes what names no zone. */
const httpDates: ReadonlyArray<RegExp> = [
  /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/
]

/**
 * How long a `Retry-After` asks to wait, in milliseconds, seen from `at`: seconds, or a date. Null when it says neither;
 * a date that has passed asks for nothing.
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
