import { useText } from "../../text/useText.ts"
import { outcomeUnknown } from "../compose/Outgoing.ts"
import { failureAdvice } from "./failureAdvice.ts"

/** The code at the start of a platform's text, shown after it instead. */
const codePrefix = /^\(#\d+\)\s*/

/**
 * Reason of a failure in one sentence with what to do, and the platform's words behind a fold. An unknown code has only
 * those words. A send with an unknown outcome may have arrived.
 */
export const FailureText = ({
  error
}: {
  readonly error: { readonly code: number; readonly title: string; readonly message: string }
}) => {
  const { inbox } = useText()
  if (error.code === outcomeUnknown) return <p className="field-error">{inbox.conversation.outgoing.states.doubtful}</p>
  const advice = failureAdvice(error.code)
  const words = [error.title, error.message.replace(codePrefix, "")]
    .filter((text, at, all) => text !== "" && all.indexOf(text) === at)
    .join(": ")
  const platform = `${words}${error.code > 0 ? ` (${error.code})` : ""}`
  if (advice === null) {
    return (
      <p className="field-error" dir="auto">
        {platform}
      </p>
    )
  }
  return (
    <>
      <p className="field-error">{inbox.thread.failures[advice]}</p>
      {platform !== "" && (
        <details className="failure-details muted">
          <summary>{inbox.thread.details}</summary>
          <span dir="auto">{platform}</span>
        </details>
      )}
    </>
  )
}
