import { useQuery } from "../../api/useQuery.ts"
import { useAtom } from "../../app/atoms.ts"
import { minuteAtom } from "../../app/now.ts"
import { LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { Facts } from "../parts/Facts.tsx"
import { usageQuery } from "../queries.ts"
import { projectedUsage } from "./chartScale.ts"
import { Costs } from "./Costs.tsx"
import { UsageChart } from "./UsageChart.tsx"

const tierNames = ["standard", "messaging", "bulk", "console"] as const

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
        {({ limit, month, plan, remaining, tiers, used }) => {
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
              <Costs />
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
