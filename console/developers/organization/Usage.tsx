import { useQuery } from "../../api/useQuery.ts"
import { useAtom } from "../../app/atoms.ts"
import { minuteAtom } from "../../app/now.ts"
import { LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { Facts } from "../parts/Facts.tsx"
import { usageQuery } from "../queries.ts"
import { projectedUsage } from "./chartScale.ts"
import { UsageChart } from "./UsageChart.tsx"

const tierNames = ["standard", "messaging", "bulk", "console"] as const

/** Name of a category of prices. A category without a name here is shown as the platform reports it. */
const categoryName = (names: Readonly<Record<string, string>>, category: string): string =>
  (Object.hasOwn(names, category) ? names[category] : undefined) ?? category

/** Events of the month, limit of the plan, priced messages by category, and rate tiers. */
export const Usage = () => {
  const { pages, usage: texts } = useText().developers
  const format = new Intl.NumberFormat(useLanguageTag())
  const now = useAtom(minuteAtom)
  const [loaded, reload] = useQuery(usageQuery, {})
  return (
    <>
      <h1>{pages.usage}</h1>
      <LoadedView loaded={loaded} reload={reload}>
        {({ categories = [], limit, month, plan, remaining, tiers, used }) => {
          const projected = projectedUsage(month, used, now)
          return (
            <>
              <p>{texts.intro(month, plan)}</p>
              <UsageChart
                limit={limit}
                bars={[
                  { id: "used", label: texts.used, value: used },
                  ...(projected === null ? [] : [{ id: "projected", label: texts.projected, value: projected }])
                ]}
              />
              <Facts
                facts={[
                  [texts.used, format.format(used)],
                  [texts.limit, limit === null ? texts.unlimited : format.format(limit)],
                  [texts.remaining, remaining === null ? texts.unlimited : format.format(remaining)]
                ]}
              />
              {categories.length > 0 && (
                <>
                  <h2>{texts.categories}</h2>
                  <p>{texts.categoriesHint}</p>
                  <Table
                    caption={texts.categories}
                    rows={categories}
                    keyOf={({ category }) => category}
                    columns={[
                      {
                        id: "category",
                        label: texts.category,
                        cell: ({ category }) => categoryName(texts.categoryNames, category)
                      },
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
                      }
                    ]}
                  />
                </>
              )}
              <h2>{texts.tiers}</h2>
              <Table
                caption={texts.tiers}
                rows={tierNames.map((name) => ({ name, tier: tiers[name] }))}
                keyOf={({ name }) => name}
                columns={[
                  { id: "tier", label: texts.tier, cell: ({ name }) => texts.tierNames[name] },
                  {
                    id: "calls",
                    label: texts.calls,
                    isNumber: true,
                    cell: ({ tier }) => (tier === null ? texts.off : format.format(tier.limit))
                  },
                  {
                    id: "period",
                    label: texts.period,
                    cell: ({ tier }) => (tier === null ? "" : texts.seconds(tier.periodSeconds))
                  }
                ]}
              />
            </>
          )
        }}
      </LoadedView>
    </>
  )
}
