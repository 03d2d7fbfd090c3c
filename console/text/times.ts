/** Formats of instants in the user's time zone. */
const formats = {
  time: { hour: "numeric", minute: "2-digit" },
  day: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  date: { day: "numeric", month: "short", year: "numeric" },
  full: { dateStyle: "full", timeStyle: "long" },
  short: { dateStyle: "medium", timeStyle: "medium" }
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const made = new Map<string, Intl.DateTimeFormat>()

/** Formats an instant (ISO 8601, or milliseconds since 1970). Other texts stay unchanged. */
export const formatTime = (language: string, at: string | number, format: keyof typeof formats): string => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return String(at)
  const key = `${language} ${format}`
  const known = made.get(key) ?? new Intl.DateTimeFormat(language, formats[format])
  made.set(key, known)
  return known.format(date)
}

/** Day of an instant in the user's time zone; equal days have equal texts. */
export const dayOf = (at: string): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

const steps = [
  ["year", 365 * 24 * 3_600],
  ["month", 30 * 24 * 3_600],
  ["day", 24 * 3_600],
  ["hour", 3_600],
  ["minute", 60]
] as const satisfies ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]>

/** Time of an instant relative to now. */
export const formatRelative = (language: string, at: string | number, now: number): string => {
  const seconds = (new Date(at).getTime() - now) / 1_000
  if (Number.isNaN(seconds)) return String(at)
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" })
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, "second")
}
