import { DateTime, type Schema } from "effect"

/**
 * A number below it counts seconds, and one from it on milliseconds: no platform reports of 2001 or of the year 33 658.
 */
const firstMillis = 1e12

/** The year 10 000: what is later is no time, and no store takes it. */
const end = 253_402_300_800_000

/**
 * A time as the platforms write it: seconds as text (WhatsApp), milliseconds as a number (Messenger, Instagram), and
 * each of them as the other at times (platforms P5, P11). Null when it cannot be read.
 */
export const platformTime = (value: Schema.Json | undefined): DateTime.Utc | null => {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number <= 0) return null
  const millis = number < firstMillis ? number * 1_000 : number
  return millis < end ? DateTime.makeUnsafe(millis) : null
}
