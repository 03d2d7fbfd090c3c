import { type ReactNode, useEffect, useRef } from "react"
import { useText } from "../text/useText.ts"
import { PageIcon } from "./PageIcon.tsx"

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly label: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** For numbers, aligned at the end of the cell. */
  readonly isNumber?: boolean
  /** The head is a button that sorts by the column. */
  readonly isSortable?: boolean
  /** Hidden until the user chooses it (`ColumnChooser`). */
  readonly isHiddenFirst?: boolean
}

/** The order of the rows. */
export interface Sort {
  readonly column: string
  readonly direction: "ascending" | "descending"
}

/** Rows that the user selected, by their keys. */
export interface Selection<Row> {
  readonly selected: ReadonlySet<string>
  readonly onChange: (selected: ReadonlySet<string>) => void
  /** Name of a row for screen readers. */
  readonly nameOf: (row: Row) => string
}

interface TableProps<Row> {
  /** Caption for screen readers. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort) => void
  readonly selection?: Selection<Row>
  /** The rows scroll below the head, in a region that fits the screen. */
  readonly isHeadSticky?: boolean
}

/** Checkbox of all rows; a dash for some of them. */
const SelectAll = <Row,>({ keyOf, rows, selection }: TableProps<Row> & { readonly selection: Selection<Row> }) => {
  const { common } = useText()
  const box = useRef<HTMLInputElement>(null)
  const keys = rows.map(keyOf)
  const count = keys.filter((key) => selection.selected.has(key)).length
  const isAll = count > 0 && count === keys.length
  const isSome = count > 0 && !isAll
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome
  }, [isSome])
  const change = () => {
    const next = new Set(selection.selected)
    for (const key of keys) {
      if (isAll) next.delete(key)
      else next.add(key)
    }
    selection.onChange(next)
  }
  return <input ref={box} type="checkbox" aria-label={common.table.selectAll} checked={isAll} onChange={change} />
}

const SelectRow = <Row,>({
  keyOf,
  row,
  selection: { nameOf, onChange, selected }
}: {
  readonly row: Row
  readonly keyOf: (row: Row) => string
  readonly selection: Selection<Row>
}) => {
  const { common } = useText()
  const key = keyOf(row)
  const change = () => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  return (
    <input
      type="checkbox"
      aria-label={common.table.selectRow(nameOf(row))}
      checked={selected.has(key)}
      onChange={change}
    />
  )
}

const Head = <Row,>({
  column: { id, isNumber = false, isSortable = false, label },
  onSort,
  sort
}: {
  readonly column: Column<Row>
  readonly sort: Sort | null
  readonly onSort: ((sort: Sort) => void) | undefined
}) => {
  const direction = sort?.column === id ? sort.direction : null
  const next = direction === "ascending" ? "descending" : "ascending"
  return (
    <th scope="col" className={isNumber ? "table-number" : undefined} aria-sort={direction ?? undefined}>
      {isSortable && onSort !== undefined ? (
        <button type="button" className="table-sort" onClick={() => onSort({ column: id, direction: next })}>
          {label}
          <span className={direction === null ? "table-sort-mark" : "table-sort-mark table-sort-present"}>
            <PageIcon name={direction === "descending" ? "chevron-down" : "chevron-up"} />
          </span>
        </button>
      ) : (
        label
      )}
    </th>
  )
}

/** A table. On a narrow screen it scrolls horizontally. The caller sorts the rows and stores the selection. */
export const Table = <Row,>(table: TableProps<Row>) => {
  const { caption, columns, isHeadSticky = false, keyOf, onSort, rows, selection, sort = null } = table
  return (
    // Focusable, because a scrolling region must be reachable by keyboard.
    <div
      className={isHeadSticky ? "table-region table-region-tall" : "table-region"}
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className="table-select">
                <SelectAll {...table} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={selection?.selected.has(keyOf(row)) === true ? "table-selected" : undefined}
            >
              {selection !== undefined && (
                <td className="table-select">
                  <SelectRow row={row} keyOf={keyOf} selection={selection} />
                </td>
              )}
              {columns.map(({ cell, id, isNumber = false }) => (
                <td key={id} className={isNumber ? "table-number" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
