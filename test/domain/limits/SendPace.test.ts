import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  longestAssumedPause,
  longestToldPause,
  nextStart,
  paceScopeOf,
  paceTable,
  slowedDown,
  unusedPace,
  usualPaces,
  withoutStart,
  withStart
} from "../../../src/domain/limits/SendPace.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Gap = Schema.Union([Schema.Literal(0), Between(0, 40), Between(0, 2_500)])
const allowance = { calls: 4, perMillis: 1_000 }

/** Sends ask; some of them give up their place again while it lies ahead; some are refused. */
const Asked = Schema.Struct({ gap: Gap, fate: Schema.Literals(["start", "start", "give up", "refused"]) })
const histories = { asked: Schema.Array(Asked).check(Schema.isMaxLength(80)) }

const isWithin = (starts: ReadonlyArray<number>, { calls, perMillis } = allowance): boolean =>
  starts.every((start, place) => (starts[place + calls] ?? Infinity) - start >= perMillis)

/** What starts of the sends, in the order in which they asked, and what waits they had. */
const run = (asked: ReadonlyArray<typeof Asked.Type>) => {
  let state = unusedPace
  let at = 0
  let held: Array<number> = []
  for (const { gap, fate } of asked) {
    at += gap
    const start = nextStart(allowance, state, at)
    assert.isAtLeast(start, at)
    state = withStart(allowance, state, start, at)
    held.push(start)
    if (fate === "give up" && start > at) {
      state = withoutStart(state, start)
      held = held.slice(0, -1)
    }
    if (fate === "refused") {
      const before = state.putOff
      state = slowedDown("pair", state, at, at, null)
      held = held.map((one) => (one > at ? one + state.putOff - before : one))
    }
  }
  return held
}

describe("the pace of sends", () => {
  it.prop(
    "allows no more starts in any period than the allowance, in the order of the requests",
    histories,
    ({ asked }) => {
      const starts = run(asked)
      assert.isTrue(isWithin(starts))
      assert.deepStrictEqual(
        starts,
        starts.toSorted((one, other) => one - other)
      )
    }
  )

  it.prop(
    "delays no longer than the allowance requires",
    { gaps: Schema.Array(Gap).check(Schema.isMaxLength(60)) },
    ({ gaps }) => {
      const starts: Array<number> = []
      let state = unusedPace
      let at = 0
      for (const gap of gaps) {
        at += gap
        const start = nextStart(allowance, state, at)
        const isEarlierPossible = start > Math.max(at, starts.at(-1) ?? at) && isWithin([...starts, start - 1])
        assert.isFalse(isEarlierPossible, `${start} after ${starts.join(" ")}`)
        state = withStart(allowance, state, start, at)
        starts.push(start)
      }
    }
  )

  it("stores only starts that still count", () => {
    let state = unusedPace
    for (let at = 0; at < 100_000; at += 100) {
      state = withStart(allowance, state, nextStart(allowance, state, at), at)
      if (at > 20_000) break
    }
    const later = withStart(allowance, state, 90_000, 90_000)
    assert.deepStrictEqual(later.starts, [90_000])
  })

  it("has the platforms' numbers: a burst of 45 is followed by 6 seconds for each message", () => {
    const { number, page, pair } = paceTable(usualPaces)
    assert.deepStrictEqual(
      [number, page],
      [
        { calls: 80, perMillis: 1_000 },
        { calls: 300, perMillis: 1_000 }
      ]
    )
    let state = unusedPace
    for (let count = 0; count < 45; count++) state = withStart(pair, state, nextStart(pair, state, 0), 0)
    assert.strictEqual(nextStart(pair, state, 0), 270_500)
    assert.deepStrictEqual(paceTable({ numberPerSecond: 0, pagePerSecond: 0, pairBurst: 0 }), {
      number: null,
      page: null,
      pair: null
    })
  })

  it("distinguishes codes that concern the pace from others", () => {
    assert.deepStrictEqual([131056, 130429, 80007, 613, 4, 131048, 131047, 190].map(paceScopeOf), [
      "pair",
      "number",
      "account",
      "account",
      "account",
      null,
      null,
      null
    ])
  })
})

describe("a refusal because of the pace", () => {
  it("pauses sends, longer each time, and at most a minute", () => {
    const pauses: Array<number> = []
    let state = unusedPace
    let at = 0
    for (let count = 0; count < 6; count++) {
      state = slowedDown("pair", state, at, at, null)
      pauses.push(state.pausedUntil - at)
      at = state.pausedUntil
    }
    assert.deepStrictEqual(pauses, [6_000, 12_000, 24_000, 48_000, longestAssumedPause, longestAssumedPause])
    const calm = slowedDown("pair", state, at + 100_000, at + 100_000, null)
    assert.strictEqual(calm.pausedUntil, at + 106_000)
  })

  it("pauses sends for the platform's time, and at most an hour", () => {
    assert.strictEqual(slowedDown("account", unusedPace, 0, 0, 480_000).pausedUntil, 480_000)
    assert.strictEqual(slowedDown("account", unusedPace, 0, 0, 90_000_000).pausedUntil, longestToldPause)
  })

  it("halves the allowance of a number for half a minute", () => {
    const state = slowedDown("number", unusedPace, 0, 0, null)
    /** Starts within one second of the instant. */
    const inSecond = (at: number) => {
      let after = state
      let count = 0
      while (nextStart(allowance, after, at) < at + 1_000) {
        after = withStart(allowance, after, nextStart(allowance, after, at), at)
        count++
      }
      return count
    }
    assert.deepStrictEqual([1_000, 15_000, 30_000].map(inSecond), [2, 3, 4])
  })

  it("of a send that started before an earlier refusal changes nothing", () => {
    const state = slowedDown("number", unusedPace, 10, 20, null)
    assert.strictEqual(slowedDown("number", state, 15, 25, null), state)
  })

  it("delays scheduled starts, and preserves their distances", () => {
    const state = { ...unusedPace, starts: [0, 500, 700] }
    const after = slowedDown("number", state, 100, 100, null)
    assert.deepStrictEqual([after.starts, after.putOff], [[0, 1_500, 1_700], 1_000])
  })
})
