/** A scale from 0 to at least the largest value, with ticks at round numbers. */
export interface Scale {
  /** Upper end of the scale. */
  readonly end: number
  readonly marks: ReadonlyArray<number>
  /** Position of a value, from 0 to 1. */
  readonly at: (value: number) => number
}

/** Maximum number of ticks besides 0. */
const maxTicks = 5

/** The smallest of 1, 2 and 5 times a power of ten that is not below the number. */
const roundStep = (least: number): number => {
  if (!(least > 1)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10
  return factor * power
}

/** Scale for counts, which are whole numbers. */
export const chartScale = (values: ReadonlyArray<number>): Scale => {
  const largest = Math.max(1, ...values.filter((value) => Number.isFinite(value)))
  const step = roundStep(largest / maxTicks)
  const count = Math.ceil(largest / step)
  const end = count * step
  return {
    end,
    marks: Array.from({ length: count + 1 }, (_, index) => index * step),
    at: (value) => Math.min(1, Math.max(0, value / end))
  }
}

const dayMillis = 86_400_000

/** Start of a month such as 2026-11 and of the next one, in milliseconds since 1970. */
const monthBounds = (month: string): readonly [number, number] | null => {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? []
  if (year === undefined || number === undefined) return null
  return [Date.UTC(Number(year), Number(number) - 1), Date.UTC(Number(year), Number(number))]
}

/** Projected events of the month at the current rate. Null during its first day, which is too short, and after its end. */
export const projectedUsage = (month: string, used: number, now: number): number | null => {
  const bounds = monthBounds(month)
  if (bounds === null) return null
  const [begin, end] = bounds
  if (now - begin < dayMillis || now >= end) return null
  return Math.round((used * (end - begin)) / (now - begin))
}
