import { useState } from "react"
import { useText } from "../../text/useText.ts"
import { Checkbox } from "../Field.tsx"
import { Popover } from "../overlays/Popover.tsx"
import { PageIcon } from "../PageIcon.tsx"
import type { Column } from "../Table.tsx"

/** Where this browser stores the hidden columns of a table. Without storage the choice lasts until the page is closed. */
const keyOf = (table: string): string => `parley.columns.${table}`

const hiddenIn = (table: string, byDefault: ReadonlyArray<string>): ReadonlySet<string> => {
  try {
    const stored = window.localStorage.getItem(keyOf(table))
    return new Set(stored === null ? byDefault : stored.split(",").filter((id) => id !== ""))
  } catch {
    return new Set(byDefault)
  }
}

const storeHidden = (table: string, hidden: ReadonlySet<string>): void => {
  try {
    window.localStorage.setItem(keyOf(table), [...hidden].join(","))
  } catch {
    // Storage is disabled.
  }
}

/** Columns that the user chose, and the choice. */
export interface ChosenColumns<Row> {
  readonly visible: ReadonlyArray<Column<Row>>
  readonly hidden: ReadonlySet<string>
  readonly setHidden: (hidden: ReadonlySet<string>) => void
}

/** The visible columns of a table with a name: `const columns = useColumns("contacts", all)`. The first is always visible. */
export const useColumns = <Row,>(table: string, all: ReadonlyArray<Column<Row>>): ChosenColumns<Row> => {
  const [hidden, setHidden] = useState(() =>
    hiddenIn(
      table,
      all.filter(({ isHiddenFirst = false }) => isHiddenFirst).map(({ id }) => id)
    )
  )
  return {
    visible: all.filter(({ id }, index) => index === 0 || !hidden.has(id)),
    hidden,
    setHidden: (next) => {
      storeHidden(table, next)
      setHidden(next)
    }
  }
}

/** The button with the columns of a table. */
export const ColumnChooser = <Row,>({
  all,
  columns: { hidden, setHidden }
}: {
  readonly all: ReadonlyArray<Column<Row>>
  readonly columns: ChosenColumns<Row>
}) => {
  const { common } = useText()
  return (
    <Popover
      label={common.table.columns}
      button={
        <>
          <PageIcon name="columns" />
          {common.table.columns}
        </>
      }
    >
      {all.slice(1).map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          checked={!hidden.has(id)}
          onChange={({ target }) => {
            const next = new Set(hidden)
            if (target.checked) next.delete(id)
            else next.add(id)
            setHidden(next)
          }}
        />
      ))}
    </Popover>
  )
}
