import type { ChangeSettingsRequest, OrganizationSettings } from "../../client/promise/SessionMethods.ts"

/** Days in the order of the form. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
export type Weekday = (typeof weekdays)[number]

/** A period of a day: `09:00` to `17:00`. */
export interface Period {
  readonly from: string
  readonly to: string
}

export type WeekHours = Readonly<Record<Weekday, ReadonlyArray<Period>>>

/** Working hours in the fields of the form. */
export interface HoursDraft {
  readonly isOn: boolean
  readonly timeZone: string
  readonly days: WeekHours
  /** One day per line. */
  readonly holidays: string
}

/** Most periods of a day. */
export const maxPeriods = 6

const workday: ReadonlyArray<Period> = [{ from: "09:00", to: "17:00" }]

/** The end of a day as a time field has it, which knows no 24:00, and as the service has it. */
const endInField = (to: string): string => (to === "24:00" ? "00:00" : to)
const endOfField = (to: string): string => (to === "00:00" ? "24:00" : to)

const eachDay = (periodsOf: (day: Weekday) => ReadonlyArray<Period>): WeekHours => ({
  mon: periodsOf("mon"),
  tue: periodsOf("tue"),
  wed: periodsOf("wed"),
  thu: periodsOf("thu"),
  fri: periodsOf("fri"),
  sat: periodsOf("sat"),
  sun: periodsOf("sun")
})

/** The fields for stored hours. Without some: Monday to Friday, in the zone. */
export const hoursDraftOf = (hours: OrganizationSettings["workingHours"], ownZone: string): HoursDraft =>
  hours === null
    ? {
        isOn: false,
        timeZone: ownZone,
        days: eachDay((day) => (day === "sat" || day === "sun" ? [] : workday)),
        holidays: ""
      }
    : {
        isOn: true,
        timeZone: hours.timeZone,
        days: eachDay((day) => hours.days[day].map(({ from, to }) => ({ from, to: endInField(to) }))),
        holidays: hours.holidays.join("\n")
      }

/** The hours for the service; null while they are off. */
export const workingHoursOf = (draft: HoursDraft): NonNullable<ChangeSettingsRequest["workingHours"]> | null =>
  draft.isOn
    ? {
        timeZone: draft.timeZone.trim(),
        days: eachDay((day) => draft.days[day].map(({ from, to }) => ({ from, to: endOfField(to) }))),
        holidays: draft.holidays
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
      }
    : null

/** The periods of a day with another one, after the last if there is room. */
export const withPeriod = (periods: ReadonlyArray<Period>): ReadonlyArray<Period> => {
  const last = periods.at(-1)
  if (last === undefined) return workday
  const hour = Number(last.to.slice(0, 2))
  const next =
    hour === 0 || hour > 21
      ? last
      : { from: `${String(hour + 1).padStart(2, "0")}:00`, to: `${String(hour + 2).padStart(2, "0")}:00` }
  return [...periods, next]
}
