import { DateTime, Duration } from "effect"

/** The last day of each version of the Graph API, as Meta's changelog has it; null where Meta has not set it. */
const lastDays: ReadonlyArray<readonly [version: string, lastDay: string | null]> = [
  ["v20.0", "2026-09-24"],
  ["v21.0", "2027-01-21"],
  ["v22.0", "2027-05-20"],
  ["v23.0", "2027-10-08"],
  ["v24.0", "2028-02-18"],
  ["v25.0", "2028-07-29"],
  ["v26.0", null]
]

/** The newest version that the emulator and the tests know. */
export const defaultGraphVersion = "v26.0"

/** How long before the last day of a version an operator is warned. */
const warningPeriod = Duration.days(365)

/** `v9.1` as 9001, for comparisons. */
const rankOf = (version: string): number => {
  const [major = "", minor = ""] = version.slice(1).split(".")
  return Number(major) * 1_000 + Number(minor)
}

/** How long a version is available: `unknown` for a version that is newer than the table. */
export interface GraphVersionSupport {
  readonly state: "available" | "ends soon" | "ended" | "unknown"
  /** The last day; null where it is not known. */
  readonly lastDay: string | null
}

/** Whether a version is available at an instant. Versions before the table have ended. */
export const graphVersionSupport = (version: string, at: DateTime.Utc): GraphVersionSupport => {
  const known = lastDays.find(([name]) => rankOf(name) === rankOf(version))
  if (known === undefined) {
    const isOlder = lastDays.every(([name]) => rankOf(version) < rankOf(name))
    return { state: isOlder ? "ended" : "unknown", lastDay: null }
  }
  const [, lastDay] = known
  if (lastDay === null) return { state: "available", lastDay }
  const end = DateTime.makeUnsafe(`${lastDay}T00:00:00.000Z`)
  if (DateTime.isLessThanOrEqualTo(end, at)) return { state: "ended", lastDay }
  const isSoon = DateTime.isLessThanOrEqualTo(DateTime.subtractDuration(end, warningPeriod), at)
  return { state: isSoon ? "ends soon" : "available", lastDay }
}
