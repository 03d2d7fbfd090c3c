import { Schema } from "effect"
import { warningTextLimit } from "./automaticClosing.ts"

/** Most conversations that a member may have at once by a policy. */
export const maxCapacity = 1_000

/** Most working periods of a day. */
export const maxPeriods = 6

/** Most holidays. */
export const maxHolidays = 400

/** The text of an automatic answer. It fits a message on every channel. */
export const answerTextLimit = warningTextLimit

/**
 * A setting of assignment, working hours or automatic answers cannot be set. `field` is its name, such as
 * `workingHours.days.mon[0].to`.
 */
export class SettingRefused extends Schema.TaggedError<SettingRefused>()("SettingRefused", {
  field: Schema.String,
  reason: Schema.Literals(["capacity", "time zone", "time", "order", "periods", "day", "holidays", "text"])
}) {}

/** The texts of refusals. */
export const settingRefusals: Readonly<Record<SettingRefused["reason"], string>> = {
  capacity: `Expected 1 to ${maxCapacity} conversations`,
  "time zone": "Expected a time zone of the IANA database, such as Europe/Berlin",
  time: "Expected hours and minutes, such as 09:00, at most 24:00",
  order: "Expected a time after from",
  periods: `Expected at most ${maxPeriods} periods`,
  day: "Expected a day, such as 2026-12-25",
  holidays: `Expected at most ${maxHolidays} days`,
  text: `Expected a text of at most ${answerTextLimit.limit} bytes, not only spaces`
}
