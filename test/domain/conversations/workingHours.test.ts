import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Option, Result, Schema } from "effect"
import { automaticAnswer, checkAnswerText } from "../../../src/domain/conversations/automaticAnswer.ts"
import {
  checkWorkingHours,
  closedPeriod,
  isOpenAt,
  weekdays,
  type WorkingHours
} from "../../../src/domain/conversations/workingHours.ts"
import { ConversationId } from "../../../src/domain/Ids.ts"

const workdays = (from: string, to: string) => [{ from, to }]
const berlin: WorkingHours = {
  timeZone: "Europe/Berlin",
  days: Object.fromEntries(["mon", "tue", "wed", "thu", "fri"].map((day) => [day, workdays("09:00", "17:30")])),
  holidays: ["2026-12-25"]
}
const at = (text: string) => DateTime.makeUnsafe(text)

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const timeOf = (minutes: number) => {
  const two = (part: number) => `${part}`.padStart(2, "0")
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
const Periods = Schema.Array(Schema.Struct({ start: between(0, 1_400), length: between(40, 1_440) })).check(
  Schema.isMaxLength(3)
)
const Hours = Schema.Struct({
  timeZone: Schema.Literals([
    "Europe/Berlin",
    "America/Sao_Paulo",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "UTC"
  ]),
  days: Schema.Struct({
    sun: Periods,
    mon: Periods,
    tue: Periods,
    wed: Periods,
    thu: Periods,
    fri: Periods,
    sat: Periods
  })
})
const periodsOf = (periods: typeof Periods.Type) =>
  periods.map(({ length, start }) => ({ from: timeOf(start), to: timeOf(Math.min(1_440, start + length)) }))
const hours = Arbitrary.schema(Hours).pipe(
  Arbitrary.map(({ days, timeZone }): WorkingHours => ({
    timeZone,
    days: Object.fromEntries(weekdays.map((weekday) => [weekday, periodsOf(days[weekday])])),
    holidays: ["2026-10-25", "2026-03-29"]
  }))
)
const times = Arbitrary.schema(between(0, 365 * 1_440)).pipe(
  Arbitrary.map((minutes) => DateTime.add(DateTime.makeUnsafe("2026-01-01T00:00:00Z"), { minutes }))
)

/** Zones whose clocks do not change in 2026. */
const fixedZones: ReadonlySet<string> = new Set(["America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia", "UTC"])

/** The local day and time as `Intl` says them. */
const localOf = (timeZone: string, time: DateTime.Utc) => {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  }).formatToParts(time.epochMilliseconds)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ""
  return {
    weekday: weekdays.find((day) => day === part("weekday").toLowerCase()) ?? assert.fail("no weekday"),
    day: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`
  }
}

describe("working hours", () => {
  it.prop(
    "working hours: open is what the clocks of the place say, in summer and winter",
    { one: hours, time: times },
    ({ one, time }) => {
      const local = localOf(one.timeZone, time)
      const isOpen =
        !one.holidays.includes(local.day) &&
        (one.days[local.weekday] ?? []).some(({ from, to }) => from <= local.time && local.time < to)
      assert.strictEqual(isOpenAt(one, time), isOpen)
    }
  )

  it("working hours: a period keeps its local hours over changes of summer time", () => {
    const open = (text: string) => isOpenAt(berlin, at(text))
    // The Friday before and the Monday after clocks go forward, and the same when they go back.
    assert.deepStrictEqual(
      ["2026-03-27T07:59Z", "2026-03-27T08:00Z", "2026-03-30T06:59Z", "2026-03-30T07:00Z"].map(open),
      [false, true, false, true]
    )
    assert.deepStrictEqual(
      ["2026-10-23T15:29Z", "2026-10-23T15:30Z", "2026-10-26T16:29Z", "2026-10-26T16:30Z"].map(open),
      [true, false, true, false]
    )
    assert.isFalse(open("2026-12-25T10:00Z"))
    assert.isTrue(open("2026-12-28T10:00Z"))
  })

  it.prop(
    "working hours: a closed period has one name, and the next closed period another one",
    { one: hours, start: times },
    ({ one, start }) => {
      let previous: string | null = null
      const seen = new Set<string>()
      for (let minutes = 0; minutes < 2 * 1_440; minutes += 39) {
        const time = DateTime.add(start, { minutes })
        if (isOpenAt(one, time)) {
          if (previous !== null) seen.add(previous)
          previous = null
          continue
        }
        const name = closedPeriod(one, time)
        // Where clocks change, a period may be skipped, and its end begins another name.
        if (previous !== null && fixedZones.has(one.timeZone)) assert.strictEqual(name, previous)
        previous = name
      }
      assert.isTrue(previous === null || !fixedZones.has(one.timeZone) || !seen.has(previous))
    }
  )

  it("working hours: each refusal names its field", () => {
    const refused = (hours: WorkingHours) =>
      Result.match(checkWorkingHours(hours), {
        onSuccess: () => null,
        onFailure: ({ field, reason }) => `${field}: ${reason}`
      })
    assert.isNull(refused(berlin))
    assert.isNull(refused({ timeZone: "UTC", days: {}, holidays: [] }))
    assert.deepStrictEqual(
      [
        { ...berlin, timeZone: "Berlin" },
        { ...berlin, days: { mon: workdays("9:00", "10:00") } },
        { ...berlin, days: { mon: workdays("09:00", "24:01") } },
        { ...berlin, days: { sun: [...workdays("01:00", "02:00"), ...workdays("10:00", "10:00")] } },
        { ...berlin, days: { sat: Array.from({ length: 7 }, () => ({ from: "01:00", to: "02:00" })) } },
        { ...berlin, holidays: ["2026-12-25", "25.12.2026"] },
        { ...berlin, holidays: Array.from({ length: 401 }, () => "2026-12-25") }
      ].map(refused),
      [
        "workingHours.timeZone: time zone",
        "workingHours.days.mon[0].from: time",
        "workingHours.days.mon[0].to: time",
        "workingHours.days.sun[1].to: order",
        "workingHours.days.sat: periods",
        "workingHours.holidays[1]: day",
        "workingHours.holidays: holidays"
      ]
    )
  })
})

describe("automatic answers", () => {
  const id = ConversationId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41")
  const settings = { workingHours: berlin, greeting: "Hello", awayMessage: "Away" }
  const open = at("2026-11-20T12:00:00Z")
  const closed = at("2026-11-21T12:00:00Z")

  it("automatic answers: a greeting within the hours, an away message outside, and none to late messages or machines", () => {
    const answer = (
      changes: Partial<typeof settings>,
      isFirst: boolean,
      now: DateTime.Utc,
      status: "open" | "ai_handling" = "open",
      late = 0
    ) =>
      Option.getOrNull(
        Option.map(
          Option.fromNullOr(
            automaticAnswer(
              { ...settings, ...changes },
              { id, status },
              { isFirst, writtenAt: DateTime.subtract(now, { minutes: late }) },
              now
            )
          ),
          ({ key, text }) => `${text} ${key}`
        )
      )
    assert.strictEqual(answer({}, true, open), `Hello greeting ${id}`)
    assert.isNull(answer({}, false, open))
    assert.strictEqual(answer({}, false, closed), `Away away ${id} 2026-11-20T17:30`)
    assert.strictEqual(answer({}, true, closed), `Away away ${id} 2026-11-20T17:30`)
    assert.isNull(answer({}, true, open, "ai_handling"))
    assert.isNull(answer({}, true, closed, "ai_handling"))
    assert.isNotNull(answer({}, true, open, "open", 60))
    assert.isNull(answer({}, true, open, "open", 61))
    const never = { ...settings, workingHours: { ...berlin, days: {} }, greeting: "Hello" }
    assert.strictEqual(answer(never, true, open), `Away away ${id} -`)
  })

  it("automatic answers: blank and long texts are refused", () => {
    const isTaken = (text: string | null) => Result.isSuccess(checkAnswerText("greeting", text))
    assert.deepStrictEqual([null, "Hi", " ", "", "x".repeat(1_001)].map(isTaken), [true, true, false, false, false])
  })
})
