import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  admissionBounds,
  type AdmissionState,
  afterTurn,
  isAdmitted,
  type Waits
} from "../../../src/adapters/http/server/admission.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Milliseconds of one process that answers a request in two steps, between which it waits for something else. */
const Load = Schema.Struct({
  seed: Between(1, 1_000_000),
  /** Requests offered, in tenths of what can be done. */
  tenths: Between(11, 50),
  /** Percent of the work that is done before the wait. */
  firstPercent: Between(10, 90),
  /** Microseconds of a request. */
  micros: Between(500, 2_000),
  waitMillis: Between(0, 50)
})
type Load = typeof Load.Type

/** What a refusal costs, as a part of a request. */
const refusalCost = 0.02
const deadlineMillis = 1_000
const lastsMillis = 10_000
/** The figures begin when an overload has been noticed. */
const warmMillis = 4_000

/** Nothing waits for the database. */
const turnOf = (turnMillis: number): Waits => ({ turnMillis, readMillis: 0 })

/** The part of what can be done that is done in time. */
const goodput = ({ firstPercent, micros, seed, tenths, waitMillis }: Load, isGated: boolean): number => {
  const cost = micros / 1_000
  const first = (cost * firstPercent) / 100
  let random = seed
  const draw = () => {
    random = (random * 48_271) % 2_147_483_647
    return random / 2_147_483_647
  }
  const gap = () => (-Math.log(1 - draw()) * cost * 10) / tenths
  let state: AdmissionState = { hadTimeAt: 0 }
  let now = 0
  let nextAt = gap()
  let waiting: ReadonlyArray<{ readonly due: number; readonly came: number }> = []
  let open = 0
  let good = 0
  while (now < lastsMillis) {
    const began = now
    const due = waiting.filter((one) => one.due <= began)
    const later = waiting.filter((one) => one.due > began)
    for (const { came } of due) {
      now += cost - first
      open -= 1
      if (now >= warmMillis && now - came <= deadlineMillis) good += 1
    }
    const begun: Array<{ readonly due: number; readonly came: number }> = []
    for (; nextAt <= began; nextAt += gap()) {
      if (!isGated || isAdmitted(admissionBounds.calls, state, now, turnOf(now - began), open)) {
        now += first
        open += 1
        begun.push({ due: now + waitMillis, came: nextAt })
      } else now += cost * refusalCost
    }
    waiting = [...later, ...begun]
    if (now === began) {
      now = Math.min(nextAt, ...waiting.map((one) => one.due))
      state = { hadTimeAt: now }
    } else state = afterTurn(state, now, turnOf(now - began))
  }
  return (good * cost) / (lastsMillis - warmMillis)
}

describe("the admission of requests", () => {
  it.prop(
    "sustains at least nine tenths of the capacity, however much more load is offered",
    { load: Load },
    ({ load }) => {
      const refusals = ((load.tenths - 10) / 10) * refusalCost
      assert.isAtLeast(goodput(load, true), 0.9 - refusals)
    }
  )

  it("is necessary: without it nearly every response is late", () => {
    const load = { seed: 7, tenths: 30, firstPercent: 40, micros: 1_000, waitMillis: 5 }
    assert.isAtMost(goodput(load, false), 0.2)
    assert.isAtLeast(goodput(load, true), 0.85)
  })

  it.prop(
    "refuses nothing within the capacity",
    { load: Schema.Struct({ ...Load.fields, tenths: Between(1, 8) }) },
    ({ load }) => {
      assert.isAtLeast(goodput(load, true), load.tenths / 10 - 0.15)
      assert.closeTo(goodput(load, true), goodput(load, false), 0.001)
    }
  )

  it("admits webhooks while calls are refused, up to a bound of their own", () => {
    const { calls, webhooks } = admissionBounds
    const overloaded = { hadTimeAt: 0 }
    const admitted = (turnMillis: number, open = 500) => [
      isAdmitted(calls, overloaded, 10_000, turnOf(turnMillis), open),
      isAdmitted(webhooks, overloaded, 10_000, turnOf(turnMillis), open)
    ]
    assert.deepStrictEqual(
      [5, 50, 150].map((millis) => admitted(millis)),
      [
        [true, true],
        [false, true],
        [false, false]
      ]
    )
    assert.deepStrictEqual(
      [999, 1_000, 2_000].map((open) => admitted(0, open)),
      [
        [true, true],
        [true, false],
        [false, false]
      ]
    )
  })

  it("admits requests if few are open, however long the turn", () => {
    const bounds = admissionBounds.calls
    assert.isTrue(isAdmitted(bounds, { hadTimeAt: 0 }, 10_000, turnOf(5_000), bounds.fewOpen - 1))
    assert.isFalse(isAdmitted(bounds, { hadTimeAt: 0 }, 10_000, turnOf(5_000), bounds.fewOpen))
  })

  it("admits no calls while database reads have waited too long", () => {
    const { calls, webhooks } = admissionBounds
    const admitted = (hadTimeAt: number, readMillis: number, open = 500) =>
      [calls, webhooks].map((bounds) => isAdmitted(bounds, { hadTimeAt }, 10_000, { turnMillis: 0, readMillis }, open))
    assert.deepStrictEqual(
      [40, 60, 600].map((millis) => admitted(0, millis)),
      [
        [true, true],
        [false, true],
        [false, false]
      ]
    )
    assert.deepStrictEqual(admitted(9_900, 190), [true, true])
    assert.deepStrictEqual(admitted(9_900, 210), [false, true])
    assert.deepStrictEqual(admitted(0, 60, calls.fewOpen - 1), [true, true])
  })

  it("records spare time only if neither the turn nor the reads were long", () => {
    const after = (turnMillis: number, readMillis: number) =>
      afterTurn({ hadTimeAt: 1 }, 9, { turnMillis, readMillis }).hadTimeAt
    assert.deepStrictEqual([after(5, 5), after(50, 5), after(5, 50)], [9, 1, 1])
  })

  it("admits a burst shortly after spare time", () => {
    const { calls } = admissionBounds
    assert.isTrue(isAdmitted(calls, { hadTimeAt: 9_800 }, 10_000, turnOf(190), 500))
    assert.isFalse(isAdmitted(calls, { hadTimeAt: 9_600 }, 10_000, turnOf(190), 500))
  })
})
