import { type FormEvent, useState } from "react"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import { useToast } from "../parts/Toast.tsx"
import { SignInError } from "../session/SignIn.tsx"
import { useAccountText } from "./accountText.ts"
import { useAccountCall } from "./useAccountCall.ts"

/** Shortest password that the service accepts. */
export const minPasswordLength = 8

/** Changes the password, which ends the user's other sessions. */
export const PasswordForm = () => {
  const { password: texts } = useAccountText()
  const [current, setCurrent] = useState("")
  const [next, setNext] = useState("")
  const { failure, isBusy, run } = useAccountCall()
  const toast = useToast()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const answered = await run("PUT", "/user", { password: next, current_password: current })
    if ("failure" in answered) return
    setCurrent("")
    setNext("")
    toast({ title: texts.changed, tone: "success" })
  }
  return (
    <form className="page-form" onSubmit={(event) => void submit(event)}>
      <Field
        label={texts.current}
        type="password"
        autoComplete="current-password"
        required
        value={current}
        error={failure?.reason === "wrong" ? texts.wrong : null}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <Field
        label={texts.next}
        hint={texts.hint}
        type="password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        maxLength={1_024}
        value={next}
        onChange={({ target }) => setNext(target.value)}
      />
      <SignInError failure={failure?.reason === "wrong" ? null : failure} />
      <div className="page-buttons">
        <Button type="submit" isBusy={isBusy}>
          {texts.change}
        </Button>
      </div>
    </form>
  )
}
