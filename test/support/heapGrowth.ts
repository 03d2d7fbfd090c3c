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
 * By how many bytes the heap grew in so many steps, while young garbage was collected and nothing else was: the most of
 * three times, since the runtime may collect everything at any moment.
 */
export const heapGrowth = (steps: number, take: (step: number) => void): number =>
  Math.max(...Array.from({ length: 3 }, () => growthOnce(steps, take)))
