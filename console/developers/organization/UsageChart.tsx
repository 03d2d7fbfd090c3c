import { useLanguageTag, useText } from "../../text/useText.ts"
import { chartScale } from "./chartScale.ts"

/** A value of the chart. */
export interface Bar {
  readonly id: string
  readonly label: string
  readonly value: number
}

/** Dimensions in units of the drawing: bars begin at `left` and are at most `width` long. */
const box = { left: 8, width: 560, row: 52, bar: 20, top: 8, foot: 28, right: 48 }

/** Bars on one scale with a line at the limit. Screen readers get a table. */
export const UsageChart = ({ bars, limit }: { readonly bars: ReadonlyArray<Bar>; readonly limit: number | null }) => {
  const { usage } = useText().developers
  const format = new Intl.NumberFormat(useLanguageTag())
  const scale = chartScale([...bars.map(({ value }) => value), ...(limit === null ? [] : [limit])])
  const bottom = box.top + bars.length * box.row
  const x = (value: number) => box.left + scale.at(value) * box.width
  return (
    <figure className="dev-chart">
      <figcaption className="field-label">{usage.chart}</figcaption>
      <svg
        viewBox={`0 0 ${box.left + box.width + box.right} ${bottom + box.foot}`}
        aria-hidden
        focusable="false"
        direction="ltr"
      >
        {scale.marks.map((mark) => (
          <g key={mark}>
            <line className="dev-chart-mark" x1={x(mark)} x2={x(mark)} y1={box.top} y2={bottom} />
            <text className="dev-chart-text" x={x(mark)} y={bottom + 18} textAnchor={mark === 0 ? "start" : "middle"}>
              {format.format(mark)}
            </text>
          </g>
        ))}
        {bars.map(({ id, label, value }, index) => (
          <g key={id}>
            <text className="dev-chart-label" x={box.left} y={box.top + index * box.row + 16}>
              {label}: {format.format(value)}
            </text>
            <rect
              className={`dev-chart-bar dev-chart-bar-${id}`}
              x={box.left}
              y={box.top + index * box.row + 22}
              width={Math.max(1, x(value) - box.left)}
              height={box.bar}
              rx={3}
            />
          </g>
        ))}
        {limit !== null && <line className="dev-chart-limit" x1={x(limit)} x2={x(limit)} y1={box.top} y2={bottom} />}
      </svg>
      <table className="visually-hidden">
        <caption>{usage.chart}</caption>
        <thead>
          <tr>
            <th scope="col">{usage.measure}</th>
            <th scope="col">{usage.events}</th>
          </tr>
        </thead>
        <tbody>
          {[...bars, ...(limit === null ? [] : [{ id: "limit", label: usage.limit, value: limit }])].map(
            ({ id, label, value }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                <td>{format.format(value)}</td>
              </tr>
            )
          )}
        </tbody>
      </table>
    </figure>
  )
}
