import { DateTime } from "effect"

/** The platform tells the times of tokens as its clocks show them. */
const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  weekday: "long",
  day: "2-digit",
  month: "short",
  year: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short"
})

/** `Thursday, 29-Jul-21 10:00:00 PDT` */
const told = (time: DateTime.Utc): string => {
  const parts = clock.formatToParts(DateTime.toEpochMillis(time))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ""
  const date = `${part("day")}-${part("month")}-${part("year")}`
  return `${part("weekday")}, ${date} ${part("hour")}:${part("minute")}:${part("second")} ${part("timeZoneName")}`
}

/** What the platform says of a token that has expired. */
export const expiredText = (expiredAt: DateTime.Utc, now: DateTime.Utc): string =>
  `Error validating access token: Session has expired on ${told(expiredAt)}. The current time is ${told(now)}.`

/** The subcode that goes with it. */
export const expiredSubcode = 463
