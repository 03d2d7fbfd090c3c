import { BigDecimal, Schema } from "effect"
import type { UsageRequest } from "../../../app/access/reportUsage.ts"
import { CampaignId, ChannelAccountId } from "../../../domain/Ids.ts"
import { Day } from "../../../domain/limits/MessageCount.ts"
import type { Money } from "../../../domain/limits/RateCard.ts"
import {
  UsageDimension,
  type UsageRefused,
  type UsageReport,
  type UsageRow,
  type UsageSum,
  maxReportCounts,
  maxReportDays
} from "../../../domain/limits/UsageReport.ts"
import { alsoCsv, csvOf } from "../interfaces/csvAnswer.ts"

/** Maximum length of an unknown name in an error text. */
const longestName = 64

const isDimension = Schema.is(UsageDimension)

const namesIn = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

const dimensions = UsageDimension.literals.join(", ")

const day = (description: string) =>
  Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => Schema.is(Day)(text) || "Expected a date such as 2026-11-28", {
        toJsonSchema: () => [{ format: "date" }, true]
      })
    ).annotate({ description })
  )

/** Query parameters of both interfaces. */
export const usageQuery = {
  since: day("The first day, in UTC. Default: the first day of the month of `until`"),
  until: day(`The last day, in UTC; at most ${maxReportDays} days are reported. Default: today`),
  by: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(
        (list) => {
          const unknown = namesIn(list).find((name) => !isDimension(name))
          return unknown === undefined || `Unknown name ${unknown.slice(0, longestName)}; use ${dimensions}`
        },
        { toJsonSchema: () => [{ examples: ["day,category"] }, true] }
      )
    ).annotate({ description: `What rows differ in, separated by commas: ${dimensions}. Default: category` })
  )
}

type Query = { readonly [K in keyof typeof usageQuery]?: string }

const decodeDay = (text: string | undefined): Day | undefined =>
  text !== undefined && Schema.is(Day)(text) ? text : undefined

/** The report that the parameters request. */
export const usageRequest = ({ by, since, until }: Query): UsageRequest => ({
  since: decodeDay(since),
  until: decodeDay(until),
  by: by === undefined ? ["category"] : UsageDimension.literals.filter((name) => namesIn(by).includes(name))
})

const sums = {
  messages: Schema.Int.annotate({
    description: "Messages for which the platform reported a price; a failed message does not count"
  }),
  billable: Schema.Int.annotate({ description: "Messages among them that the platform charges for" }),
  cost: Schema.Array(
    Schema.Struct({
      currency: Schema.String.annotate({ description: "The currency of the rate, such as USD" }),
      amount: Schema.String.annotate({ description: "The exact amount as a decimal number, such as 12.345" })
    })
  ).annotate({
    description: "The cost by the operator's rate card, one amount per currency; empty without a rate"
  }),
  unpriced: Schema.Int.annotate({ description: "Billable messages for which the rate card has no rate" })
}

const Sum = Schema.Struct(sums).annotate({ identifier: "UsageSum", description: "The sum over all rows" })

const Row = Schema.Struct({
  day: Schema.optionalKey(Schema.String.annotate({ description: "The day of the messages, in UTC", format: "date" })),
  numberId: Schema.optionalKey(
    ChannelAccountId.annotate({ description: "The sending number: its id, which a send takes as from" })
  ),
  category: Schema.optionalKey(
    Schema.String.annotate({ description: "The category as the platform reports it; unknown for a price without one" })
  ),
  country: Schema.optionalKey(
    Schema.String.annotate({
      description: "The country of the recipients (ISO 3166-1 alpha-2); unknown if their number names none"
    })
  ),
  campaignId: Schema.optionalKey(
    CampaignId.annotate({ description: "The campaign of the messages; absent for messages outside of campaigns" })
  ),
  ...sums
}).annotate({ identifier: "UsageRow", description: "Messages that have the properties of `by` in common" })

