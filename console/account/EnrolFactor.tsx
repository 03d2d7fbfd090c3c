import { type FormEvent, useState } from "react"
import { useSession } from "../api/Session.ts"
import { Button } from "../parts/Button.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { SignInError } from "../session/SignIn.tsx"
import { useText } from "../text/useText.ts"
import { type Enrolment, enrolmentOf, recoveryCodesOf } from "./account.ts"
import { useAccountText } from "./accountText.ts"
import { confirmSession } from "./ConfirmByCode.tsx"
import { QrCode } from "./QrCode.tsx"
import { useAccountCall } from "./useAccountCall.ts"

/** Enrols a device: its name, then its key as a QR code and text, then its first code. */
export const EnrolFactor = ({
  onClose,
  onEnrolled
}: {
  readonly onClose: () => void
  /** Receives the recovery codes of the first factor; empty for another one. */
  readonly onEnrolled: (recoveryCodes: ReadonlyArray<string>) => void
}) => {
  const { common } = useText()
  const { factors: texts } = useAccountText()
  const { tokens } = useSession()
  const { failure, isBusy, run, setFailure } = useAccountCall()
  const [name, setName] = useState("")
  const [code, setCode] = useState("")
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    const answered = await run("POST", "/factors", { factor_type: "totp", friendly_name: name.trim() })
    if ("answer" in answered) setEnrolment(enrolmentOf(answered.answer))
  }
  const verify = async (event: FormEvent, { id }: Enrolment) => {
    event.preventDefault()
    const answered = await confirmSession(tokens, id, code)
    if ("failure" in answered) return setFailure(answered.failure)
    onEnrolled(recoveryCodesOf(answered.answer))
  }
  if (enrolment === null) {
    return (
      <Dialog title={texts.add} isOpen onClose={onClose}>
        <form className="page-form" onSubmit={(event) => void begin(event)}>
          <Field
            label={texts.device}
            hint={texts.nameHint}
            required
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <SignInError failure={failure} />
          <div className="dialog-footer">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" tone="primary" isBusy={isBusy}>
              {texts.next}
            </Button>
          </div>
        </form>
      </Dialog>
    )
  }
  return (
    <Dialog title={texts.add} description={texts.scan} isOpen onClose={onClose}>
      <form className="page-form" onSubmit={(event) => void verify(event, enrolment)}>
        <QrCode label={texts.qrCode} text={enrolment.uri} />
        <div className="secret-lines">
          <output aria-label={texts.key} dir="ltr">
            <code>{enrolment.secret.match(/.{1,4}/g)?.join(" ")}</code>
          </output>
          <CopyButton label={texts.key} text={enrolment.secret} />
        </div>
        <Field
          label={texts.firstCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          required
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <SignInError failure={failure} />
        <div className="dialog-footer">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {texts.turnOn}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
