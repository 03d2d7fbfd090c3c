import type { FormEvent, ReactNode } from "react"
import { navigate, usePlace } from "../../app/navigation.ts"
import { Button } from "../../parts/Button.tsx"
import { Select } from "../../parts/Select.tsx"
import { useText } from "../../text/useText.ts"
import type { Span } from "./filters.ts"

/** Filters of a list. `onApply`: text filters apply when the form is submitted. */
export const FilterBar = ({ children, onApply }: { readonly children: ReactNode; readonly onApply?: () => void }) => {
  const { filters } = useText().developers
  const { path, query } = usePlace()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply?.()
  }
  return (
    <form className="dev-filters" onSubmit={apply} role="search">
      {children}
      <div className="dev-filter-buttons">
        {onApply !== undefined && <Button type="submit">{filters.apply}</Button>}
        {Object.keys(query).length > 0 && (
          <Button tone="quiet" onClick={() => navigate(path)}>
            {filters.clear}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Choice of one value, or of all. */
export const FilterSelect = <Value extends string>({
  label,
  labelOf = (value) => value,
  onChange,
  value,
  values
}: {
  readonly label: string
  readonly value: Value | null
  readonly values: ReadonlyArray<Value>
  readonly labelOf?: (value: Value) => string
  readonly onChange: (value: Value | null) => void
}) => {
  const { filters } = useText().developers
  const options = [
    { value: "" as const, label: filters.all },
    ...values.map((one) => ({ value: one, label: labelOf(one) }))
  ]
  return (
    <Select<Value | "">
      label={label}
      value={value ?? ""}
      options={options}
      onChange={(chosen) => onChange(chosen === "" ? null : chosen)}
    />
  )
}

const spanNames: ReadonlyArray<Span> = ["1h", "24h", "7d", "30d"]

/** Choice of the start time. */
export const SpanSelect = ({
  onChange,
  value
}: {
  readonly value: Span | null
  readonly onChange: (value: Span | null) => void
}) => {
  const { filters } = useText().developers
  return (
    <FilterSelect
      label={filters.span}
      value={value}
      values={spanNames}
      labelOf={(span) => filters.spans[span]}
      onChange={onChange}
    />
  )
}
