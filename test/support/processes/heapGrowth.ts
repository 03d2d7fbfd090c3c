import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect: (options: { readonly type: "minor" | "major" }) => void = runInNewContext("gc")

/** Steps after which young garbage is collected. */
const collectEvery = 100

const growthOnce = (steps: number, take: (step: number) => void): number => {
  collect({ type: "major" })
  const before = process.memoryUsage().heapUsed
  for (let step = 0; step < steps; step++) {
    take(step)
    if (step % collectEvery === 0) collect({ type: "minor" })
  }
  collect({ type: "minor" })
  return process.memoryUsage().heapUsed - before
}

/**
 * By how many bytes the heap grew in so many steps, while young garbage was collected and nothing else was: the middle of
 * five times, since the runtime may collect everything at any moment, and may once keep what it leaves at other times.
 */
export const heapGrowth = (steps: number, take: (step: number) => void): number =>
  Array.from({ length: 5 }, () => growthOnce(steps, take)).toSorted((one, other) => one - other)[2] ?? NaN
