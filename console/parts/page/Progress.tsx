import { useId } from "react"
import "../../style/pageParts.css"

/** How much of a long action is complete. Without `value` it only shows that the action runs. */
export const Progress = ({
  label,
  max = 100,
  text,
  value
}: {
  readonly label: string
  readonly value?: number
  readonly max?: number
  /** Figures beside the label, such as `120 of 400`. */
  readonly text?: string
}) => {
  const id = useId()
  return (
    <div className="progress">
      <label className="progress-label" htmlFor={id}>
        <span>{label}</span>
        {text !== undefined && <span className="muted progress-text">{text}</span>}
      </label>
      <progress id={id} className="progress-bar" max={max} value={value} />
    </div>
  )
}
