import { type FormEvent, useState } from "react"
import type { ConsoleFacts } from "../app/consoleFacts.ts"
import { Button } from "../parts/Button.tsx"
import { Field } from "../parts/Field.tsx"
import type { Texts } from "../text/Texts.ts"
import { useText } from "../text/useText.ts"
import type { SignInFailure } from "./Grant.ts"
import type { SessionTokens } from "./SessionTokens.ts"

/** A final page with its reason. */
export const SignInNotice = ({ text }: { readonly text: keyof Texts["common"]["signIn"] }) => {
  const { common } = useText()
  return (
    <main className="sign-in">
      <h1>{common.product}</h1>
      <p>{common.signIn[text]}</p>
    </main>
  )
}

/** Sign-in form. In a demo one click signs in its owner. */
export const SignIn = ({ facts, tokens }: { readonly facts: ConsoleFacts; readonly tokens: SessionTokens }) => {
  const { common } = useText()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const signIn = async (address: string, secret: string) => {
    setBusy(true)
    setFailure(null)
    const answered = await tokens.signIn(address, secret)
    setBusy(false)
    if ("failure" in answered) setFailure(answered.failure)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void signIn(email, password)
  }
  const owner = facts.demo?.owner ?? null
  return (
    <main className="sign-in">
      <h1>{common.product}</h1>
      <form className="sign-in-form" onSubmit={submit}>
        <Field
          label={common.signIn.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label={common.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        {failure !== null && (
          <p className="field-error" role="alert">
            {common.signIn[failure.reason]}
            {failure.retryAfter !== null && ` ${common.failures.retryAfter(failure.retryAfter)}`}
          </p>
        )}
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {common.signIn.submit}
        </Button>
      </form>
      {facts.demo !== null && (
        <section className="sign-in-demo">
          <p className="muted">{common.signIn.demo}</p>
          {owner === null ? (
            <p className="muted">{common.signIn.demoElsewhere}</p>
          ) : (
            <Button isBusy={isBusy} onClick={() => void signIn(owner.email, owner.password)}>
              {common.signIn.asDemoOwner}
            </Button>
          )}
        </section>
      )}
    </main>
  )
}
