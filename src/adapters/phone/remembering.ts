import { Result } from "effect"
import { Buffer } from "node:buffer"
import type { PhoneNumbers } from "../../ports/PhoneNumbers.ts"

/** Readings that are kept at least; twice as many at most. */
export const keptReadings = 4_096

/** A text of its own: a part of a file would keep the whole of it. */
const alone = (text: string): string => Buffer.from(text).toString()

/**
 * Reads as `read` does, which has to give the same for the same text, and keeps what was read lately: it takes some
 * microseconds, and most is sent to those who were written to before. What is no number is not kept.
 */
export const remembering = (read: PhoneNumbers["Service"]["read"]): PhoneNumbers["Service"]["read"] => {
  // When the young ones are enough, they become the old ones, and the old ones that were not asked for are gone.
  let young = new Map<string, ReturnType<typeof read>>()
  let old = young
  const keep = (text: string, reading: ReturnType<typeof read>) => {
    if (young.size >= keptReadings) {
      old = young
      young = new Map()
    }
    young.set(text, reading)
    return reading
  }
  return (text) => {
    const recent = young.get(text)
    if (recent !== undefined) return recent
    const earlier = old.get(text)
    if (earlier !== undefined) return keep(alone(text), earlier)
    const reading = read(text)
    return Result.isSuccess(reading) ? keep(alone(text), reading) : reading
  }
}
