import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  advanceOf,
  noShare,
  reportOf,
  takeAlone,
  takeFromShare,
  takeGranted,
  withBooking,
  withoutBooking
} from "../../../src/domain/limits/CallShare.ts"
import { type BookedCalls, bookCalls, maxEntries, noCalls, takeCall } from "../../../src/domain/limits/RateLedger.ts"
import type { RateAllowance } from "../../../src/domain/limits/RateTier.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const micros = 1_000

/** Processes that share one ledger, on one clock. An answer of the ledger may come late. */
const makeProcesses = (allowance: RateAllowance, count: number) => {
  let booked: ReadonlyArray<BookedCalls> = []
  let now = 1_000_000_000
  const accepted: Array<number> = []
  const processes = Array.from({ length: count }, (_, ordinal) => {
    const name = `process ${ordinal}`
    let share = noShare
    let waiting = 0
    let inFlight: ReturnType<typeof send> | null = null
    const send = () => {
      const report = reportOf(share, name, waiting, now)
      const [booking, after] = bookCalls(allowance, booked, report, now)
      booked = after
      for (let call = 0; call < booking.granted; call += 1) accepted.push(now)
      return { booking, report, at: now }
    }
    const receive = () => {
      if (inFlight === null) return
      const { at, booking, report } = inFlight
      share = withBooking(share, report, booking, at)
      for (let call = 0; call < booking.granted; call += 1) [, share] = takeGranted(allowance, share, now)
      waiting -= report.waiting
      inFlight = null
    }
    return {
      call: () => {
        const [verdict, after] = takeFromShare(allowance, share, waiting, now)
        share = after
        if (verdict === null) waiting += 1
        else if (verdict.isAllowed) accepted.push(now)
        return verdict
      },
      send: () => (inFlight ??= send()),
      receive,
      /** A new process in the place of one that was killed. */
      die: () => {
        share = noShare
        waiting = 0
        inFlight = null
      }
    }
  })
  return {
    processes,
    accepted,
    booked: () => booked,
    wait: (gapMicros: number) => {
      now += gapMicros
    }
  }
}

const Step = Schema.Struct({
  who: Between(0, 3),
  what: Schema.Literals(["call", "call", "call", "send", "receive", "exchange"]),
  times: Between(1, 30),
  gap: Schema.Union([Schema.Literal(0), Between(0, 50_000), Between(0, 1_500_000)])
})
const Run = {
  calls: Between(1, 200),
  count: Between(1, 4),
  steps: Schema.Array(Step).check(Schema.isMinLength(40), Schema.isMaxLength(120))
}

/** Most accepted calls in a window of one period. */
const fullestWindow = ({ perMillis }: RateAllowance, accepted: ReadonlyArray<number>): number =>
  Math.max(0, ...accepted.map((from) => accepted.filter((at) => at >= from && at - from < perMillis * micros).length))

describe("calls that processes share", () => {
  it.prop(
    "exceed the allowance by at most one advance for each additional process",
    Run,
    ({ calls, count, steps }) => {
      const allowance = { calls, perMillis: 1_000 }
      const { accepted, processes, wait } = makeProcesses(allowance, count)
      for (const { gap, times, what, who } of steps) {
        wait(gap)
        const process = processes[who % count]
        for (let time = 0; time < times; time += 1) {
          if (what === "exchange") {
            process?.send()
            process?.receive()
          } else process?.[what]()
        }
      }
      assert.isAtMost(fullestWindow(allowance, accepted), calls + (count - 1) * advanceOf(allowance))
    },
    { arbitrary: { runs: 500 } }
  )

  it("reach that bound if every process calls without an exchange with the others", () => {
    const allowance = { calls: 100, perMillis: 60_000 }
    const { accepted, processes } = makeProcesses(allowance, 4)
    const [first, ...others] = processes
    for (let call = 0; call < 200; call += 1) {
      first?.call()
      first?.send()
      first?.receive()
    }
    assert.strictEqual(accepted.length, 100)
    for (const other of others) for (let call = 0; call < 200; call += 1) other.call()
    for (const other of others) other.send()
    assert.strictEqual(accepted.length, 100 + 3 * advanceOf(allowance))
  })

  it.prop(
    "of one process are the same as with the exact window",
    { calls: Between(20, 120), gaps: Schema.Array(Between(0, 400_000)).check(Schema.isMaxLength(300)) },
    ({ calls, gaps }) => {
      const allowance = { calls, perMillis: 1_000 }
      const { processes, wait } = makeProcesses(allowance, 1)
      let exact = noCalls
      let now = 0
      for (const gap of gaps) {
        wait(gap)
        now += gap
        const [expected, after] = takeCall(allowance, exact, now)
        exact = after
        assert.deepStrictEqual(processes[0]?.call(), expected)
        processes[0]?.send()
        processes[0]?.receive()
      }
    }
  )

  it.prop(
    "include the whole burst for an idle organization, through any processes, after any earlier calls",
    { calls: Between(1, 200), before: Schema.Array(Between(0, 3)), burst: Schema.Array(Between(0, 3)) },
    ({ before, burst, calls }) => {
      const allowance = { calls, perMillis: 1_000 }
      const { accepted, processes, wait } = makeProcesses(allowance, 4)
      const call = (who: number) => {
        const process = processes[who]
        process?.call()
        process?.send()
        process?.receive()
      }
      before.forEach(call)
      processes[0]?.die()
      wait(1_000 * micros)
      const earlier = accepted.length
      const ordinals = burst.length === 0 ? [0] : burst
      for (let time = 0; time < calls; time += 1) call(ordinals[time % ordinals.length] ?? 0)
      assert.strictEqual(accepted.length - earlier, calls)
    }
  )

  it.prop("need at most the maximum of ledger entries for each process", { steps: Schema.Array(Step) }, ({ steps }) => {
    const { booked, processes, wait } = makeProcesses({ calls: 1_000_000, perMillis: 60_000 }, 4)
    for (const { times, who, gap } of [...steps, ...steps]) {
      wait(gap)
      for (let time = 0; time < times * 500; time += 1) processes[who]?.call()
      processes[who]?.send()
      processes[who]?.receive()
    }
    assert.isAtMost(booked().length, 4 * 2 * maxEntries)
  })

  it("are counted by each process alone without a ledger, and its advance is complete again afterwards", () => {
    const allowance = { calls: 40, perMillis: 1_000 }
    let share = noShare
    for (let call = 0; call < advanceOf(allowance); call += 1) [, share] = takeFromShare(allowance, share, 0, 0)
    assert.isNull(takeFromShare(allowance, share, 0, 0)[0])
    share = withoutBooking(share)
    const verdicts = Array.from({ length: 40 }, () => {
      const [verdict, after] = takeAlone(allowance, share, 0)
      share = after
      return verdict.isAllowed
    })
    assert.strictEqual(verdicts.filter((isAllowed) => isAllowed).length, 40 - advanceOf(allowance))
    const [first] = takeFromShare(allowance, share, 0, 1_000 * micros)
    assert.isTrue(first?.isAllowed)
  })

  it("are not counted for longer if the ledger's clock was set back", () => {
    const allowance = { calls: 10, perMillis: 1_000 }
    const report = { processId: "a", accepted: [], waiting: 10 }
    const [, booked] = bookCalls(allowance, [], report, 9_000_000)
    const [refused, seen] = bookCalls(allowance, booked, { ...report, processId: "b" }, 0)
    assert.strictEqual(refused.granted, 0)
    assert.strictEqual(bookCalls(allowance, seen, { ...report, processId: "b" }, 1_000_000)[0].granted, 10)
  })
})
