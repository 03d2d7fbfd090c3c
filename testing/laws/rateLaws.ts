import { Schema } from "effect"
import { type RateAllowance, type RateVerdict, microsPerMilli } from "../../src/domain/limits/RateTier.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** A time of a monotonic clock in whole microseconds. */
export type Microseconds = number

/** Creates a bucket. Each call gets a verdict at its time. */
export type RateBucket = (allowance: RateAllowance) => (at: Microseconds) => RateVerdict

const Allowance = Schema.Struct({
  calls: Schema.Union([between(1, 3), between(1, 50)]),
  perMillis: Schema.Union([Schema.Literals([1_000, 60_000]), between(1, 5_000)])
})

/** Gaps between calls: microseconds, thousandths of the period, or the period and a microsecond less or more. */
const Gap = Schema.Union([
  Schema.Literal(0),
  between(0, 120_000_000),
  Schema.Struct({ thousandths: between(0, 1_500) }),
  Schema.Struct({ beyondPeriod: between(-1, 1) })
])
const Gaps = Schema.Array(Gap).check(Schema.isMinLength(1), Schema.isMaxLength(150))

const microsOf = ({ perMillis }: RateAllowance, gap: typeof Gap.Type): Microseconds => {
  if (typeof gap === "number") return gap
  return "thousandths" in gap ? gap.thousandths * perMillis : perMillis * microsPerMilli + gap.beyondPeriod
}

/** Gaps that include a clock set back. */
const Jumps = Schema.Array(between(-5_000_000, 5_000_000)).check(Schema.isMinLength(1), Schema.isMaxLength(150))

const beginning = 1_000_000_000

/** A bucket after calls, and its verdicts. */
const calling = (bucket: RateBucket, allowance: RateAllowance, gaps: ReadonlyArray<typeof Gap.Type>) => {
  const call = bucket(allowance)
  let at = beginning
  const calls = gaps.map((gap) => {
    at += microsOf(allowance, gap)
    return { at, verdict: call(at) }
  })
  return { call, at, calls }
}

const times = (count: number) => Array.from({ length: count }, () => 0)
const isSameVerdict = (one: ReadonlyArray<boolean>, other: ReadonlyArray<boolean>) =>
  one.length === other.length && one.every((isAllowed, index) => isAllowed === other[index])

/** Reference implementation: stores every accepted call and checks all of them. */
const model = (allowance: RateAllowance, instants: ReadonlyArray<Microseconds>): ReadonlyArray<boolean> => {
  const accepted: Array<number> = []
  return instants.map((at) => {
    const recent = accepted.filter((then) => at - then < allowance.perMillis * microsPerMilli)
    const isAccepted = recent.length < allowance.calls
    if (isAccepted) accepted.push(at)
    return isAccepted
  })
}

/** Number of calls that a bucket accepts at a time. */
const acceptedAt = (call: (at: Microseconds) => RateVerdict, at: Microseconds): number => {
  let count = 0
  while (call(at).isAllowed) count += 1
  return count
}

