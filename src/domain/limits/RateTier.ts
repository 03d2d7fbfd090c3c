import { Schema } from "effect"

/** How often an organization may call over one interface (contract C35). */
export const RateTier = Schema.Literals(["standard", "messaging", "bulk", "console"])
export type RateTier = typeof RateTier.Type

/** Each interface has its own allowance. */
export const RatedInterface = Schema.Literals(["session", "developer"])
export type RatedInterface = typeof RatedInterface.Type

/** A number of calls per period; a tier without an allowance is switched off. */
export interface RateAllowance {
  readonly calls: number
  readonly perMillis: number
}
/** Null is a tier without a limit. */
export type RateTable = Readonly<Record<RateTier, RateAllowance | null>>

/** The numbers of the table; 0 switches a tier off. */
export interface Rates {
  readonly standardPerMinute: number
  readonly messagingPerSecond: number
  readonly bulkPerMinute: number
  readonly consolePerMinute: number
}

/** The default rates (contract C35, C219). */
export const usualRates: Rates = {
  standardPerMinute: 100,
  messagingPerSecond: 30,
  bulkPerMinute: 10,
  consolePerMinute: 2_000
}

/** More calls than any process answers in the period: each accepted call of the period is remembered. */
export const maxRate = 1_000_000

const second = 1_000
const minute = 60 * second

const allowance = (calls: number, perMillis: number): RateAllowance | null =>
  calls === 0 ? null : { calls, perMillis }

/** `messaging` counts in a second, the others in a minute. */
export const rateTable = ({
  bulkPerMinute,
  consolePerMinute,
  messagingPerSecond,
  standardPerMinute
}: Rates): RateTable => ({
  standard: allowance(standardPerMinute, minute),
  messaging: allowance(messagingPerSecond, second),
  bulk: allowance(bulkPerMinute, minute),
  console: allowance(consolePerMinute, minute)
})
