import { Tabs as Base } from "@base-ui/react/tabs"
import type { ReactNode } from "react"

/** A tab with its panel. */
export interface TabOf<Id extends string> {
  readonly id: Id
  readonly label: ReactNode
  readonly content: ReactNode
}

/** Tabs with one visible panel. */
export const Tabs = <Id extends string>({
  label,
  onChange,
  tabs,
  value
}: {
  readonly label: string
  readonly tabs: ReadonlyArray<TabOf<Id>>
  readonly value: Id
  readonly onChange: (id: Id) => void
}) => (
  <Base.Root value={value} onValueChange={(id: Id) => onChange(id)}>
    <Base.List className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Base.Tab key={tab.id} value={tab.id} className="tab">
          {tab.label}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map((tab) => (
      <Base.Panel key={tab.id} value={tab.id} className="tab-panel">
        {tab.content}
      </Base.Panel>
    ))}
  </Base.Root>
)
