import type { ReactNode } from "react"

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly label: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** For numbers, aligned at the end of the cell. */
  readonly isNumber?: boolean
}

/** A table. On a narrow screen it scrolls horizontally. */
export const Table = <Row,>({
  caption,
  columns,
  keyOf,
  rows
}: {
  /** Caption for screen readers. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
}) => (
  // Focusable, because a scrolling region must be reachable by keyboard.
  <div className="table-region" role="region" aria-label={caption} tabIndex={0}>
    <table className="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, isNumber = false, label }) => (
            <th key={id} scope="col" className={isNumber ? "table-number" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
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
