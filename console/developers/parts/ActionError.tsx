import type { Failure } from "../../api/Failure.ts"
import { useFailureText } from "../../parts/states.tsx"

/** Why an action failed, beside its button; nothing when it did not. */
export const ActionError = ({ failure }: { readonly failure: Failure | null }) => {
  const textOf = useFailureText()
  return failure === null ? null : (
    <p className="field-error" role="alert">
      {textOf(failure)}
    </p>
  )
}