export const rateLaws = [
  law({
    name: "rates: at most the allowance is accepted in any window of one period",
    inputs: inputs({ allowance: Allowance, gaps: Gaps }),
    holds: (bucket: RateBucket, { allowance, gaps }) => {
      const accepted = calling(bucket, allowance, gaps).calls.filter(({ verdict }) => verdict.isAllowed)
      return accepted.every(({ at }, index) => {
        const tooMany = accepted[index + allowance.calls]
        return tooMany === undefined || tooMany.at - at >= allowance.perMillis * microsPerMilli
      })
    }
  }),
  law({
    name: "rates: a call is refused only if the window is full",
    inputs: inputs({ allowance: Allowance, gaps: Gaps }),
    holds: (bucket: RateBucket, { allowance, gaps }) => {
      const { calls } = calling(bucket, allowance, gaps)
      const expected = model(
        allowance,
        calls.map(({ at }) => at)
      )
      return isSameVerdict(
        calls.map(({ verdict }) => verdict.isAllowed),
        expected
      )
    }
  }),
  law({
    name: "rates: an idle caller gets the whole burst at once, and then no more",
    inputs: inputs({ allowance: Allowance, gaps: Gaps, more: between(1, 20) }),
    holds: (bucket: RateBucket, { allowance, gaps, more }) => {
      const idle = allowance.perMillis * microsPerMilli
      const burst = [...gaps, idle, ...times(allowance.calls + more - 1)]
      const { calls } = calling(bucket, allowance, burst)
      return calls.slice(gaps.length).every(({ verdict }, index) => verdict.isAllowed === index < allowance.calls)
    }
  }),
  law({
    name: "rates: after Retry-After the whole burst is accepted",
    inputs: inputs({ allowance: Allowance, gaps: Gaps }),
    holds: (bucket: RateBucket, { allowance, gaps }) => {
      const { at, call } = calling(bucket, allowance, gaps)
      acceptedAt(call, at)
      return acceptedAt(call, at + call(at).retryAfterSeconds * 1_000 * microsPerMilli) === allowance.calls
    }
  }),
  law({
    name: "rates: the wait is the period, and does not end before the reset",
    inputs: inputs({ allowance: Allowance, gaps: Gaps }),
    holds: (bucket: RateBucket, { allowance, gaps }) =>
      calling(bucket, allowance, gaps).calls.every(({ verdict }) => {
        const seconds = Math.ceil(allowance.perMillis / 1_000)
        return verdict.isAllowed
          ? verdict.retryAfterSeconds === 0
          : verdict.retryAfterSeconds === seconds && verdict.resetSeconds <= seconds
      })
  }),
  law({
    name: "rates: the verdict has the remaining calls and the time of the full allowance",
    inputs: inputs({ allowance: Allowance, gaps: Gaps }),
    holds: (bucket: RateBucket, { allowance, gaps }) => {
      const reached = () => calling(bucket, allowance, gaps)
      const { at, calls } = reached()
      const verdict = calls.at(-1)?.verdict
      if (verdict === undefined) return false
      const later = (seconds: number) => acceptedAt(reached().call, at + seconds * 1_000 * microsPerMilli)
      return (
        later(0) === verdict.remaining &&
        later(verdict.resetSeconds) === allowance.calls &&
        (verdict.resetSeconds <= 1 || later(verdict.resetSeconds - 1) < allowance.calls)
      )
    }
  }),
  law({
    name: "rates: refused calls do not count",
    inputs: inputs({ allowance: Allowance, wait: between(0, 999), after: Gaps, more: between(1, 50) }),
    holds: (bucket: RateBucket, { after, allowance, more, wait }) => {
      const full = times(allowance.calls)
      // Within the period, in which no further call is accepted.
      const refusedAfter = wait * allowance.perMillis
      const [first = 0, ...rest] = after
      const verdicts = (sequence: ReadonlyArray<typeof Gap.Type>) =>
        calling(bucket, allowance, sequence)
          .calls.slice(-after.length)
          .map(({ verdict }) => verdict.isAllowed)
      return isSameVerdict(
        verdicts([...full, refusedAfter, ...times(more - 1), ...after]),
        verdicts([...full, refusedAfter + microsOf(allowance, first), ...rest])
      )
    }
  }),
  law({
    name: "rates: a clock that goes back counts as one that stands still",
    inputs: inputs({ allowance: Allowance, jumps: Jumps }),
    holds: (bucket: RateBucket, { allowance, jumps }) => {
      let newest = Number.NEGATIVE_INFINITY
      const { calls } = calling(bucket, allowance, jumps)
      const instants = calls.map(({ at, verdict }) => {
        const now = Math.max(at, newest)
        if (verdict.isAllowed) newest = now
        return now
      })
      return (
        calls.every(({ verdict }) => verdict.remaining >= 0 && verdict.resetSeconds >= 0) &&
        isSameVerdict(
          calls.map(({ verdict }) => verdict.isAllowed),
          model(allowance, instants)
        )
      )
    }
  })
]
