import { assert, describe, it } from "@effect/vitest"
import { BigDecimal, Option, Result, Schema } from "effect"
import { CountryCode } from "../../../src/domain/contacts/PhoneNumber.ts"
import { CampaignId, ChannelAccountId } from "../../../src/domain/Ids.ts"
import { Day, type MessageCount, daysOf } from "../../../src/domain/limits/MessageCount.ts"
import {
  type Rate,
  costOf,
  emptyRateCard,
  rateCardOf,
  rateChanges,
  rateOn
} from "../../../src/domain/limits/RateCard.ts"
import { UsageDimension, maxReportDays, reportedDays, usageReport } from "../../../src/domain/limits/UsageReport.ts"

const days = daysOf(Day.make("2026-10-30"), Day.make("2026-11-04"))
const countries = ["US", "BR", "unknown"]
const categories = ["marketing", "utility"]
const accounts = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"].map((id) =>
  ChannelAccountId.make(id)
)

const campaigns = [null, ...accounts.map((id) => CampaignId.make(id))]

const index = (length: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: length - 1 }))

const GeneratedRate = Schema.Struct({
  from: index(6),
  country: index(3),
  category: index(2),
  currency: index(2),
  price: index(99_999_999)
})
const GeneratedCount = Schema.Struct({
  day: index(6),
  account: index(2),
  country: index(3),
  category: index(2),
  campaign: index(3),
  billable: Schema.Boolean,
  messages: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
})
const Rates = Schema.Array(GeneratedRate).check(Schema.isMaxLength(12))
const Counts = Schema.Array(GeneratedCount).check(Schema.isMaxLength(20))

const at = <A>(all: ReadonlyArray<A>, position: number): A => {
  const [found] = all.slice(position)
  assert.isDefined(found)
  return found
}

/** Prices have 8 decimals. */
const rateOf = (generated: typeof GeneratedRate.Type): Rate => ({
  from: at(days, generated.from),
  country: generated.country === 2 ? null : CountryCode.make(at(countries, generated.country)),
  category: at(categories, generated.category),
  currency: at(["USD", "EUR"], generated.currency),
  price: BigDecimal.make(BigInt(generated.price), 8)
})

const countOf = (generated: typeof GeneratedCount.Type): MessageCount => ({
  day: at(days, generated.day),
  channelAccountId: at(accounts, generated.account),
  category: at(categories, generated.category),
  country: at(countries, generated.country),
  campaignId: at(campaigns, generated.campaign),
  billable: generated.billable,
  messages: generated.messages
})

/** The rate as the contract says it, found by looking at all rates. */
const expectedRate = (rates: ReadonlyArray<Rate>, count: MessageCount): Rate | undefined => {
  const applying = rates.filter(({ category, from }) => category === count.category && from <= count.day)
  const own = applying.filter(({ country }) => country === count.country)
  const all = own.length > 0 ? own : applying.filter(({ country }) => country === null)
  return all.reduce<Rate | undefined>(
    (best, rate) => (best === undefined || rate.from > best.from ? rate : best),
    undefined
  )
}

const texts = (amounts: ReadonlyArray<{ readonly currency: string; readonly amount: BigDecimal.BigDecimal }>) =>
  amounts.map(({ amount, currency }) => `${currency} ${BigDecimal.format(amount)}`)

