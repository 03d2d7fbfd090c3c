import { ownZone } from "../inbox/schedule/zones.ts"

/** Days of a report, both included, in a time zone. */
export interface ReportRange {
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

/** Periods that end today, except the last month. */
export const presets = ["today", "7d", "28d", "90d", "month", "lastMonth"] as const
export type Preset = (typeof presets)[number]

/** Most days of a report (docs/reports.md). */
export const maxDays = 92

const dayMillis = 86_400_000

const millisOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const dayAt = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** The day that is a number of days after another. */
export const addDays = (day: string, days: number): string => dayAt(millisOf(day) + days * dayMillis)

/** Number of days of a range. */
export const daysIn = ({ from, to }: Pick<ReportRange, "from" | "to">): number =>
  Math.round((millisOf(to) - millisOf(from)) / dayMillis) + 1

/** The day of an instant in a time zone. */
export const todayIn = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(now)

/** The range of a preset on a day. */
export const presetRange = (preset: Preset, today: string): Pick<ReportRange, "from" | "to"> => {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (preset) {
    case "today":
      return { from: today, to: today }
    case "7d":
      return { from: addDays(today, -6), to: today }
    case "28d":
      return { from: addDays(today, -27), to: today }
    case "90d":
      return { from: addDays(today, -89), to: today }
    case "month":
      return { from: firstOfMonth, to: today }
    case "lastMonth": {
      const to = addDays(firstOfMonth, -1)
      return { from: `${to.slice(0, 7)}-01`, to }
    }
  }
}

/** Whether the text is a day of the calendar. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(millisOf(text)) && dayAt(millisOf(text)) === text

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** Why a range has no report; null if it has one. */
export const rangeProblem = (from: string, to: string): "order" | "length" | null => {
  if (!isDay(from) || !isDay(to) || from > to) return "order"
  return daysIn({ from, to }) > maxDays ? "length" : null
}

/** The range of an address: `from` and `to`, or a preset; seven days without either. */
export const rangeOf = (
  query: Readonly<Record<string, string>>,
  now: number
): { readonly range: ReportRange; readonly preset: Preset | null } => {
  const timeZone = isZone(query["zone"] ?? "") ? (query["zone"] ?? "UTC") : ownZone()
  const { from = "", to = "" } = query
  if (rangeProblem(from, to) === null) return { range: { from, to, timeZone }, preset: null }
  const preset = presets.find((name) => name === query["period"]) ?? "7d"
  return { range: { ...presetRange(preset, todayIn(timeZone, now)), timeZone }, preset }
}

/** The range of the same length before. */
export const previousRange = (range: ReportRange): ReportRange => ({
  ...range,
  from: addDays(range.from, -daysIn(range)),
  to: addDays(range.from, -1)
})

/** Share by which a value differs from the previous one; null if the previous is absent or 0. */
export const changeOf = (value: number | null, previous: number | null): number | null =>
  value === null || previous === null || previous === 0 ? null : (value - previous) / previous
