import { type ComponentProps, type ReactNode, useId } from "react"
import { useText } from "../text/useText.ts"

/** Common properties of all fields. */
interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Problem of the value; null without one. */
  readonly error?: ReactNode
  readonly isOptional?: boolean
}

const Around = ({
  children,
  error,
  hint,
  id,
  isOptional = false,
  label
}: FieldProps & { readonly id: string; readonly children: ReactNode }) => {
  const { common } = useText()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {isOptional && <span className="muted"> ({common.optional})</span>}
      </label>
      {children}
      {hint !== undefined && hint !== null && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && error !== null && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Description and validity attributes of a control. */
const described = (id: string, { error, hint }: FieldProps) => {
  const isWrong = error !== undefined && error !== null
  const hasHint = hint !== undefined && hint !== null
  const describedBy = [hasHint ? `${id}-hint` : "", isWrong ? `${id}-error` : ""].filter(Boolean).join(" ")
  return { "aria-invalid": isWrong || undefined, "aria-describedby": describedBy || undefined }
}

/** Single-line text field with a label. */
export const Field = ({
  error,
  hint,
  isOptional,
  label,
  ...rest
}: FieldProps & Omit<ComponentProps<"input">, "id">) => {
  const id = useId()
  const around = { label, error, hint, ...(isOptional === undefined ? {} : { isOptional }) }
  return (
    <Around {...around} id={id}>
      <input {...rest} {...described(id, around)} id={id} className="input" dir={rest.dir ?? "auto"} />
    </Around>
  )
}

/** Multi-line text field with a label. */
export const TextArea = ({
  error,
  hint,
  isOptional,
  label,
  ...rest
}: FieldProps & Omit<ComponentProps<"textarea">, "id">) => {
  const id = useId()
  const around = { label, error, hint, ...(isOptional === undefined ? {} : { isOptional }) }
  return (
    <Around {...around} id={id}>
      <textarea {...rest} {...described(id, around)} id={id} className="input textarea" dir={rest.dir ?? "auto"} />
    </Around>
  )
}

/** Checkbox with a label. */
export const Checkbox = ({ label, ...rest }: { readonly label: ReactNode } & Omit<ComponentProps<"input">, "type">) => (
  <label className="checkbox">
    <input {...rest} type="checkbox" />
    <span>{label}</span>
  </label>
)
