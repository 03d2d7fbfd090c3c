import { DateTime } from "effect"

/** The lowest UUID of version 7 that is made at the instant; of instants before 1970, the lowest of all. */
export const firstIdAt = (at: DateTime.Utc): string => {
  const digits = Math.max(0, DateTime.toEpochMillis(at)).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}