describe("rate cards", () => {
  it.prop(
    "the rate is the latest of the country, else the latest of every country, else none",
    { rates: Rates, count: GeneratedCount },
    ({ count, rates }) => {
      const [all, one] = [rates.map(rateOf), countOf(count)]
      assert.strictEqual(Option.getOrUndefined(rateOn(rateCardOf(all), one)), expectedRate(all, one))
    }
  )

  it.prop(
    "costs are exact sums in whole units of the smallest decimal, and the rest is unpriced",
    { rates: Rates, counts: Counts },
    ({ counts, rates }) => {
      const [all, generated] = [rates.map(rateOf), counts.map(countOf)]
      const { amounts, unpriced } = costOf(rateCardOf(all), generated)
      const sums = new Map<string, bigint>()
      let without = 0
      for (const count of generated.filter(({ billable }) => billable)) {
        const rate = expectedRate(all, count)
        if (rate === undefined) without += count.messages
        else sums.set(rate.currency, (sums.get(rate.currency) ?? 0n) + rate.price.value * BigInt(count.messages))
      }
      assert.strictEqual(unpriced, without)
      assert.deepStrictEqual(
        texts(amounts),
        texts(
          [...sums]
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([currency, value]) => ({ currency, amount: BigDecimal.make(value, 8) }))
        )
      )
      assert.notMatch(texts(amounts).join(), /e/)
    }
  )

  it.prop(
    "between two changes of a rate, every day has the same rates",
    { rates: Rates, count: GeneratedCount },
    ({ count, rates }) => {
      const card = rateCardOf(rates.map(rateOf))
      const [first, last] = [at(days, 0), at(days, 5)]
      const starts = [first, ...rateChanges(card, first, last)]
      for (const day of days) {
        const start = starts.findLast((one) => one <= day) ?? first
        assert.deepStrictEqual(
          rateOn(card, { ...countOf(count), day }),
          rateOn(card, { ...countOf(count), day: start })
        )
      }
    }
  )

  it("without a card every billable message is unpriced", () => {
    const count = countOf({ day: 0, account: 0, country: 0, category: 0, campaign: 0, billable: true, messages: 3 })
    assert.deepStrictEqual(costOf(emptyRateCard, [count, { ...count, billable: false }]), { amounts: [], unpriced: 3 })
  })
})

describe("usage reports", () => {
  const range = { since: at(days, 0), until: at(days, 5) }

  it.prop(
    "rows of any dimensions add up to the same total",
    { rates: Rates, counts: Counts, by: Schema.Array(UsageDimension) },
    ({ by, counts, rates }) => {
      const card = rateCardOf(rates.map(rateOf))
      const generated = counts.map(countOf)
      const { rows, total } = usageReport(range, by, generated, card)
      assert.deepStrictEqual(total, usageReport(range, [], generated, card).total)
      for (const sum of ["messages", "billable", "unpriced"] as const) {
        assert.strictEqual(
          rows.reduce((all, row) => all + row[sum], 0),
          total[sum]
        )
      }
      for (const { amount, currency } of total.amounts) {
        const parts = rows.flatMap((row) => row.amounts.filter((one) => one.currency === currency))
        assert.isTrue(BigDecimal.equals(BigDecimal.sumAll(parts.map((one) => one.amount)), amount))
      }
      const keys = rows.map(({ campaignId, category, channelAccountId, country, day }) =>
        JSON.stringify([day, channelAccountId, country, campaignId ?? "", category])
      )
      assert.lengthOf(new Set(keys), keys.length)
      assert.deepStrictEqual(keys, keys.toSorted())
    }
  )

  it("the days are those of the current month by default, and at most 92", () => {
    const today = Day.make("2026-11-28")
    const read = (since?: string, until?: string) =>
      reportedDays(
        {
          since: since === undefined ? undefined : Day.make(since),
          until: until === undefined ? undefined : Day.make(until)
        },
        today
      )
    assert.strictEqual(maxReportDays, 92)
    assert.deepStrictEqual(Result.getOrNull(read()), { since: Day.make("2026-11-01"), until: today })
    assert.deepStrictEqual(Result.getOrNull(read(undefined, "2026-02-10")), {
      since: Day.make("2026-02-01"),
      until: Day.make("2026-02-10")
    })
    assert.isTrue(Result.isSuccess(read("2026-08-29")))
    assert.strictEqual(Option.getOrNull(Result.getFailure(read("2026-08-28")))?.reason, "too many days")
    assert.strictEqual(Option.getOrNull(Result.getFailure(read("2026-11-29")))?.reason, "ends before it begins")
    assert.strictEqual(
      Option.getOrNull(Result.getFailure(read("2026-11-02", "2026-11-01")))?.reason,
      "ends before it begins"
    )
  })
})