/** A report with its rows and total. */
export const UsageReportData = Schema.Struct({
  since: Schema.String.annotate({ description: "The first day, in UTC", format: "date" }),
  until: Schema.String.annotate({ description: "The last day, in UTC", format: "date" }),
  rows: Schema.Array(Row).annotate({
    description: "In the order of days, numbers, countries, campaigns and categories"
  }),
  total: Sum
}).annotate({
  identifier: "UsageReport",
  description: "Messages with a price over some days, and their cost"
})

const amountOf = ({ amount, currency }: Money) => ({ currency, amount: BigDecimal.format(amount) })

const sumView = ({ amounts, billable, messages, unpriced }: UsageSum): typeof Sum.Type => ({
  messages,
  billable,
  cost: amounts.map(amountOf),
  unpriced
})

const rowView = ({
  campaignId,
  category,
  channelAccountId,
  country,
  day: date,
  ...sum
}: UsageRow): typeof Row.Type => ({
  ...(date === null ? {} : { day: date }),
  ...(channelAccountId === null ? {} : { numberId: channelAccountId }),
  ...(category === null ? {} : { category }),
  ...(country === null ? {} : { country }),
  ...(campaignId === null ? {} : { campaignId }),
  ...sumView(sum)
})

export const usageReportView = ({ rows, since, total, until }: UsageReport): typeof UsageReportData.Type => ({
  since,
  until,
  rows: rows.map(rowView),
  total: sumView(total)
})

const columnOf = {
  day: { name: "day", cell: (row: UsageRow) => row.day },
  number: { name: "numberId", cell: (row: UsageRow) => row.channelAccountId },
  category: { name: "category", cell: (row: UsageRow) => row.category },
  country: { name: "country", cell: (row: UsageRow) => row.country },
  campaign: { name: "campaignId", cell: (row: UsageRow) => row.campaignId }
}

/** The rows of a report as a table with a header. Each currency of the total has a column. */
export const usageTable = ({ by, rows, total }: UsageReport): ReadonlyArray<ReadonlyArray<string | number>> => {
  const columns = by.map((dimension) => columnOf[dimension])
  const currencies = total.amounts.map(({ currency }) => currency)
  return [
    [
      ...columns.map(({ name }) => name),
      "messages",
      "billable",
      "unpriced",
      ...currencies.map((name) => `cost ${name}`)
    ],
    ...rows.map((row) => [
      ...columns.map(({ cell }) => cell(row) ?? ""),
      row.messages,
      row.billable,
      row.unpriced,
      ...currencies.map((currency) => {
        const money = row.amounts.find((one) => one.currency === currency)
        return money === undefined ? "0" : BigDecimal.format(money.amount)
      })
    ])
  ]
}

/** The name of the file. */
export const usageFilename = ({ since, until }: UsageReport): string => `usage-${since}-${until}.csv`

const problems: Readonly<Record<UsageRefused["reason"], readonly [field: string, expectation: string]>> = {
  "ends before it begins": ["until", "Expected a day that is not before since"],
  "too many days": ["since", `Expected at most ${maxReportDays} days up to until`],
  "too many counts": ["since", `The report has more than ${maxReportCounts} counts. Choose fewer days`]
}

/** The text about a refused report, which names the parameter. */
export const usageProblem = ({ reason }: Pick<UsageRefused, "reason">): string => {
  const [field, expectation] = problems[reason]
  return `Invalid field ${field}: ${expectation}`
}

/** An example of a report. */
export const exampleReport: typeof UsageReportData.Type = {
  since: "2026-11-01",
  until: "2026-11-28",
  rows: [
    {
      category: "marketing",
      messages: 310,
      billable: 310,
      cost: [{ currency: "USD", amount: "7.75" }],
      unpriced: 0
    },
    { category: "service", messages: 402, billable: 0, cost: [], unpriced: 0 }
  ],
  total: { messages: 712, billable: 310, cost: [{ currency: "USD", amount: "7.75" }], unpriced: 0 }
}

/** Documents the answer as CSV. */
export const withCsv = alsoCsv(
  csvOf([
    ["category", "messages", "billable", "unpriced", "cost USD"],
    ["marketing", 310, 310, 0, "7.75"],
    ["service", 402, 0, 0, "0"]
  ])
)
