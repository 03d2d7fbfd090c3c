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
import { type Booking, callsOf, type CallReport } from "../../domain/limits/RateLedger.ts"
import type { RateAllowance } from "../../domain/limits/RateTier.ts"
import type { RateVerdict } from "../../domain/limits/RateVerdict.ts"

const nanosPerMicro = 1_000n

/** Whole microseconds of a monotonic clock: a wall clock that is set would give an allowance too early, or too late. */
export const nowMicros = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / nanosPerMicro)

/** A call that waits for the ledger. */
interface Waiting {
  readonly answer: (verdict: Effect.Effect<RateVerdict>) => void
  isGone: boolean
}

/** What a counter needs of the process that it is part of. */
export interface CounterHost {
  /** The name of the process in the ledger. */
  readonly processId: string
  readonly isLedgerAway: () => boolean
  /** Books a report within a deadline, and notes whether the ledger is there. */
  readonly book: (allowance: RateAllowance, report: CallReport) => Effect.Effect<Booking>
  readonly run: (effect: Effect.Effect<void>) => void
  /** Books the calls of the counter in a moment, together with those of others. */
  readonly bookSoon: (counter: SharedCounter) => void
}

/** The calls of an organization in one tier of one interface, as this process knows them. */
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

  /** The verdict on a call at the instant. It is there at once unless the ledger has to accept the call. */
  take(at: number): Effect.Effect<RateVerdict> {
    if (this.#host.isLedgerAway()) return Effect.succeed(this.#alone(at))
    const [verdict, share] = takeFromShare(this.#allowance, this.#share, this.#waiting.length, at)
    this.#share = share
    if (verdict === null) return this.#wait()
    if (verdict.isAllowed) this.#bookAccepted()
    return Effect.succeed(verdict)
  }

  /** Sends a report, unless one is on its way. */
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

  /** With half of the advance used the report is sent now, so that the other half lasts until it has answered. */
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
    const asked = [...this.#waiting]
    const report = reportOf(this.#share, this.#host.processId, asked.length, at)
    return Effect.map(Effect.exit(this.#host.book(this.#allowance, report)), (exit) => {
      this.#waiting = this.#waiting.slice(asked.length)
      this.#isBooking = false
      const now = nowMicros(clock)
      if (Exit.isSuccess(exit)) this.#booked(asked, report, exit.value, at, now)
      else this.#unanswered(asked, now)
      if (this.#waiting.length > 0) this.book()
    })
  }

  #booked(asked: ReadonlyArray<Waiting>, report: CallReport, booking: Booking, at: number, now: number): void {
    this.#share = withBooking(this.#share, report, booking, at)
    const verdicts = asked.map((_, place) => {
      if (place >= booking.granted) return refuseCall(this.#allowance, this.#share, now)
      const [verdict, share] = takeGranted(this.#allowance, this.#share, now)
      this.#share = share
      return verdict
    })
    for (const [place, { answer }] of asked.entries()) {
      const verdict = verdicts[place]
      if (verdict !== undefined) answer(Effect.succeed(verdict))
    }
  }

  /** Without the ledger this process counts for itself. */
  #unanswered(asked: ReadonlyArray<Waiting>, now: number): void {
    this.#share = withoutBooking(this.#share)
    const all = [...asked, ...this.#waiting]
    this.#waiting = []
    for (const { answer } of all) answer(Effect.succeed(this.#alone(now)))
  }
}
