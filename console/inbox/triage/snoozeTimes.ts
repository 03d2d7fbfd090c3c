/** Presets of a snooze with an end. */
export type SnoozePreset = "later" | "tomorrow" | "week"

/** Hours of a snooze until later today. */
const laterHours = 3

/** Hour at which a snoozed conversation returns on another day. */
const morning = 9

const dayAt = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning)

/** Days until the Monday of the next week, 2 to 8: on a Sunday the next day is tomorrow. */
const daysToMonday = (now: Date): number => 2 + ((13 - now.getDay()) % 7)

/** Ends of the presets in the zone of the browser. `later` is a full hour, and left out if it is tomorrow. */
export const snoozeTimes = (now: Date): ReadonlyArray<readonly [SnoozePreset, Date]> => {
  const later = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + laterHours)
  const times: ReadonlyArray<readonly [SnoozePreset, Date]> = [
    ["later", later],
    ["tomorrow", dayAt(now, 1)],
    ["week", dayAt(now, daysToMonday(now))]
  ]
  return times.filter(([name, at]) => name !== "later" || at.getDate() === now.getDate())
}
