import { useState } from "react"
import { useSession } from "../api/Session.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { fieldsOf, grantOf, type SignInFailure } from "../session/Grant.ts"
import type { Answered } from "../session/identityProvider.ts"
import type { SessionTokens } from "../session/SessionTokens.ts"
import { SignInError } from "../session/SignIn.tsx"
import { useText } from "../text/useText.ts"

/** Confirms the session by a code of the factor, and adopts its new tokens. */
export const confirmSession = async (tokens: SessionTokens, factorId: string, code: string): Promise<Answered> => {
  const challenge = await tokens.call("POST", `/factors/${factorId}/challenge`, {})
  if ("failure" in challenge) return challenge
  const { id } = fieldsOf(challenge.answer)
  const answered = await tokens.call("POST", `/factors/${factorId}/verify`, { challenge_id: id, code })
  const grant = "answer" in answered ? grantOf(answered.answer, Date.now()) : null
  if (grant !== null) tokens.adopt(grant)
  return answered
}

/** Asks for a code before a change. */
export const ConfirmByCode = ({
  factorId,
  isDanger,
  onClose,
  onConfirmed,
  title
}: {
  readonly title: string
  readonly isDanger: boolean
  readonly factorId: string
  readonly onClose: () => void
  readonly onConfirmed: () => Promise<void>
}) => {
  const { common } = useText()
  const { tokens } = useSession()
  const [code, setCode] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    const answered = await confirmSession(tokens, factorId, code)
    if ("failure" in answered) setFailure(answered.failure)
    else await onConfirmed()
    setBusy(false)
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className="page-form"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <Field
          label={common.signIn.factorCode}
          hint={common.signIn.factorHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          dir="ltr"
          required
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <SignInError failure={failure} />
        <div className="dialog-footer">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" tone={isDanger ? "danger" : "primary"} isBusy={isBusy}>
            {common.signIn.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
