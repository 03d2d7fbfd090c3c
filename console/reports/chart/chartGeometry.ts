/** A value of a series; null without one. */
export type Value = number | null

/** A scale from 0 with ticks at round values. */
export interface ValueScale {
  readonly end: number
  readonly ticks: ReadonlyArray<number>
}

/** Maximum number of ticks besides 0. */
const maxTicks = 4

/** Steps in seconds at which people read durations. Longer ones are whole days. */
const durationSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400]

/** The smallest of 1, 2 and 5 times a power of ten that is not below the number, and at least 1. */
const roundStep = (least: number): number => {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}

/** Scale of counts or of durations in seconds that contains all values. */
export const scaleOf = (values: ReadonlyArray<Value>, kind: "count" | "duration"): ValueScale => {
  const largest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 1)
  const least = largest / maxTicks
  const step =
    kind === "count"
      ? roundStep(least)
      : (durationSteps.find((one) => one >= least) ?? roundStep(least / 86_400) * 86_400)
  const count = Math.ceil(largest / step)
  return { end: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** The drawn rectangle. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Middle of the column of an index. */
export const xAt = ({ left, width }: Box, count: number, index: number): number =>
  left + ((index + 0.5) * width) / Math.max(1, count)

export const yAt = ({ height, top }: Box, end: number, value: number): number => top + height * (1 - value / end)

/** Index of the column at a horizontal position. */
export const indexAt = ({ left, width }: Box, count: number, x: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(((x - left) * count) / Math.max(1, width))))

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Runs of points without a gap. */
const runsOf = (box: Box, values: ReadonlyArray<Value>, end: number): ReadonlyArray<ReadonlyArray<string>> => {
  const runs: Array<Array<string>> = []
  let current: Array<string> | null = null
  for (const [index, value] of values.entries()) {
    if (value === null) {
      current = null
      continue
    }
    if (current === null) runs.push((current = []))
    current.push(`${rounded(xAt(box, values.length, index))} ${rounded(yAt(box, end, value))}`)
  }
  return runs
}

/** Path of a line. A missing value is a gap; a value between two gaps is a short dash. */
export const linePath = (box: Box, values: ReadonlyArray<Value>, end: number): string =>
  runsOf(box, values, end)
    .map((points) => (points.length === 1 ? `M${points[0]}h0.1` : `M${points.join("L")}`))
    .join("")

/** Path of the area between a line and the axis. */
export const areaPath = (box: Box, values: ReadonlyArray<Value>, end: number): string => {
  const bottom = box.top + box.height
  return runsOf(box, values, end)
    .map((points) => {
      const [first = "", last = ""] = [points[0], points.at(-1)].map((point) => point?.split(" ")[0])
      return `M${first} ${bottom}L${points.join("L")}L${last} ${bottom}Z`
    })
    .join("")
}

/** Space between two labels of the time axis. */
const labelSpace = 64

/** Indexes of the labelled columns: as many as have room, evenly spaced. */
export const labelledColumns = (width: number, count: number): ReadonlyArray<number> => {
  const every = Math.max(1, Math.ceil((count * labelSpace) / Math.max(1, width)))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}

/** Shades of a map of values, besides none. */
const shades = 5

/** Shade of a value, from 0 to `shades`. */
export const shadeOf = (value: number, largest: number): number =>
  value === 0 ? 0 : Math.max(1, Math.ceil((value / largest) * shades))
