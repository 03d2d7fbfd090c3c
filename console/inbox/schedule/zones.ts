import { DateTime, Option } from "effect"

/** Maximum zones that are offered for a country. */
const maxZones = 8

/** Zones of the largest cities of countries with several zones. */
const mainZones: ReadonlyArray<string> = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Toronto",
  "America/Vancouver",
  "America/Mexico_City",
  "America/Sao_Paulo",
  "America/Manaus",
  "America/Santiago",
  "Europe/Madrid",
  "Europe/Lisbon",
  "Europe/Moscow",
  "Asia/Jakarta",
  "Asia/Shanghai",
  "Australia/Sydney",
  "Australia/Perth",
  "Pacific/Auckland"
]

/** Order of a zone in a list: main zones first. */
const rankOf = (zone: string): number => (mainZones.includes(zone) ? mainZones.indexOf(zone) : mainZones.length)

/** Zones of a region, as far as the browser knows them. */
const zonesOfRegion = (locale: Intl.Locale): ReadonlyArray<string> => {
  const known: object = locale
  if ("getTimeZones" in known && typeof known.getTimeZones === "function") {
    const zones: unknown = known.getTimeZones()
    return Array.isArray(zones) ? zones.filter((zone) => typeof zone === "string") : []
  }
  return []
}

/** Zones of a country, one for each present offset; empty for an unknown country. */
export const zonesOfCountry = (country: string, now: number): ReadonlyArray<string> => {
  if (!/^[A-Za-z]{2}$/.test(country)) return []
  const byOffset = new Map<string, string>()
  const zones = zonesOfRegion(new Intl.Locale("und", { region: country.toUpperCase() }))
  for (const zone of zones.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const offset = offsetOf(zone, now)
    if (!byOffset.has(offset)) byOffset.set(offset, zone)
  }
  return [...byOffset.values()].slice(0, maxZones)
}

/** Offset of a zone at an instant, such as `GMT-3`. */
export const offsetOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? zone

/** City of a zone, for people: `America/Sao_Paulo` is `Sao Paulo`. */
export const cityOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ")

/** The zone of the browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The instant of a local time such as `2026-11-29T09:00` in a zone, in milliseconds since 1970; null if it is no time. */
export const instantIn = (local: string, zone: string): number | null =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)
    ? Option.match(DateTime.makeZoned(local, { timeZone: zone, adjustForTimeZone: true }), {
        onNone: () => null,
        onSome: DateTime.toEpochMillis
      })
    : null

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** Local time of an instant in a zone, to the minute: `2026-11-29T09:00`. */
export const localIn = (at: number, zone: string): string =>
  Option.match(DateTime.makeZoned(at, { timeZone: zone }), {
    onNone: () => "",
    onSome: (zoned) => {
      const { day, hour, minute, month, year } = DateTime.toParts(zoned)
      return `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}`
    }
  })

/** An instant in words, in a zone. */
export const wordsIn = (language: string, at: number, zone: string): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit"
  }).format(at)
