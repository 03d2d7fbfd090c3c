import { type Clock, Effect, Exit } from "effect"
import {
  type CallShare,
  advanceOf,
  noShare,
  reportOf,
  refuseCall,
  takeAlone,
  takeFromShare,
  takeGranted,
  withBooking,
  withoutBooking
} from "../../domain/limits/CallShare.ts"
import { type Booking, type CallReport, callsOf } from "../../domain/limits/RateLedger.ts"
import type { RateAllowance, RateVerdict } from "../../domain/limits/RateTier.ts"

const nanosPerMicro = 1_000n

/**
 * Whole microseconds of a monotonic clock: a change of the wall clock would grant an allowance too early, or too late.
 */
export const nowMicros = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / nanosPerMicro)

/** A call that waits for the ledger. */
interface Waiting {
  readonly answer: (verdict: Effect.Effect<RateVerdict>) => void
  isGone: boolean
}

/** The services of the process that a counter uses. */
export interface CounterHost {
  /** The name of the process in the ledger. */
  readonly processId: string
  readonly isLedgerAway: () => boolean
  /** Books a report within a deadline, and records whether the ledger is available. */
  readonly book: (allowance: RateAllowance, report: CallReport) => Effect.Effect<Booking>
  readonly run: (effect: Effect.Effect<void>) => void
  /** Books the calls of the counter after a short delay, together with those of others. */
  readonly bookSoon: (counter: SharedCounter) => void
}

/** The known calls of an organization in one tier of one interface. */
export class SharedCounter {
  #share: CallShare = noShare
  #waiting: Array<Waiting> = []
  #isBooking = false
  readonly #allowance: RateAllowance
  readonly #host: CounterHost

  constructor(allowance: RateAllowance, host: CounterHost) {
    this.#allowance = allowance
    this.#host = host
  }

  /** The verdict on a call at the time, immediate unless the ledger has to accept the call. */
  take(at: number): Effect.Effect<RateVerdict> {
    if (this.#host.isLedgerAway()) return Effect.succeed(this.#alone(at))
    const [verdict, share] = takeFromShare(this.#allowance, this.#share, this.#waiting.length, at)
    this.#share = share
    if (verdict === null) return this.#wait()
    if (verdict.isAllowed) this.#bookAccepted()
    return Effect.succeed(verdict)
  }

  /** Sends a report, unless one is in flight. */
  book(): void {
    if (this.#isBooking) return
    this.#isBooking = true
    this.#host.run(Effect.clockWith((clock) => this.#exchange(clock)))
  }

  #alone(at: number): RateVerdict {
    const [verdict, share] = takeAlone(this.#allowance, this.#share, at)
    this.#share = share
    return verdict
  }

  /** Sends the report once half of the advance is used, so that the other half lasts until the answer. */
  #bookAccepted(): void {
    if (2 * callsOf(this.#share.unbooked) >= advanceOf(this.#allowance)) this.book()
    else this.#host.bookSoon(this)
  }

  #wait(): Effect.Effect<RateVerdict> {
    return Effect.callback((resume) => {
      const waiting: Waiting = { answer: resume, isGone: false }
      this.#waiting.push(waiting)
      this.book()
      return Effect.sync(() => {
        waiting.isGone = true
      })
    })
  }

  #exchange(clock: Clock.Clock): Effect.Effect<void> {
    const at = nowMicros(clock)
    this.#waiting = this.#waiting.filter(({ isGone }) => !isGone)
    const calls = [...this.#waiting]
    const report = reportOf(this.#share, this.#host.processId, calls.length, at)
    return Effect.map(Effect.exit(this.#host.book(this.#allowance, report)), (exit) => {
      this.#waiting = this.#waiting.slice(calls.length)
      this.#isBooking = false
      const now = nowMicros(clock)
      if (Exit.isSuccess(exit)) this.#booked(calls, report, exit.value, at, now)
      else this.#unanswered(calls, now)
      if (this.#waiting.length > 0) this.book()
    })
  }

  #booked(calls: ReadonlyArray<Waiting>, report: CallReport, booking: Booking, at: number, now: number): void {
    this.#share = withBooking(this.#share, report, booking, at)
    const verdicts = calls.map((_, index) => {
      if (index >= booking.granted) return refuseCall(this.#allowance, this.#share, now)
      const [verdict, share] = takeGranted(this.#allowance, this.#share, now)
      this.#share = share
      return verdict
    })
    for (const [index, { answer }] of calls.entries()) {
      const verdict = verdicts[index]
      if (verdict !== undefined) answer(Effect.succeed(verdict))
    }
  }

  /** Counts in this process without the ledger. */
  #unanswered(calls: ReadonlyArray<Waiting>, now: number): void {
    this.#share = withoutBooking(this.#share)
    const all = [...calls, ...this.#waiting]
    this.#waiting = []
    for (const { answer } of all) answer(Effect.succeed(this.#alone(now)))
  }
}
