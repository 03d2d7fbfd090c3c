import { BigDecimal, Option } from "effect"
import type { CountryCode } from "../contacts/PhoneNumber.ts"
import type { Day, MessageCount } from "./MessageCount.ts"

/** The price of one billable message from a day on. */
export interface Rate {
  readonly from: Day
  /** Null: every country without a rate of its own on the day. */
  readonly country: CountryCode | null
  /** The category as the platform reports it. */
  readonly category: string
  /** ISO 4217. */
  readonly currency: string
  readonly price: BigDecimal.BigDecimal
}

/** Rates of an operator by category and country, the latest first. */
export type RateCard = ReadonlyMap<string, ReadonlyArray<Rate>>

/** Knows no rate. */
export const emptyRateCard: RateCard = new Map()

/** No country has this name. */
const everyCountry = "*"

const keyOf = (category: string, country: string): string => `${country} ${category}`

/** Orders rates into a card. Of two for the same day, category and country, the first applies. */
export const rateCardOf = (rates: ReadonlyArray<Rate>): RateCard => {
  const card = new Map<string, Array<Rate>>()
  for (const rate of rates) {
    const key = keyOf(rate.category, rate.country ?? everyCountry)
    const same = card.get(key)
    if (same === undefined) card.set(key, [rate])
    else same.push(rate)
  }
  for (const same of card.values())
    same.sort((one, other) => (one.from < other.from ? 1 : one.from > other.from ? -1 : 0))
  return card
}

const latestOn = (card: RateCard, key: string, day: Day): Option.Option<Rate> =>
  Option.fromUndefinedOr(card.get(key)?.find(({ from }) => from <= day))

/**
 * The rate on a day: the latest one of the country, else the latest one of every country. None if the card has neither:
 * nothing is guessed.
 */
export const rateOn = (
  card: RateCard,
  { category, country, day }: Pick<MessageCount, "category" | "country" | "day">
): Option.Option<Rate> =>
  Option.orElse(latestOn(card, keyOf(category, country), day), () => latestOn(card, keyOf(category, everyCountry), day))

/** Days after the first, up to the last, on which a rate begins, ascending. Between them no rate changes. */
export const rateChanges = (card: RateCard, first: Day, last: Day): ReadonlyArray<Day> => {
  const days = [...card.values()].flat().map(({ from }) => from)
  return [...new Set(days.filter((day) => day > first && day <= last))].sort()
}

/** An exact amount of a currency. */
export interface Money {
  readonly currency: string
  readonly amount: BigDecimal.BigDecimal
}

/** The cost of messages. */
export interface Cost {
  /** An amount for each currency, in the order of currencies. */
  readonly amounts: ReadonlyArray<Money>
  /** Billable messages without a rate. */
  readonly unpriced: number
}

/** The cost of the counts (contract: The rate card). Each has the rate of its day; free messages cost nothing. */
export const costOf = (card: RateCard, counts: ReadonlyArray<MessageCount>): Cost => {
  const amounts = new Map<string, BigDecimal.BigDecimal>()
  let unpriced = 0
  for (const count of counts) {
    if (!count.billable) continue
    const rate = Option.getOrNull(rateOn(card, count))
    if (rate === null) {
      unpriced += count.messages
      continue
    }
    const { currency, price } = rate
    const amount = BigDecimal.multiply(price, BigDecimal.fromBigInt(BigInt(count.messages)))
    amounts.set(currency, BigDecimal.sum(amounts.get(currency) ?? BigDecimal.fromBigInt(0n), amount))
  }
  return {
    amounts: [...amounts.entries()]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, amount]) => ({ currency, amount })),
    unpriced
  }
}
