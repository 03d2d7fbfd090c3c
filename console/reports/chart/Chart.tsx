import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import { Table } from "../../parts/Table.tsx"
import { areaPath, indexAt, labelledColumns, linePath, scaleOf, type Value, xAt, yAt } from "./chartGeometry.ts"

/** A series of a chart, with a value for each column. */
export interface Series {
  readonly id: string
  readonly label: string
  readonly values: ReadonlyArray<Value>
}

const size = { height: 200, top: 12, foot: 24, left: 52, right: 8, first: 640 }

/** Share of a column that bars cover. */
const barShare = 0.7

/** Width of an element in pixels: the drawing has the size of the page, so that its texts keep theirs. */
const useWidth = () => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(size.first)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(200, Math.round(entry.contentRect.width)))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}

/**
 * A chart of series over days. Pointer and arrow keys choose a day, whose values are above the drawing. A table has the
 * same values.
 */
export const Chart = ({
  columns,
  dayLabel,
  format,
  kind,
  series,
  shape,
  tableLabel,
  title
}: {
  readonly title: string
  readonly shape: "line" | "area" | "bars"
  readonly kind: "count" | "duration"
  /** Labels of the columns. */
  readonly columns: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  readonly format: (value: Value) => string
  readonly dayLabel: string
  readonly tableLabel: string
}) => {
  const [element, width] = useWidth()
  const [chosen, setChosen] = useState<number | null>(null)
  const count = columns.length
  const { end, ticks } = scaleOf(
    series.flatMap(({ values }) => values),
    kind
  )
  const box = {
    left: size.left,
    top: size.top,
    width: width - size.left - size.right,
    height: size.height - size.top - size.foot
  }
  const bottom = box.top + box.height
  const textOf = (index: number) =>
    [columns[index] ?? "", ...series.map(({ label, values }) => `${label}: ${format(values[index] ?? null)}`)].join(
      ", "
    )
  const pointed = (event: PointerEvent<HTMLDivElement>) =>
    setChosen(indexAt(box, count, event.clientX - event.currentTarget.getBoundingClientRect().left))
  const pressed = (event: KeyboardEvent) => {
    const now = chosen ?? count - 1
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: count - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.min(count - 1, Math.max(0, next)))
  }
  const slot = (box.width / Math.max(1, count)) * barShare
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <h2>{title}</h2>
        <p className="chart-values" aria-hidden>
          {chosen !== null && <span className="muted">{columns[chosen]}</span>}
          {series.map(({ id, label, values }, index) => (
            <span key={id}>
              <span className={`chart-mark chart-mark-${index}`} /> {label}
              {chosen !== null && <strong> {format(values[chosen] ?? null)}</strong>}
            </span>
          ))}
        </p>
      </figcaption>
      <div
        ref={element}
        className="chart-drawing"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={chosen ?? count - 1}
        aria-valuetext={textOf(chosen ?? count - 1)}
        onPointerMove={pointed}
        onPointerDown={pointed}
        onPointerLeave={() => setChosen(null)}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible")) setChosen((index) => index ?? count - 1)
        }}
        onBlur={() => setChosen(null)}
        onKeyDown={pressed}
      >
        <svg width={width} height={size.height} aria-hidden focusable="false">
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                className="chart-line"
                x1={box.left}
                x2={box.left + box.width}
                y1={yAt(box, end, tick)}
                y2={yAt(box, end, tick)}
              />
              <text className="chart-text" x={box.left - 8} y={yAt(box, end, tick) + 4} textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {labelledColumns(box.width, count).map((index) => (
            <text key={index} className="chart-text" x={xAt(box, count, index)} y={bottom + 18} textAnchor="middle">
              {columns[index]}
            </text>
          ))}
          {chosen !== null && (
            <line
              className="chart-chosen"
              x1={xAt(box, count, chosen)}
              x2={xAt(box, count, chosen)}
              y1={box.top}
              y2={bottom}
            />
          )}
          {series.map(({ id, values }, order) =>
            shape === "bars" ? (
              values.map((value, index) => (
                <rect
                  key={`${id} ${columns[index]}`}
                  className={`chart-bar chart-fill-${order}`}
                  x={xAt(box, count, index) - slot / 2 + (order * slot) / series.length}
                  y={yAt(box, end, value ?? 0)}
                  width={Math.max(1, slot / series.length - 1)}
                  height={bottom - yAt(box, end, value ?? 0)}
                />
              ))
            ) : (
              <g key={id}>
                {shape === "area" && (
                  <path className={`chart-area chart-fill-${order}`} d={areaPath(box, values, end)} />
                )}
                <path className={`chart-path chart-stroke-${order}`} d={linePath(box, values, end)} />
                {chosen !== null && typeof values[chosen] === "number" && (
                  <circle
                    className={`chart-fill-${order}`}
                    cx={xAt(box, count, chosen)}
                    cy={yAt(box, end, values[chosen] ?? 0)}
                    r={4}
                  />
                )}
              </g>
            )
          )}
        </svg>
      </div>
      <details>
        <summary>{tableLabel}</summary>
        <Table
          caption={title}
          rows={columns.map((column, index) => ({ column, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            { id: "day", label: dayLabel, cell: ({ column }) => column },
            ...series.map(({ id, label, values }) => ({
              id,
              label,
              isNumber: true,
              cell: ({ index }: { readonly index: number }) => format(values[index] ?? null)
            }))
          ]}
        />
      </details>
    </figure>
  )
}
