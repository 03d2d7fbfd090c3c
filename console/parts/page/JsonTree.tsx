import type { ReactNode } from "react"
import { visibleJson } from "../../text/visibleJson.ts"

/** Levels that are open at first. */
const openLevels = 3

const textOf = (value: unknown): string => visibleJson(JSON.stringify(value) ?? "null")

/** Entries of an object or a list; null for another value, and for an empty one. */
const entriesOf = (value: unknown): ReadonlyArray<readonly [key: string, value: unknown]> | null => {
  if (typeof value !== "object" || value === null) return null
  const entries = Object.entries(value)
  return entries.length === 0 ? null : entries
}

const Node = ({
  depth,
  end,
  prefix,
  value
}: {
  readonly value: unknown
  /** Its key with a colon; empty in a list. */
  readonly prefix: string
  /** A comma unless it is the last one. */
  readonly end: string
  readonly depth: number
}): ReactNode => {
  const entries = entriesOf(value)
  if (entries === null) {
    return (
      <div>
        {prefix}
        <span className={`json-${value === null ? "null" : typeof value}`}>{textOf(value)}</span>
        {end}
      </div>
    )
  }
  const isList = Array.isArray(value)
  return (
    <details className="json-node" open={depth < openLevels}>
      <summary>
        {prefix}
        {isList ? "[" : "{"}
      </summary>
      <div className="json-entries">
        {entries.map(([key, entry], index) => (
          <Node
            key={key}
            value={entry}
            prefix={isList ? "" : `${textOf(key)}: `}
            end={index === entries.length - 1 ? "" : ","}
            depth={depth + 1}
          />
        ))}
      </div>
      <div>
        {isList ? "]" : "}"}
        {end}
      </div>
    </details>
  )
}

/** An object or a list as JSON, whose parts can be folded. */
export const JsonTree = ({ value }: { readonly value: unknown }) => <Node value={value} prefix="" end="" depth={0} />
