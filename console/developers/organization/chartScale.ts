/** A scale from 0 to at least the largest value, with marks at round numbers. */
export interface Scale {
  /** The end of the scale. */
  readonly end: number
  readonly marks: ReadonlyArray<number>
  /** Where a value is, from 0 to 1. */
  readonly at: (value: number) => number
}

/** Most marks beside 0. */
const mostMarks = 5

/** The smallest of 1, 2 and 5, and their tens, that is not below the number. */
const roundStep = (least: number): number => {
  if (!(least > 1)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10
  return factor * power
}

/** The scale for counts: whole numbers of 0 and more. */
export const chartScale = (values: ReadonlyArray<number>): Scale => {
  const largest = Math.max(1, ...values.filter((value) => Number.isFinite(value)))
  const step = roundStep(largest / mostMarks)
  const count = Math.ceil(largest / step)
  const end = count * step
  return {
    end,
    marks: Array.from({ length: count + 1 }, (_, place) => place * step),
    at: (value) => Math.min(1, Math.max(0, value / end))
  }
}

const dayMillis = 86_400_000

/** The days of a month such as 2026-11, in milliseconds since 1970: its first instant, and that of the next one. */
const monthBounds = (month: string): readonly [number, number] | null => {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? []
  if (year === undefined || number === undefined) return null
  return [Date.UTC(Number(year), Number(number) - 1), Date.UTC(Number(year), Number(number))]
}

/**
 * The events of the month if they go on at the same rate; null in its first day, which is too short, and after its end.
 */
export const projectedUsage = (month: string, used: number, now: number): number | null => {
  const bounds = monthBounds(month)
  if (bounds === null) return null
  const [begin, end] = bounds
  if (now - begin < dayMillis || now >= end) return null
  return Math.round((used * (end - begin)) / (now - begin))
}
