import { DateTime, Option, Result, Schema } from "effect"
import type { Named } from "../Named.ts"
import { maxHolidays, maxPeriods, SettingRefused } from "./SettingRefused.ts"

/** Days of the week as working hours name them, from Sunday on. */
export const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const

/** Hours and minutes, from `00:00` to `24:00`. */
export const TimeOfDay = Schema.String.check(Schema.isPattern(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/))

/** A day of the calendar, `2026-12-25`. */
const CalendarDay = Schema.String.check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/))

const Periods = Schema.optionalKey(Schema.Array(Schema.Struct({ from: TimeOfDay, to: TimeOfDay })))

/** When an organization works, by the clocks of its time zone (contract: Working hours). */
export class WorkingHours extends Schema.Opaque<WorkingHours>()(
  Schema.Struct({
    /** A time zone of the IANA database, such as `Europe/Berlin`. */
    timeZone: Schema.NonEmptyString,
    /** The periods of each day. `to` is the first minute after the period. A day without periods is closed. */
    days: Schema.Struct({
      sun: Periods,
      mon: Periods,
      tue: Periods,
      wed: Periods,
      thu: Periods,
      fri: Periods,
      sat: Periods
    }),
    /** Days that are closed. */
    holidays: Schema.Array(CalendarDay)
  })
) {}

const isTime = Schema.is(TimeOfDay)
const isDay = Schema.is(CalendarDay)

/** A period of a day. */
interface Period {
  readonly from: string
  readonly to: string
}

const periodProblem = (field: string, { from, to }: Period): SettingRefused | null => {
  if (!isTime(from)) return new SettingRefused({ field: `${field}.from`, reason: "time" })
  if (!isTime(to)) return new SettingRefused({ field: `${field}.to`, reason: "time" })
  return from < to ? null : new SettingRefused({ field: `${field}.to`, reason: "order" })
}

function* problemsOf({ days, holidays, timeZone }: WorkingHours): Generator<SettingRefused | null> {
  if (Option.isNone(DateTime.zoneMakeNamed(timeZone))) {
    yield new SettingRefused({ field: "workingHours.timeZone", reason: "time zone" })
  }
  for (const day of weekdays) {
    const periods = days[day] ?? []
    if (periods.length > maxPeriods) yield new SettingRefused({ field: `workingHours.days.${day}`, reason: "periods" })
    for (const [index, period] of periods.entries()) yield periodProblem(`workingHours.days.${day}[${index}]`, period)
  }
  if (holidays.length > maxHolidays) yield new SettingRefused({ field: "workingHours.holidays", reason: "holidays" })
  for (const [index, day] of holidays.entries()) {
    if (!isDay(day)) yield new SettingRefused({ field: `workingHours.holidays[${index}]`, reason: "day" })
  }
}

/** The working hours, if they can be set. */
export const checkWorkingHours = (hours: WorkingHours): Result.Result<WorkingHours, SettingRefused> => {
  for (const problem of problemsOf(hours)) if (problem !== null) return Result.fail(problem)
  return Result.succeed(hours)
}

type Weekday = Named<(typeof weekdays)[number]>

/** A day and time by the clocks of a place. */
interface LocalTime {
  readonly day: string
  readonly weekday: Weekday | undefined
  readonly time: string
}

/** The local time `daysBefore` days earlier, or now. An unknown zone counts as UTC. */
const localTime = ({ timeZone }: WorkingHours, at: DateTime.Utc, daysBefore = 0): LocalTime => {
  const zoned = Option.getOrElse(DateTime.setZoneNamed(at, timeZone), () => at)
  const { hour, minute } = DateTime.toParts(zoned)
  const { day, month, weekDay, year } = DateTime.toParts(DateTime.subtract(zoned, { days: daysBefore }))
  const two = (value: number) => `${value}`.padStart(2, "0")
  return {
    day: `${`${year}`.padStart(4, "0")}-${two(month)}-${two(day)}`,
    weekday: weekdays[weekDay],
    time: `${two(hour)}:${two(minute)}`
  }
}

const periodsOf = ({ days, holidays }: WorkingHours, { day, weekday }: LocalTime): ReadonlyArray<Period> =>
  weekday === undefined || holidays.includes(day) ? [] : (days[weekday] ?? [])

/** Whether the organization works at the time. Where clocks go back, an hour of the day comes twice. */
export const isOpenAt = (hours: WorkingHours, at: DateTime.Utc): boolean => {
  const local = localTime(hours, at)
  return periodsOf(hours, local).some(({ from, to }) => from <= local.time && local.time < to)
}

/** Days in which the end of the last working period is looked for. */
const longestClosing = 31

/**
 * A name of the closed period around the time, equal for all times of the period: the local end of the last working
 * period. `-` after a month without one.
 */
export const closedPeriod = (hours: WorkingHours, at: DateTime.Utc): string => {
  const { time } = localTime(hours, at)
  for (let daysBefore = 0; daysBefore <= longestClosing; daysBefore++) {
    const local = localTime(hours, at, daysBefore)
    const ends = periodsOf(hours, local)
      .map(({ to }) => to)
      .filter((to) => daysBefore > 0 || to <= time)
    const last = ends.toSorted().at(-1)
    if (last !== undefined) return `${local.day}T${last}`
  }
  return "-"
}
