import { Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import { PlatformRejected } from "../messages/PlatformError.ts"
import type { RateAllowance } from "./RateTier.ts"

/**
 * What a platform counts sends by: the pair of a WhatsApp number and a recipient, the number, and the account, which is
 * the WhatsApp Business Account, the Page or the Instagram account (platforms P22).
 */
export const PaceScope = Schema.Literals(["pair", "number", "account"])
export type PaceScope = typeof PaceScope.Type

/** Codes by which the platforms refuse a send for its pace and nothing else (platforms P22). */
const scopes: ReadonlyMap<number, PaceScope> = new Map([
  [131056, "pair"],
  [130429, "number"],
  ...[4, 17, 32, 341, 613, 80001, 80002, 80003, 80004, 80005, 80006, 80007, 80008].map(
    (code) => [code, "account"] as const
  )
])

/** The used-up allowance when the platform refused a send with the code; null for any other refusal. */
export const paceScopeOf = (code: number): PaceScope | null => scopes.get(code) ?? null

/** The platform would refuse the send for its pace, or has refused it: nothing was sent. */
export class SendPaceExceeded extends Schema.TaggedError<SendPaceExceeded>()("SendPaceExceeded", {
  channel: Channel,
  scope: PaceScope,
  /** Whole seconds until the send may be made. */
  retryAfterSeconds: Schema.Int,
  /** The platform's refusal; null if it was not asked. */
  rejected: Schema.NullOr(PlatformRejected)
}) {}

/** The known allowances; null for one that is not known, or switched off. */
export interface PaceTable {
  /** Limit of a WhatsApp number to one recipient. */
  readonly pair: RateAllowance | null
  /** Limit of a WhatsApp number. */
  readonly number: RateAllowance | null
  /** Limit of a Page or an Instagram account. */
  readonly page: RateAllowance | null
}

/** The numbers of the table; 0 switches one off. */
export interface Paces {
  readonly pairBurst: number
  readonly numberPerSecond: number
  readonly pagePerSecond: number
}

/** Limits of the platforms without an upgrade (platforms P22). */
export const usualPaces: Paces = { pairBurst: 45, numberPerSecond: 80, pagePerSecond: 300 }

/** Milliseconds that the platform counts for each message of a pair. A burst borrows them from the future. */
const pairMillis = 6_000

/** Milliseconds by which a message may overtake another one on its way. Of a pair the platform refuses it for that. */
const arrivalMillis = 500
const second = 1_000

const allowance = (calls: number, perMillis: number): RateAllowance | null =>
  calls === 0 ? null : { calls, perMillis }

/** The number and the page count in a second. The pair counts in the period that the platform takes for its burst. */
export const paceTable = ({ numberPerSecond, pagePerSecond, pairBurst }: Paces): PaceTable => ({
  pair: allowance(pairBurst, pairBurst * pairMillis + arrivalMillis),
  number: allowance(numberPerSecond, second),
  page: allowance(pagePerSecond, second)
})

/** The known sends and refusals of one pair, number or account. Instants are milliseconds of one monotonic clock. */
export interface PaceState {
  /** When sends started or will start, oldest first. */
  readonly starts: ReadonlyArray<number>
  /** Earliest start of the next send. */
  readonly pausedUntil: number
  /** By how much starts that lay ahead were put off so far. */
  readonly putOff: number
  /** The latest refusal that counted. */
  readonly refusedAt: number
  /** Refusals that counted, each soon after the one before. */
  readonly refusals: number
  /** The part of the allowance that was left after the latest refusal, from 0 to 1. */
  readonly share: number
}

/** The state before any send or refusal. */
export const unusedPace: PaceState = {
  starts: [],
  pausedUntil: Number.NEGATIVE_INFINITY,
  putOff: 0,
  refusedAt: Number.NEGATIVE_INFINITY,
  refusals: 0,
  share: 1
}

/** Milliseconds in which a whole allowance comes back; a halved one is whole after half of them. */
const recoveryMillis = 60_000

/** Calls of the allowance at the instant, as far as refusals tell. */
const callsAt = ({ calls }: RateAllowance, { refusedAt, share }: PaceState, at: number): number => {
  const part = Math.min(1, share + Math.max(0, at - refusedAt) / recoveryMillis)
  return share === 1 ? calls : Math.max(1, Math.floor(calls * part))
}

/**
 * The earliest instant at which a further send may start: not before sends that asked earlier, and so that no span of
 * `perMillis` has more starts than the allowance.
 */
export const nextStart = (allowed: RateAllowance | null, state: PaceState, at: number): number => {
  const { pausedUntil, starts } = state
  const from = Math.max(at, pausedUntil, starts.at(-1) ?? at)
  if (allowed === null) return from
  const limiting = starts.at(-callsAt(allowed, state, from))
  return limiting === undefined ? from : Math.max(from, limiting + allowed.perMillis)
}

/** The state with a send that starts then. Starts that no longer count at the instant `at` are forgotten. */
export const withStart = (allowed: RateAllowance | null, state: PaceState, start: number, at: number): PaceState => {
  // Without an allowance nothing is counted, but those that are held have their order.
  const since = at - (allowed?.perMillis ?? 0)
  const first = state.starts.findIndex((earlier) => earlier > since)
  return { ...state, starts: first === -1 ? [start] : [...state.starts.slice(first), start] }
}

/** The state without a send that was to start then, and does not. */
export const withoutStart = (state: PaceState, start: number): PaceState => {
  const index = state.starts.lastIndexOf(start)
  return index === -1 ? state : { ...state, starts: state.starts.toSpliced(index, 1) }
}

/** The state with a send that starts later than it was to. Those behind it are put off as long, at their distances. */
export const withLaterStart = (state: PaceState, start: number, later: number): PaceState => {
  const index = state.starts.indexOf(start)
  const by = later - start
  if (index === -1 || by <= 0) return state
  const starts = state.starts.map((one, ordinal) => (ordinal < index ? one : one + by))
  return { ...state, starts, putOff: state.putOff + by }
}

/** How a refusal slows down what the scope counts. */
interface Slowing {
  /** Milliseconds without a send after a refusal that names no time. */
  readonly pauseMillis: number
  /** By how much each further refusal lengthens the pause. */
  readonly growth: number
  /** The rest of the allowance: less where the number is only assumed, or shared with other processes. */
  readonly keeps: number
}

const slowing: Readonly<Record<PaceScope, Slowing>> = {
  pair: { pauseMillis: pairMillis, growth: 2, keeps: 1 },
  number: { pauseMillis: second, growth: 1, keeps: 0.5 },
  account: { pauseMillis: 5 * second, growth: 2, keeps: 0.5 }
}

/** Longest pause, in milliseconds, that is only assumed. */
export const longestAssumedPause = 60_000

/** Longest pause, in milliseconds, that a platform may ask for. Access is regained within an hour, as documented. */
export const longestToldPause = 3_600_000

/** The smallest part of an allowance that refusals leave. */
const leastShare = 1 / 64

/**
 * The state after a refusal of a send that had started at `startedAt`. `toldMillis` is the wait that the platform names,
 * or null. Refusals of sends that were under way at an earlier refusal say nothing new. Starts that lie ahead are put
 * off together, in their order and at their distances.
 */
export const slowedDown = (
  scope: PaceScope,
  state: PaceState,
  startedAt: number,
  at: number,
  toldMillis: number | null
): PaceState => {
  if (startedAt <= state.refusedAt) return state
  const { growth, keeps, pauseMillis } = slowing[scope]
  const isSoon = at - Math.max(state.refusedAt, state.pausedUntil) < recoveryMillis
  const refusals = isSoon ? state.refusals + 1 : 1
  const pause =
    toldMillis === null
      ? Math.min(longestAssumedPause, pauseMillis * growth ** (refusals - 1))
      : Math.min(longestToldPause, toldMillis)
  const pausedUntil = Math.max(state.pausedUntil, at + pause)
  const by = pausedUntil - Math.max(at, state.pausedUntil)
  const part = Math.min(1, state.share + Math.max(0, at - state.refusedAt) / recoveryMillis)
  return {
    starts: state.starts.map((start) => (start > at ? start + by : start)),
    pausedUntil,
    putOff: state.putOff + by,
    refusedAt: at,
    refusals,
    share: Math.max(leastShare, part * keeps)
  }
}
