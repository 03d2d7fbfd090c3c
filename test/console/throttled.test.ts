import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { throttled } from "../../console/api/throttled.ts"

/** When it ran, in milliseconds since the beginning, if it is called at each of these moments. */
const runsFor = (calls: ReadonlyArray<number>, until: number): ReadonlyArray<number> => {
  const begin = Date.now()
  const runs: Array<number> = []
  const { call } = throttled({ first: 500, most: 4_000 }, () => runs.push(Date.now() - begin))
  for (const at of calls) setTimeout(call, at)
  vi.advanceTimersByTime(until)
  return runs
}

describe("loads for events", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("come at once for an event by itself", () => {
    assert.deepStrictEqual(runsFor([0, 3_000, 9_000], 20_000), [0, 3_000, 9_000])
  })

  it("come once more for all events of a pause, so that the last one is shown", () => {
    assert.deepStrictEqual(runsFor([0, 10, 20, 499], 20_000), [0, 500])
  })

  it("come ever more rarely while events go on, and none is left out", () => {
    const calls = Array.from({ length: 200 }, (_, nth) => nth * 100)
    assert.deepStrictEqual(runsFor(calls, 60_000), [0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500])
  })

  it("come no more after the end", () => {
    let runs = 0
    const { call, stop } = throttled({ first: 500, most: 4_000 }, () => void (runs += 1))
    call()
    call()
    stop()
    vi.advanceTimersByTime(10_000)
    assert.strictEqual(runs, 1)
  })
})
