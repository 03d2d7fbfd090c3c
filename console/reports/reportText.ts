import { useLanguageTag } from "../text/useText.ts"
import { pageTexts } from "../text/pageTexts.ts"
import type { Value } from "./chart/chartGeometry.ts"

/** Texts of the section `reports`. */
export const useReportText = pageTexts({
  en: () => import("../text/english/reports.ts").then(({ reports }) => reports),
  ar: () => import("../text/arabic/reports.ts").then(({ reports }) => reports)
})

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const

/** Formats a duration in its two largest units: `2 hr 5 min`. Below a minute it has seconds. */
export const formatDuration = (language: string, seconds: number): string => {
  const part = (value: number, unit: "day" | "hour" | "minute" | "second") =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(value)
  for (const [index, [unit, length]] of units.entries()) {
    if (seconds < length) continue
    const [smaller, smallerLength] = units[index + 1] ?? (["second", 1] as const)
    const whole = Math.floor(seconds / length)
    const rest = Math.floor((seconds - whole * length) / smallerLength)
    return rest === 0 ? part(whole, unit) : `${part(whole, unit)} ${part(rest, smaller)}`
  }
  return part(Math.round(seconds), "second")
}

/** Formats of the values of reports in the current language. */
export const useReportFormats = () => {
  const language = useLanguageTag()
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 })
  const whole = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 })
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" })
  const absent = "–"
  return {
    count: (value: Value) => (value === null ? absent : number.format(value)),
    duration: (value: Value) => (value === null ? absent : formatDuration(language, value)),
    share: (value: Value) => (value === null ? absent : share.format(value)),
    change: (value: number) => whole.format(Math.abs(value)),
    day: (name: string) => day.format(Date.parse(`${name}T00:00:00Z`))
  }
}
