import { useQuery } from "../../api/useQuery.ts"
import { defineQuery } from "../../api/query.ts"
import { useQueryField } from "../../app/navigation.ts"
import { Select } from "../../parts/Select.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import type { UsageRow, UsageSum } from "../../../client/promise/SessionMethods.ts"
import { useLanguageTag, useText } from "../../text/useText.ts"

/** Name of a category of prices. A category without a name here is shown as the platform reports it. */
const categoryName = (names: Readonly<Record<string, string>>, category: string): string =>
  (Object.hasOwn(names, category) ? names[category] : undefined) ?? category

const groupings = ["category", "country", "day", "number", "campaign"] as const
type Grouping = (typeof groupings)[number]

const groupingOf = (text: string): Grouping => groupings.find((name) => name === text) ?? "category"

/** Priced messages of the month with their cost by the operator's rate card. */
const costsQuery = defineQuery("costs", (parley, by: Grouping, signal) => parley.usage.get({ by }, { signal }))

/** Names of numbers by id. */
const numbersQuery = defineQuery("numberNames", async (parley, _: null, signal) => {
  const { channels } = await parley.channels.list({ signal })
  return new Map(channels.map(({ id, name }) => [id, name]))
})

/** Names of the latest campaigns by id. Others are shown by their id. */
const campaignsQuery = defineQuery("campaignNames", async (parley, _: null, signal) => {
  const { data } = await parley.campaigns.list({ limit: 100 }, { signal })
  return new Map(data.map(({ id, name }) => [id, name]))
})

/** Amounts of all currencies. An empty list: the rate card has no rate. */
const useCostText = () => {
  const language = useLanguageTag()
  return (cost: UsageSum["cost"]): string =>
    cost
      .map(({ amount, currency }) =>
        new Intl.NumberFormat(language, { style: "currency", currency, maximumFractionDigits: 4 }).format(
          Number(amount)
        )
      )
      .join(" + ") || "–"
}

/** Cost of the month, by category, country, day, number or campaign. */
export const Costs = () => {
  const { usage: texts } = useText().developers
  const format = new Intl.NumberFormat(useLanguageTag())
  const costText = useCostText()
  const [field, setField] = useQueryField("by")
  const by = groupingOf(field)
  const [loaded, reload] = useQuery(costsQuery, by)
  const [numbers] = useQuery(numbersQuery, null)
  const [campaigns] = useQuery(campaignsQuery, null)
  const nameOf = ({ campaignId, category = "", country = "", day = "", numberId = "" }: UsageRow): string => {
    if (by === "category") return categoryName(texts.categoryNames, category)
    if (by === "country") return country
    if (by === "campaign") {
      if (campaignId === undefined) return texts.noCampaign
      return (campaigns.state === "ready" ? campaigns.value.get(campaignId) : undefined) ?? campaignId
    }
    return by === "day" ? day : ((numbers.state === "ready" ? numbers.value.get(numberId) : undefined) ?? numberId)
  }
  return (
    <>
      <h2>{texts.costs}</h2>
      <p>{texts.costsHint}</p>
      <div className="list-filters">
        <Select
          label={texts.groupBy}
          value={by}
          onChange={(value) => setField(value === "category" ? null : value)}
          options={groupings.map((value) => ({ value, label: texts.groupings[value] }))}
        />
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ report }) =>
          report === undefined || report.rows.length === 0 ? (
            <EmptyState title={texts.noCosts} />
          ) : (
            <Table
              caption={texts.costs}
              rows={[
                ...report.rows.map((row) => ({ name: nameOf(row), ...row })),
                { name: texts.total, ...report.total }
              ]}
              keyOf={({ name }) => name}
              columns={[
                { id: "name", label: texts.groupings[by], cell: ({ name }) => <bdi>{name}</bdi> },
                {
                  id: "messages",
                  label: texts.messages,
                  isNumber: true,
                  cell: ({ messages }) => format.format(messages)
                },
                {
                  id: "billable",
                  label: texts.billable,
                  isNumber: true,
                  cell: ({ billable }) => format.format(billable)
                },
                { id: "cost", label: texts.cost, isNumber: true, cell: ({ cost }) => costText(cost) },
                {
                  id: "unpriced",
                  label: texts.unpriced,
                  isNumber: true,
                  cell: ({ unpriced }) => format.format(unpriced)
                }
              ]}
            />
          )
        }
      </LoadedView>
    </>
  )
}
