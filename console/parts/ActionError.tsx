import type { Failure } from "../api/Failure.ts"
import { useFailureText } from "./states.tsx"

/** Failure of an action, beside its button; empty without one. */
export const ActionError = ({ failure }: { readonly failure: Failure | null }) => {
  const textOf = useFailureText()
  return failure === null ? null : (
    <p className="field-error" role="alert">
      {textOf(failure)}
    </p>
  )
}
