import { DateTime, Option, Result, Schema } from "effect"
import type { Named } from "../Named.ts"

/** Days of the week as working hours name them, from Sunday on. */
export const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const

/** Most periods of a day. */
export const maxPeriods = 6

/** Most holidays. */
export const maxHolidays = 400

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

/** The working hours cannot be set. `field` is relative to them, such as `days.mon[0].to`. */
export class WorkingHoursRefused extends Schema.TaggedError<WorkingHoursRefused>()("WorkingHoursRefused", {
  field: Schema.String,
  reason: Schema.Literals(["time zone", "time", "order", "periods", "day", "holidays"])
}) {}

/** The texts of refusals. */
export const workingHoursRefusals: Readonly<Record<WorkingHoursRefused["reason"], string>> = {
  "time zone": "Expected a time zone of the IANA database, such as Europe/Berlin",
  time: "Expected hours and minutes, such as 09:00, at most 24:00",
  order: "Expected a time after from",
  periods: `Expected at most ${maxPeriods} periods`,
  day: "Expected a day, such as 2026-12-25",
  holidays: `Expected at most ${maxHolidays} days`
}

const isTime = Schema.is(TimeOfDay)
const isDay = Schema.is(CalendarDay)

/** A period of a day. */
interface Period {
  readonly from: string
  readonly to: string
}

const periodProblem = (field: string, { from, to }: Period): WorkingHoursRefused | null => {
  if (!isTime(from)) return new WorkingHoursRefused({ field: `${field}.from`, reason: "time" })
  if (!isTime(to)) return new WorkingHoursRefused({ field: `${field}.to`, reason: "time" })
  return from < to ? null : new WorkingHoursRefused({ field: `${field}.to`, reason: "order" })
}

function* problemsOf({ days, holidays, timeZone }: WorkingHours): Generator<WorkingHoursRefused | null> {
  if (Option.isNone(DateTime.zoneMakeNamed(timeZone))) {
    yield new WorkingHoursRefused({ field: "timeZone", reason: "time zone" })
  }
  for (const day of weekdays) {
    const periods = days[day] ?? []
    if (periods.length > maxPeriods) yield new WorkingHoursRefused({ field: `days.${day}`, reason: "periods" })
    for (const [index, period] of periods.entries()) yield periodProblem(`days.${day}[${index}]`, period)
  }
  if (holidays.length > maxHolidays) yield new WorkingHoursRefused({ field: "holidays", reason: "holidays" })
  for (const [index, day] of holidays.entries()) {
    if (!isDay(day)) yield new WorkingHoursRefused({ field: `holidays[${index}]`, reason: "day" })
  }
}

/** The working hours, if they can be set. */
export const checkWorkingHours = (hours: WorkingHours): Result.Result<WorkingHours, WorkingHoursRefused> => {
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
