import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { throttled } from "../../console/api/throttled.ts"

/** Times of the runs in milliseconds, for calls at these times. */
const runsFor = (calls: ReadonlyArray<number>, until: number): ReadonlyArray<number> => {
  const begin = Date.now()
  const runs: Array<number> = []
  const { call } = throttled({ first: 500, most: 4_000 }, () => runs.push(Date.now() - begin))
  for (const at of calls) setTimeout(call, at)
  vi.advanceTimersByTime(until)
  return runs
}

describe("throttled loads", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("a throttled load runs at once for a single event", () => {
    assert.deepStrictEqual(runsFor([0, 3_000, 9_000], 20_000), [0, 3_000, 9_000])
  })

  it("a throttled load runs once more for all events during a pause", () => {
    assert.deepStrictEqual(runsFor([0, 10, 20, 499], 20_000), [0, 500])
  })

  it("throttled loads become rarer while events continue, and the last event is covered", () => {
    const calls = Array.from({ length: 200 }, (_, nth) => nth * 100)
    assert.deepStrictEqual(runsFor(calls, 60_000), [0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500])
  })

  it("a stopped throttle runs no further load", () => {
    let runs = 0
    const { call, stop } = throttled({ first: 500, most: 4_000 }, () => void (runs += 1))
    call()
    call()
    stop()
    vi.advanceTimersByTime(10_000)
    assert.strictEqual(runs, 1)
  })
})
