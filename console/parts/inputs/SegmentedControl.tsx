import { type ReactNode, useId } from "react"
import "../../style/pageParts.css"

/** A choice of a segmented control. */
export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

/** Selection of one of a few values that are all visible. Arrow keys change it. */
export const SegmentedControl = <Value extends string>({
  isDisabled = false,
  label,
  onChange,
  options,
  value
}: {
  /** Label for screen readers. */
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<Segment<Value>>
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
}) => {
  const name = useId()
  return (
    <fieldset className="segments" disabled={isDisabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
