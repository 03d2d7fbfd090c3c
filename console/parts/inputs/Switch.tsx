import { type ReactNode, useId } from "react"
import "../../style/pageParts.css"

/** A setting that is on or off, and takes effect at once. */
export const Switch = ({
  hint,
  isDisabled = false,
  isOn,
  label,
  onChange
}: {
  readonly label: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
}) => {
  const id = useId()
  return (
    <div className="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch-input"
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={id} className="switch-label">
          {label}
        </label>
        {hint !== undefined && (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
